// Writes a tree of values as YAML.
#pragma once

#include <string>

#include "io/document.h"

namespace morula::io {

// Maps are written with one key per line down to this many levels; deeper values are on the line of their
// key. Lists of maps are written with one item per line in the same way.
std::string to_yaml(const Value& root, int levels = 2);
std::string to_flow_yaml(const Value& value);  // all of it on one line

}  // namespace morula::io
