// A number of a table or a series.
#pragma once

#include <cstdint>
#include <variant>

namespace morula {

using Number = std::variant<std::uint64_t, std::int64_t, double>;

}  // namespace morula
