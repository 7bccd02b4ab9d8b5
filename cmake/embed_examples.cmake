# Writes the files INPUTS to OUTPUT as one C++ list of names and contents.
set(list "")
foreach(input ${INPUTS})
  get_filename_component(name ${input} NAME)
  file(READ ${input} body)
  string(APPEND list "    {\"${name}\", R\"morula-text(${body})morula-text\"},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"apps/morula/example_files.h\"
namespace morula {
const std::vector<ExampleFile>& example_files() {
  static const std::vector<ExampleFile> files = {
${list}  };
  return files;
}
}
")
