# The judge itself.
list(APPEND CORDON_SOURCES
  filter/address.c filter/arg.c filter/assign.c filter/builtin.c filter/command.c filter/endless.c filter/hosts.c
  filter/index.c filter/judge.c filter/kinds.c filter/marked.c filter/options.c filter/output.c filter/path.c
  filter/reason.c filter/scope.c filter/truth.c filter/value.c filter/variables.c filter/walk.c
  filter/words.c)
# What is known of programs: tables, and handlers for what tables cannot say; one file a subject.
list(APPEND CORDON_SOURCES
  filter/programs/archive.c filter/programs/awk.c filter/programs/cargo.c filter/programs/clients.c
  filter/programs/cloud.c filter/programs/cmake.c filter/programs/cmd.c filter/programs/compiler.c
  filter/programs/curl.c filter/programs/database.c filter/programs/debugger.c filter/programs/docker.c
  filter/programs/editor.c filter/programs/env.c filter/programs/fetch.c filter/programs/files.c
  filter/programs/find.c filter/programs/gh.c filter/programs/git.c filter/programs/git_change.c
  filter/programs/git_config.c filter/programs/git_remote.c filter/programs/glued.c filter/programs/go.c
  filter/programs/hidden.c filter/programs/interpreter.c filter/programs/jq.c filter/programs/jvm.c filter/programs/listed.c
  filter/programs/machine.c filter/programs/make.c filter/programs/media.c filter/programs/monitor.c
  filter/programs/monorepo.c filter/programs/node.c filter/programs/npm.c filter/programs/npm_run.c
  filter/programs/npm_settings.c filter/programs/package.c filter/programs/packages.c
  filter/programs/powershell.c filter/programs/python.c filter/programs/rule.c
  filter/programs/script_name.c filter/programs/search.c filter/programs/sed.c filter/programs/shell.c
  filter/programs/sudo.c filter/programs/table_build.c filter/programs/table_cmd.c
  filter/programs/table_containers.c filter/programs/table_files.c filter/programs/table_git.c
  filter/programs/table_languages.c filter/programs/table_network.c filter/programs/table_packages.c
  filter/programs/table_powershell.c filter/programs/table_servers.c filter/programs/table_system.c
  filter/programs/table_text.c filter/programs/tar.c filter/programs/tools.c filter/programs/web.c
  filter/programs/windows.c filter/programs/wrapper.c filter/programs/xargs.c)
# In the tables a member that is not named is zero on purpose.
foreach(source IN LISTS CORDON_SOURCES)
  if(source MATCHES "filter/programs/table_")
    set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS -Wno-missing-field-initializers)
  endif()
endforeach()
