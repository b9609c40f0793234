list(APPEND CORDON_SOURCES
  registry/catalog.c registry/manifest.c registry/module.c registry/search.c)
