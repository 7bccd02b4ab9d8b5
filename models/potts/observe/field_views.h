// Pictures of fields: levels between the lowest and the highest value, with the borders of cells drawn on
// top.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "models/fields/row_sources.h"
#include "models/potts/engine/potts_engine.h"
#include "models/view.h"

namespace morula::potts {

// All views of a tissue: those of its cells and of its fields.
std::vector<View> tissue_views(const PottsSpec& spec);

// A field as a part of the state.
Field field_of_state(const PottsSpec& spec, const fields::FieldSpec& field);

// A picture of a field reads a word for each site, which holds the number of the cell and, in the lower bits,
// the level. Returns the number of the field that has this name in pictures, if there is one.
std::optional<u32> shown_field(const PottsSpec& spec, const std::string& name);
void read_shown(const PottsSpec& spec, PottsEngine& engine, u32 field, const LevelLimits& limits, Slab slab,
                std::span<u64> words);
ClassOf shown_classes();

// The types of the sites of a slab, read once.
class SitesRead final : public fields::SiteReader {
 public:
  SitesRead(const PottsSpec& spec, PottsEngine& engine, Slab slab);
  void read_classes(u64 replica, const Site& first, std::size_t count, i64* classes) override;

 private:
  const Lattice& lattice_;
  Slab slab_;
  std::vector<u8> types_;
};

}  // namespace morula::potts
