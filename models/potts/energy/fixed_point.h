// Energies as whole numbers, so that every processor decides alike. What a user writes with decimals is
// scaled once, here; what decides after this are whole numbers.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/dialect.h"
#include "models/potts/energy/volume.h"
#include "models/potts/potts_spec.h"

namespace morula::potts {

// The tables of a model. Types are counted with one more than the model has, last: what lies beyond a wall,
// which is fixed and has no energy.
struct Energies {
  u64 scale = 1;              // units of fixed point to one unit of the model file: a power of ten
  bool exact = true;          // nothing was rounded
  u32 types = 0;              // with the one beyond the walls
  std::vector<i32> adhesion;  // [type · types + type]
  std::vector<Quadratic> volume, surface;  // of each type; all 0 without a constraint
  std::vector<i32> potential;    // [type · ways + way]: what a copy from that neighbour adds; empty if none
  std::vector<u32> last;         // see accepts()
  u32 fixed = 0, connected = 0;  // sets of types
  bool has_volume = false, has_surface = false;
};

// Throws SpecError where energies do not fit in fixed point at any scale.
Energies fixed_point(const PottsSpec& spec);

// exp(-change / temperature) of whole changes from 0, as the last random word that accepts.
std::vector<u32> acceptance_table(double temperature);

}  // namespace morula::potts
