# Writes INPUT to OUTPUT as a C++ string. Lines that only the host's compiler needs (#pragma once, #include) become
# empty lines, so that the line numbers in a compiler's message are those of the file.
file(READ ${INPUT} body)
string(REGEX REPLACE "#pragma once|#include [^\n]*" "" body "${body}")
file(WRITE ${OUTPUT} "#include \"gpu/source.h\"
namespace morula::gpu::text::${SCOPE} {
extern const Text ${NAME};
const Text ${NAME}{\"${PATH}\", R\"morula-text(${body})morula-text\"};
}
")
