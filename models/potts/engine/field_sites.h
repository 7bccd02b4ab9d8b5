// The fields of a tissue, and how their sources see its sites.
#pragma once

#include "models/fields/device_fields.h"
#include "models/potts/engine/padded_lattice.h"
#include "models/potts/potts_spec.h"

namespace morula::potts {

fields::FieldsOnLattice fields_of(const PottsSpec& spec);

// The types of sites in the memory of the host.
class HostSites final : public fields::SiteReader {
 public:
  HostSites(const PaddedLattice& padded, const SiteWords& words, const u32* sites)
      : padded_(padded), words_(words), sites_(sites) {}

  void read_classes(u64 replica, const Site& first, std::size_t count, i64* classes) override {
    const u32* const from = sites_ + replica * padded_.size + padded_.index(first.x, first.y, first.z);
    for (std::size_t i = 0; i < count; ++i) classes[i] = words_.type(from[i]);
  }

 private:
  const PaddedLattice& padded_;
  const SiteWords& words_;
  const u32* sites_;
};

// In kernels, from the words of sites.
fields::SiteTexts field_site_texts(const PottsSpec& spec);

}  // namespace morula::potts
