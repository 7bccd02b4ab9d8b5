// A value in a table or a series.
#pragma once

#include <cstdint>
#include <variant>

namespace morula {

// No value, such as the time of an event that has not happened; an empty cell in CSV.
struct Absent {
  friend bool operator==(Absent, Absent) = default;
};

using Number = std::variant<std::uint64_t, std::int64_t, double, Absent>;

}  // namespace morula
