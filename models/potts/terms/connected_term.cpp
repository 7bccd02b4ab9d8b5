#include "models/potts/terms/connected_term.h"

#include <algorithm>

#include "models/potts/read/types_reader.h"
#include "texts/morula_potts.h"

namespace morula::potts {

gpu::Text ConnectedTerm::text() const { return gpu::text::models::potts::terms::connected_rule; }

std::vector<i32> ConnectedTerm::words(const PottsSpec& spec, double) const {
  u32 types = 0;
  for (std::size_t type = 0; type < spec.types.size(); ++type) types |= u32{of_type(type)} << type;
  return {static_cast<i32>(types)};
}

void ConnectedTerm::read(io::Section& section, PottsSpec& spec) {
  const std::vector<bool> types = read_type_set(section, "connected", spec);
  if (std::ranges::count(types, true) > 0)
    spec.terms.change<ConnectedTerm>([&](ConnectedTerm& term) { term.of_types = types; });
}

}  // namespace morula::potts
