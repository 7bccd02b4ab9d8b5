// Patterns in Golly's run-length encoding: `x = 3, y = 3, rule = B3/S23`, then `bo$2bo$3o!`. With two states,
// cells are written b and o. With more states, `.` is 0, A to X are 1 to 24, and two letters from pA to yO
// are 25 to 255.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/lattice.h"

namespace morula {

// Cells of the same state in a row; state 0 is left out. The memory depends on the length of the text, not on
// the size of the pattern.
struct Run {
  Index x = 0, y = 0, length = 0;
  std::uint8_t state = 1;
  friend bool operator==(const Run&, const Run&) = default;
};

// The position of a pattern's top left corner in Golly's coordinates, where cell (0, 0) is in the middle of a
// bounded grid.
struct GollyPosition {
  std::int64_t x = 0, y = 0;
  friend bool operator==(const GollyPosition&, const GollyPosition&) = default;
};

struct Pattern {
  Index width = 0, height = 0;
  std::string rule;                       // the rule in the header; empty if there is none
  std::optional<GollyPosition> position;  // from a line such as `#CXRLE Pos=-15,-10`
  std::vector<Run> runs;
};

// Both throw SpecError with the line and column of the error.
Pattern parse_rle(const std::string& text, const std::string& source);
Pattern load_rle(const std::filesystem::path& path);

}  // namespace morula
