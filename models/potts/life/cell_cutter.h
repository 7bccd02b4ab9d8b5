// Which sites of a dividing cell become the new cell: docs/life.md.
#pragma once

#include <vector>

#include "core/draw.h"
#include "models/potts/life/division.h"
#include "models/potts/potts_spec.h"

namespace morula::potts {

class CellCutter {
 public:
  CellCutter(const PottsSpec& spec, u64 seed);

  // The sites of the new cell, of those of its mother; none where the division waits.
  std::vector<u32> cut(u64 replica, u32 mother, u8 type, const std::vector<u32>& of_mother,
                       u64 steps_done) const;

 private:
  bool is_too_wide(const std::vector<Place>& places) const;
  Place normal_of(const Division& division, const CellMoments& moments, const u32x4& words) const;

  PottsSpec spec_;
  std::vector<u32x2> keys_;  // of each replica
};

}  // namespace morula::potts
