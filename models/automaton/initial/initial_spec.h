// The initial state of an automaton as plain data.
#pragma once

#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "core/field.h"
#include "core/lattice.h"
#include "io/volume.h"
#include "models/automaton/initial/random_states.h"
#include "models/automaton/read/rle_reader.h"
#include "models/sites/formula_rule_spec.h"

namespace morula {

struct RandomFill {
  std::vector<StateUpTo> states;
  Box box;  // cells outside the box are 0
};

struct PlacedCells {
  struct Cell {
    Site at;
    u8 state = 1;
    friend bool operator==(const Cell&, const Cell&) = default;
  };
  std::vector<Cell> cells;
};

// A pattern or volume at a site. Its cells of state 0 do not overwrite the cells of the lattice.
struct PlacedPattern {
  Pattern pattern;
  Site at;
};

struct PlacedVolume {
  std::shared_ptr<const io::Volume> volume;
  Site at;
};

using Placed = std::variant<PlacedCells, PlacedPattern, PlacedVolume>;

// All cells begin as 0. Random states or those of a formula come next, then the placed cells and patterns,
// each on top of what is there.
struct InitialSpec {
  std::optional<RandomFill> random;
  std::shared_ptr<const FormulaRule> formula;
  std::vector<Placed> placed;
};

}  // namespace morula
