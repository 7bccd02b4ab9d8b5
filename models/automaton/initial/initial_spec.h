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
  Box box;  // outside it every cell is 0
};

struct PlacedCells {
  struct Cell {
    Site at;
    u8 state = 1;
    friend bool operator==(const Cell&, const Cell&) = default;
  };
  std::vector<Cell> cells;
};

// Cells of a pattern or a volume that are 0 leave what is there.
struct PlacedPattern {
  Pattern pattern;
  Site at;
};

struct PlacedVolume {
  std::shared_ptr<const io::Volume> volume;
  Site at;
};

using Placed = std::variant<PlacedCells, PlacedPattern, PlacedVolume>;

// All cells are 0; then come the random ones or those that a formula gives, then what is placed, each over
// what was there before.
struct InitialSpec {
  std::optional<RandomFill> random;
  std::shared_ptr<const FormulaRule> formula;
  std::vector<Placed> placed;
};

}  // namespace morula
