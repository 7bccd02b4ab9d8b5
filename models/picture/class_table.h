// What a device looks the class of a value up by: the value itself, or of counts its level.
#pragma once

#include <optional>
#include <vector>

#include "models/picture/colouring.h"
#include "models/picture/value_range.h"

namespace morula {

constexpr std::uint64_t most_table_values = std::uint64_t{1} << 24;  // each has a byte

struct ClassTable {
  std::vector<u8> class_of;
  std::vector<u32> least_of_level;  // empty unless values are counts
};

// Keeps its program from one table to the next.
class DeviceClasses {
 public:
  // As the model stands now. Nothing if no device holds the values, or if there are too many different ones.
  std::optional<ClassTable> table(Model& model, const Colouring& colouring);

 private:
  DeviceRange range_;
};

}  // namespace morula
