// How tables print times.
#pragma once

#include <string>

namespace morula {

std::string short_time(double seconds);  // "3.142 ms"

}  // namespace morula
