# Kernel texts are part of the program: embed_texts(TARGET FILE...) compiles each FILE into TARGET as a `const
# morula::gpu::Text` named after its path: models/automaton/plain/plain_kernels.h becomes
# gpu::text::models::automaton::plain::plain_kernels. The declarations are written to "texts/<target>.h".
set(MORULA_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/embed_one.cmake)
set(MORULA_EMBED_EXAMPLES_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/embed_examples.cmake)

function(embed_texts target)
  set(header ${CMAKE_CURRENT_BINARY_DIR}/generated/texts/${target}.h)
  set(declarations "#pragma once\n#include \"gpu/source.h\"\n")
  foreach(file ${ARGN})
    get_filename_component(path ${file} ABSOLUTE)
    file(RELATIVE_PATH relative ${CMAKE_SOURCE_DIR} ${path})
    get_filename_component(name ${relative} NAME_WE)
    string(REPLACE "-" "_" name ${name})  # file names of the docs have hyphens, which C++ does not allow
    get_filename_component(folder ${relative} DIRECTORY)
    string(REPLACE "/" "::" scope ${folder})
    string(REPLACE "/" "_" output ${folder}_${name}_text.cpp)
    set(output ${CMAKE_CURRENT_BINARY_DIR}/generated/${output})
    add_custom_command(OUTPUT ${output}
      COMMAND ${CMAKE_COMMAND} -DINPUT=${path} -DOUTPUT=${output} -DNAME=${name} -DSCOPE=${scope} -DPATH=${relative}
        -P ${MORULA_EMBED_SCRIPT}
      DEPENDS ${path} ${MORULA_EMBED_SCRIPT} VERBATIM)
    target_sources(${target} PRIVATE ${output})
    string(APPEND declarations "namespace morula::gpu::text::${scope} {\nextern const Text ${name};\n}\n")
  endforeach()
  file(CONFIGURE OUTPUT ${header} CONTENT "${declarations}" @ONLY)
  target_include_directories(${target} PUBLIC ${CMAKE_CURRENT_BINARY_DIR}/generated)
endfunction()

# The examples are part of the program too: embed_examples(TARGET FILE...) defines `morula::example_files`, which is
# declared in apps/morula/example_files.h.
function(embed_examples target)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/generated/example_files.cpp)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} "-DINPUTS=${ARGN}" -DOUTPUT=${output} -P ${MORULA_EMBED_EXAMPLES_SCRIPT}
    DEPENDS ${ARGN} ${MORULA_EMBED_EXAMPLES_SCRIPT} VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()
