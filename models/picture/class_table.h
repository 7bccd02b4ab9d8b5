// The table in which a device looks up the class of a value. Its index is the value itself or, if values are
// counts, their level.
#pragma once

#include <optional>
#include <vector>

#include "models/picture/colouring.h"
#include "models/picture/value_range.h"

namespace morula {

constexpr std::uint64_t most_table_values = std::uint64_t{1} << 24;  // each value takes a byte

struct ClassTable {
  std::vector<u8> class_of;
  std::vector<u32> least_of_level;  // empty unless values are counts
};

// Keeps its program between tables.
class DeviceClasses {
 public:
  // The table for the current state of the model. Nothing if no device holds the values, or if there are too
  // many different values.
  std::optional<ClassTable> table(Model& model, const Colouring& colouring);

 private:
  DeviceRange range_;
};

}  // namespace morula
