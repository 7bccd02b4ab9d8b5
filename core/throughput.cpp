#include "core/throughput.h"

#include <array>
#include <cstdio>

namespace morula {

std::string format_throughput(double per_second, const std::string& unit) {
  constexpr std::array<const char*, 6> prefixes = {"", " k", " M", " G", " T", " P"};
  std::size_t prefix = 0;
  for (; per_second >= 1000 && prefix + 1 < prefixes.size(); ++prefix) per_second /= 1000;
  std::array<char, 32> number{};
  std::snprintf(number.data(), number.size(), "%.3g", per_second);
  return std::string(number.data()) + prefixes[prefix] + ' ' + unit + "/s";
}

}  // namespace morula
