// SHA-256 (FIPS 180-4), which identifies scripts in a Content-Security-Policy.
#pragma once

#include <string>
#include <string_view>

namespace morula {

std::string sha256(std::string_view bytes);  // 32 bytes

}  // namespace morula
