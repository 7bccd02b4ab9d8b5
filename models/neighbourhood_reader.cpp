#include "models/neighbourhood_reader.h"

namespace morula {

std::optional<Neighbourhood> read_neighbourhood(io::Section& section, const char* key, unsigned dimensions) {
  auto written = section.section(key);
  if (!written) return std::nullopt;
  const auto which = written->exactly_one({"order", "range"});
  std::optional<Neighbourhood> neighbours;
  if (which == "order") {
    if (const auto order = written->whole("order", 1, 4))
      neighbours = neighbours_of_order(dimensions, static_cast<unsigned>(*order));
  } else if (which == "range") {
    if (const auto range = written->whole("range", 1, 2))
      neighbours = neighbours_in_range(dimensions, static_cast<unsigned>(*range));
  }
  written->finish();
  return neighbours;
}

}  // namespace morula
