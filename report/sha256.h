// FIPS 180-4: what a Content-Security-Policy names a script by.
#pragma once

#include <string>
#include <string_view>

namespace morula {

std::string sha256(std::string_view bytes);  // 32 bytes

}  // namespace morula
