// The exit code and the message with which a failure ends the program.
#pragma once

#include <exception>
#include <string>

namespace morula {

struct Verdict {
  int code = 1;         // 1: the run failed, 2: the input is wrong
  std::string message;  // one or more lines, without a final newline; empty if another rank tells the user
};

Verdict verdict_on(const std::exception_ptr& failure);

}  // namespace morula
