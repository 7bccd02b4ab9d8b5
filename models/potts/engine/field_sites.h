// Fields of a tissue, and access of their sources to its sites.
#pragma once

#include "models/fields/device_fields.h"
#include "models/potts/cells/cell_table.h"
#include "models/potts/engine/padded_lattice.h"
#include "models/potts/potts_spec.h"

namespace morula::potts {

fields::FieldsOnLattice fields_of(const PottsSpec& spec);

// The types of sites and the properties of their cells, read from host memory.
class HostSites final : public fields::SiteReader {
 public:
  HostSites(const PottsSpec& spec, const PaddedLattice& padded, const SiteWords& words, const u32* sites,
            const CellTable& cells)
      : spec_(spec), padded_(padded), words_(words), sites_(sites), cells_(cells) {}

  void read_classes(u64 replica, const Site& first, std::size_t count, i64* classes) override {
    const u32* const from = sites_ + replica * padded_.size + padded_.index(first.x, first.y, first.z);
    for (std::size_t i = 0; i < count; ++i) classes[i] = words_.type(from[i]);
  }
  // Reads a property of the cell of each site; 0 in the medium.
  void read_quantity(unsigned property, u64 replica, const Site& first, std::size_t count,
                     void* values) override {
    const u32* const from = sites_ + replica * padded_.size + padded_.index(first.x, first.y, first.z);
    const std::span<const f64> column =
        cells_.values<f64>(cells_.place(spec_.properties.properties[property].name));
    for (std::size_t i = 0; i < count; ++i) {
      const u64 cell = words_.cell(from[i]);
      static_cast<f64*>(values)[i] = cell == 0 ? 0 : column[replica * cells_.cells() + cell];
    }
  }

 private:
  const PottsSpec& spec_;
  const PaddedLattice& padded_;
  const SiteWords& words_;
  const u32* sites_;
  const CellTable& cells_;
};

// Texts with which kernels read the same from the words of sites.
fields::SiteTexts field_site_texts(const PottsSpec& spec);

}  // namespace morula::potts
