list(APPEND CORDON_SOURCES
  model/environment.c model/explain.c model/gitindex.c model/gitnames.c model/guarantee.c model/launch.c model/mounts.c model/names.c
  model/plan.c model/policy.c model/readiness.c model/select.c model/view.c)
