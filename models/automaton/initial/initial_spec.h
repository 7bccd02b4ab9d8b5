// What a user may write for the initial state of an automaton.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/field.h"
#include "core/lattice.h"
#include "io/section.h"
#include "io/volume.h"
#include "models/automaton/initial/random_states.h"
#include "models/automaton/read/rle_reader.h"
#include "models/spec.h"

namespace morula {

struct RandomStart {
  std::vector<StateUpTo> states;
  Box box;  // outside it every cell is 0
};

struct CellsStart {
  struct Cell {
    Site at;
    u8 state = 1;
    friend bool operator==(const Cell&, const Cell&) = default;
  };
  std::vector<Cell> cells;
};

// Cells of a pattern or a volume that are 0 leave what is there.
struct PatternStart {
  Pattern pattern;
  Site at;
};

struct VolumeStart {
  io::Volume volume;
  Site at;
};

using Placed = std::variant<CellsStart, PatternStart, VolumeStart>;

// All cells are 0; then come the random ones, then what is placed, each over what was there before.
struct InitialSpec {
  std::optional<RandomStart> random;
  std::vector<Placed> placed;
};

// Reads `initial` of an automaton with this many states. What starts from another run is noted in `spec`, and
// blank.
InitialSpec read_initial(io::Section& root, const std::filesystem::path& folder, const Lattice& lattice,
                         unsigned states, io::Presence presence, Spec& spec);

}  // namespace morula
