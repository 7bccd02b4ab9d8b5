// A number with the thing it counts: "1 site", "3 sites".
#pragma once

#include <cstdint>
#include <string>

namespace morula {

inline std::string counted(std::uint64_t number, const std::string& noun) {
  return std::to_string(number) + ' ' + noun + (number == 1 ? "" : "s");
}

}  // namespace morula
