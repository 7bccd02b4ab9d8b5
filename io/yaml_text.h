// A tree of values as YAML again.
#pragma once

#include <string>

#include "io/document.h"

namespace morula::io {

// Maps are written a key a line down to this many levels, everything below on the line of its key; so is a
// list of maps an item a line.
std::string to_yaml(const Value& root, int levels = 2);
std::string to_flow_yaml(const Value& value);  // all of it on one line

}  // namespace morula::io
