// Quotes a word for a shell, whatever characters it contains.
#pragma once

#include <string>

namespace morula {

inline std::string shell_quoted(const std::string& word) {
  std::string quoted = "'";
  for (const char letter : word) quoted += letter == '\'' ? "'\\''" : std::string(1, letter);
  return quoted + '\'';
}

}  // namespace morula
