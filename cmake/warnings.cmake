# Every target of ours gets these; the list is clean with gcc 12 and clang 14.
include(flags)

set(cordon_warnings
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wstrict-prototypes
  -Wmissing-prototypes -Wundef -Wcast-qual -Wcast-align -Wwrite-strings -Wpointer-arith
  -Wformat=2 -Wswitch-enum -Wvla -Wdouble-promotion -Wimplicit-fallthrough
  -Wnull-dereference -Wlogical-op -Wduplicated-cond -Wduplicated-branches)

# clang reports this one inside GLib's macros (g_utf8_next_char, g_atomic_int_get); gcc covers our code.
if(CMAKE_C_COMPILER_ID MATCHES Clang)
  list(REMOVE_ITEM cordon_warnings -Wcast-qual)
endif()

cordon_add_c_flags(${cordon_warnings})

if(CORDON_WERROR)
  add_compile_options(-Werror)
endif()
