list(APPEND CORDON_SOURCES
  # a launch from policy to plan, and what it tells
  engine/launch.c engine/report.c engine/text.c
  # calls into backends, and what is known of them
  engine/backend.c engine/cache.c engine/call.c engine/host.c engine/machine.c engine/readiness.c
  engine/wire.c engine/worker.c engine/workspace.c
  # the folders and the machine as a launch finds them
  engine/gitdir.c engine/gitfiles.c engine/hold.c engine/home.c engine/loopcache.c engine/scan.c engine/stage.c
  engine/stage_apply.c engine/survey.c
  engine/system.c engine/toolchain.c
  # the command filter as hosts see it
  engine/filter.c engine/filter_explain.c engine/filter_request.c engine/filter_run.c
  engine/judgement.c engine/world.c
  # the container image
  engine/image.c engine/image_default.c engine/image_line.c engine/image_report.c
  # a running command
  engine/capture.c engine/outcome.c engine/process.c engine/pump.c engine/status.c
  engine/supervise.c)
