# cordon_add_c_flags(<flag>...): for every C target, those that the compiler knows.
include(CheckCCompilerFlag)

function(cordon_add_c_flags)
  foreach(flag IN LISTS ARGN)
    string(MAKE_C_IDENTIFIER "has${flag}" var)
    check_c_compiler_flag(${flag} ${var})
    if(${var})
      add_compile_options($<$<COMPILE_LANGUAGE:C>:${flag}>)
    endif()
  endforeach()
endfunction()
