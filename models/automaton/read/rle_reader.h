// Patterns in Golly's run-length encoding: `x = 3, y = 3, rule = B3/S23`, then `bo$2bo$3o!`. Cells are b and
// o where there are two states; else `.` is 0, A to X are 1 to 24, and pA to yO, with a letter before, 25 to
// 255.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/lattice.h"

namespace morula {

// Cells in a row, all of one state; state 0 is left out. Memory follows the text, not the size of the
// pattern.
struct Run {
  Index x = 0, y = 0, length = 0;
  std::uint8_t state = 1;
  friend bool operator==(const Run&, const Run&) = default;
};

// Where Golly puts a pattern's top left corner: cell (0, 0) is in the middle of a bounded grid.
struct GollyPosition {
  std::int64_t x = 0, y = 0;
  friend bool operator==(const GollyPosition&, const GollyPosition&) = default;
};

struct Pattern {
  Index width = 0, height = 0;
  std::string rule;                       // as the header has it; empty where it has none
  std::optional<GollyPosition> position;  // of a line such as `#CXRLE Pos=-15,-10`
  std::vector<Run> runs;
};

// Both throw SpecError at the line and column that is wrong.
Pattern parse_rle(const std::string& text, const std::string& source);
Pattern load_rle(const std::filesystem::path& path);

}  // namespace morula
