// The place that problems of an override name: "--set lattice.size=[9,9]".
#pragma once

#include <string>

#include "core/error.h"

namespace morula::io {

inline std::string source_of_override(const std::string& assignment) {
  return "--set " + on_one_line(assignment);
}

}  // namespace morula::io
