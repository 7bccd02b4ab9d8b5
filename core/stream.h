// The keys of addressed draws, and probabilities as integer thresholds. Both are computed once, on the host.
#pragma once

#include "core/draw.h"

namespace morula {

// The purpose of a draw. The numbers determine the results of runs: never reuse or renumber one.
enum class Purpose : u32 {
  InitialState = 1,
  InteractionOffset = 2,
  Interaction = 3,
  SequentialInteraction = 4,
  Perturbation = 5,
  Division = 6,
  Swarm = 7,
  Resampling = 8,
  MembraneRule = 16,
  MembraneBid = 17,
  SequentialCopy = 20,  // sequential order of the cellular Potts model
  RegionOrigin = 21,
  RegionCopy = 22,
  Transition = 24,   // rule of an automaton that is written as transitions
  FieldStart = 25,   // initial values of fields
  CellFormula = 26,  // formulas for properties of cells
  LifeFormula = 28,
  CellDivision = 29,  // cut through a dividing cell
  SweepSeed = 30,
  LatinHypercube = 31,
};

constexpr u64 largest_where = (u64{1} << 48) - 1;
constexpr u64 largest_when = (u64{1} << 48) - 1;
constexpr u64 largest_cell = (u64{1} << 40) - 1;  // `cell` of a place in a tree

constexpr u32x2 stream(u64 seed, Purpose purpose, u64 replica = 0) {
  const u32x4 counter = {static_cast<u32>(purpose), 0, static_cast<u32>(replica),
                         static_cast<u32>(replica >> 32)};
  const u32x4 words = philox4x32_10(counter, u32x2{static_cast<u32>(seed), static_cast<u32>(seed >> 32)});
  return {words.x, words.y};
}

// An event of this probability happens when a uniform 32-bit word is below the threshold; a threshold of 2^32
// means "always". The product is exact (a power of two) and truncated, so every machine gets the same
// integer.
constexpr u64 threshold(double probability) { return static_cast<u64>(probability * 4294967296.0); }

}  // namespace morula
