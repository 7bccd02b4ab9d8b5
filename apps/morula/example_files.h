// The files of examples/, embedded when the program is built.
#pragma once

#include <string>
#include <vector>

namespace morula {

struct ExampleFile {
  std::string name;
  std::string body;
};

const std::vector<ExampleFile>& example_files();

}  // namespace morula
