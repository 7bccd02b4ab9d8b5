// Changes single values of a YAML text and leaves everything else as the user wrote it: comments, order,
// layout.
#pragma once

#include <string>

#include "io/document.h"

namespace morula::io {

// Compares values and the order of keys, ignoring their places.
bool same_values(const Value& a, const Value& b);

// The text with the values of `wanted`, which is the tree of `text` with some values changed or added. If
// that cannot be done in place (a changed block of several lines), the whole tree is written again, without
// comments.
std::string edited_yaml(const std::string& text, const Value& wanted);

}  // namespace morula::io
