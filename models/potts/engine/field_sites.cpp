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
  fields::SiteTexts texts{{"GLOBAL const u32* sites"},
                          fmt::format("sites[{}] & {}u", place, (1u << words.type_bits) - 1)};
  if (spec.properties.empty()) return texts;
  texts.parameters.push_back("u32 cells");
  const std::string cell = fmt::format("(sites[{}] >> {})", place, words.type_bits);
  for (const Property& property : spec.properties.properties) {
    texts.parameters.push_back("GLOBAL const f64* property_" + property.name);
    texts.quantities.push_back(
        fmt::format("({0} == 0 ? 0.0 : property_{1}[(u64)replica * cells + {0}])", cell, property.name));
  }
  return texts;
}

}  // namespace morula::potts
