#pragma once

#include <string>

namespace morula {

std::string human_rate(double per_second, const std::string& unit);  // "3.2 G cells/s"

}  // namespace morula
