# cmake -DFROM=docs/openapi.json -DTO=openapi.c -P openapi.cmake: the document as an array of bytes.
file(READ ${FROM} bytes HEX)
string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
string(REGEX REPLACE "(................................................................................)" "\\1\n" bytes "${bytes}")
file(WRITE ${TO} "/* Made from docs/openapi.json. */
#include \"openapi.h\"

const char openapi_document[] = {
${bytes}
0};
const gsize openapi_size = sizeof openapi_document - 1;
")
