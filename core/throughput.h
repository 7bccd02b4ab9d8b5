#pragma once

#include <string>

namespace morula {

std::string format_throughput(double per_second, const std::string& unit);  // "3.2 G cells/s"

}  // namespace morula
