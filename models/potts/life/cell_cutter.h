// Cuts dividing cells in two, on the host: decides for each site whether it stays with the mother or goes to
// the daughter. Devices follow the same rule (division_rule.h).
#pragma once

#include <span>
#include <vector>

#include "core/draw.h"
#include "models/potts/life/division_rule.h"
#include "models/potts/potts_spec.h"

namespace morula::potts {

struct CellToCut {
  u32 replica = 0;
  u32 row = 0;  // within its replica
  u32 number = 0;
  u8 type = 0;
  u64 results = 0;  // start of the results of the formulas that share its columns
};

// Settings for cuts of the cells of a type.
struct TypeCut {
  u32 axis = CUT_SHORT;
  u32 connected_sides = 0;  // a sum of 1 << side
  CutVector along = {};     // used if the axis is given
};

class CellCutter {
 public:
  CellCutter(const PottsSpec& spec, u64 seed);

  const std::vector<TypeCut>& of_types() const { return of_types_; }
  const std::vector<u32x2>& keys() const { return keys_; }  // for each replica
  // The direction that normal_of_cut() takes as `given`.
  CutVector direction(const CellToCut& cell, u64 steps_done) const;

  // Returns whether the cell can be cut. If so, sets `of_daughter` to 1 for sites of the new cell and to 0
  // for others. The sites are in canonical order.
  bool cut(const CellToCut& cell, std::span<const u32> sites, u64 steps_done,
           std::span<u8> of_daughter) const;

 private:
  CutVector place_of(u32 site) const;
  CutMoments moments_of(std::span<const u32> sites) const;
  // Are the sites on a side joined by steps across faces?
  bool is_connected(std::span<const u32> sites, std::span<const u8> of_daughter, u8 side) const;

  CutVector extent_, sides_;  // sides of the lattice; sides of its periodic axes
  u32 dimensions_;
  std::vector<TypeCut> of_types_;
  std::vector<u32x2> keys_;
};

}  // namespace morula::potts
