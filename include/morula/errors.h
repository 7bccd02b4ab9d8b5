// The exceptions of the library: InputError for wrong input, and other exceptions derived from
// std::runtime_error for a run that fails. The library never prints and never exits.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "morula/export.h"

namespace morula {

// One mistake in the input, and what to write instead. Lines and columns count from 1; 0 stands for a mistake
// without a place in a text.
struct InputProblem {
  std::string source;  // a file, or the name that was given to the text
  int line = 0, column = 0;
  std::string key;      // as in lattice.size; may be empty
  std::string message;  // "is -3; must be at least 0"
};

// Contains all problems in the order of the input; what() has a line for each.
class MORULA_API InputError : public std::runtime_error {
 public:
  InputError(const std::string& text, std::vector<InputProblem> problems);
  ~InputError() override;
  const std::vector<InputProblem>& problems() const { return problems_; }

 private:
  std::vector<InputProblem> problems_;
};

}  // namespace morula
