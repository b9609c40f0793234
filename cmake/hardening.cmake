include(CheckPIESupported)
include(flags)

check_pie_supported()
set(CMAKE_C_VISIBILITY_PRESET hidden)

cordon_add_c_flags(-fstack-protector-strong -fstack-clash-protection -fcf-protection
  -ftrivial-auto-var-init=zero)

# Fortified checks need optimisation, and confuse the sanitizers.
if(NOT CORDON_SANITIZE)
  add_compile_options($<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE> $<$<NOT:$<CONFIG:Debug>>:-D_FORTIFY_SOURCE=2>)
  add_link_options(-Wl,-z,defs)
endif()
add_link_options(-Wl,-z,relro -Wl,-z,now -Wl,--as-needed)
