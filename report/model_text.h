// A model file as HTML, its keys and comments marked.
#pragma once

#include <string>
#include <string_view>

namespace morula {

std::string marked_model(std::string_view yaml);

}  // namespace morula
