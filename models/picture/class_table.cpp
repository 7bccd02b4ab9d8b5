#include "models/picture/class_table.h"

#include "models/picture/solid_sites.h"

namespace morula {
namespace {

// The least values of the levels 1, 2, …, up to the level of the greatest value. Levels rise with values.
std::vector<u32> least_values(const Colouring& colouring, std::uint64_t least, std::uint64_t greatest) {
  std::vector<u32> found;
  for (std::uint32_t level = 1; level <= colouring.class_of(greatest); ++level) {
    std::uint64_t from = least, to = greatest;
    while (from < to) {
      const std::uint64_t middle = (from + to) / 2;
      if (colouring.class_of(middle) >= level)
        to = middle;
      else
        from = middle + 1;
    }
    found.push_back(static_cast<u32>(from));
  }
  return found;
}

}  // namespace

// The table has an entry for every value up to the greatest that a site has; if values are counts, for every
// level.
std::optional<ClassTable> DeviceClasses::table(Model& model, const Colouring& colouring) {
  const Field& field = colouring.field();
  ClassTable table;
  std::uint64_t values = 256;
  if (field.type != ValueType::U8) {
    if (field.type != ValueType::U32) return std::nullopt;
    const auto range = range_.of(model, field);
    if (!range) return std::nullopt;
    if (colouring.view().counts && range->greatest > 0) {
      table.least_of_level = least_values(colouring, range->least, range->greatest);
      for (std::uint32_t level = 0; level <= table.least_of_level.size(); ++level)
        table.class_of.push_back(painted_class(level, colouring.colours()));
      return table;
    }
    if (range->greatest >= most_table_values) return std::nullopt;
    values = std::uint64_t{range->greatest} + 1;
  }
  table.class_of.resize(values);
  for (std::uint64_t value = 0; value < values; ++value)
    table.class_of[value] = painted_class(colouring.class_of(value), colouring.colours());
  return table;
}

}  // namespace morula
