// A number of a table or a series.
#pragma once

#include <cstdint>
#include <variant>

namespace morula {

// No number, such as the time of what has not happened: an empty cell of a CSV.
struct Absent {
  friend bool operator==(Absent, Absent) = default;
};

using Number = std::variant<std::uint64_t, std::int64_t, double, Absent>;

}  // namespace morula
