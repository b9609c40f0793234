# What of the gateway's HTTP server decides without doing.
foreach(module http_guards http_head http_target)
  cordon_unit_test(${module} SOURCES test_${module}.c LINK gateway_http)
endforeach()
