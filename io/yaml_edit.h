// Changes single values of a YAML text, and leaves everything else as the user wrote it: comments, order,
// layout.
#pragma once

#include <string>

#include "io/document.h"

namespace morula::io {

bool same_values(const Value& a, const Value& b);  // wherever they stand, keys in the same order

// The text with the values of `wanted`, which is the tree of `text` with values changed or added. Where that
// cannot be done in place (a changed block of several lines), the whole tree is written anew, without
// comments.
std::string edited_yaml(const std::string& text, const Value& wanted);

}  // namespace morula::io
