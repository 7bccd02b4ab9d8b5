#include "models/potts/engine/field_sites.h"

#include <fmt/format.h>

namespace morula::potts {

fields::FieldsOnLattice fields_of(const PottsSpec& spec) {
  return {spec.fields, spec.lattice, spec.replicas};
}

fields::SiteTexts field_site_texts(const PottsSpec& spec) {
  const PaddedLattice padded(spec);
  const SiteWords words(static_cast<u32>(spec.types.size()) + 1);
  const std::string place =
      fmt::format("(u64)replica * {}ul + ((u64)(z + {}) * {}ul + (y + {})) * {}ul + (x + {})", padded.size,
                  padded.halo[2], padded.held[1], padded.halo[1], padded.held[0], padded.halo[0]);
  return {{"GLOBAL const u32* sites"}, fmt::format("sites[{}] & {}u", place, (1u << words.type_bits) - 1)};
}

}  // namespace morula::potts
