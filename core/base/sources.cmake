# install.c is not here: each variant of the library compiles its own (core/CMakeLists.txt).
list(APPEND CORDON_SOURCES
  base/arena.c base/deadline.c base/error.c base/facts.c base/fdio.c base/json.c base/quote.c base/terminal.c
  base/termsafe.c base/trust.c base/visible.c)
