// Terms that keep a number for every cell and hold it near a target.
#pragma once

#include "io/section.h"
#include "models/potts/terms/surface_rule.h"
#include "models/potts/terms/term.h"

namespace morula::potts {

class ConstraintTerm : public Term {
 public:
  Constraints of_types;

  const Constraints* constraints() const override { return &of_types; }
  bool has_energy() const override { return any_constrained(of_types); }
  double energy(const Energies& energies, const TissueSums& sums) const override;
};

// `volume: {light: {target: 40, strength: 1}}`: the number of sites of a cell. Every tissue counts it. A copy
// changes it by one, which needs no rule.
class VolumeTerm final : public ConstraintTerm {
 public:
  std::string key() const override { return "volume"; }
  gpu::Text text() const override;
  HostFunctions host() const override { return {}; }
  static void read(io::Section& section, PottsSpec& spec);
};

// `surface: {light: {target: 40, strength: 1}}`: the number of faces of a cell to other cells. With
// `neighbourhood: {order: 2}`, the number of pairs of its sites with sites of other cells in that
// neighbourhood.
class SurfaceTerm final : public ConstraintTerm {
 public:
  std::optional<Neighbourhood> neighbourhood;  // nearest neighbours if absent

  std::string key() const override { return "surface"; }
  gpu::Text text() const override;
  HostFunctions host() const override { return {.changes = surface_changes, .of_site = surface_of_site}; }
  std::optional<Neighbourhood> neighbours(const PottsSpec& spec) const override;
  static void read(io::Section& section, PottsSpec& spec);
};

}  // namespace morula::potts
