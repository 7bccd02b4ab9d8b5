#pragma once

#include <string>
#include <string_view>

namespace morula {

std::string base64(std::string_view bytes);

}  // namespace morula
