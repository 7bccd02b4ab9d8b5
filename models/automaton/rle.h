// Patterns in Golly's run-length encoding: `x = 3, y = 3`, then `bo$2bo$3o!`.
#pragma once

#include <filesystem>
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

struct Pattern {
  Index width = 0, height = 0;
  std::vector<Run> runs;
};

// Both throw SpecError at the line and column that is wrong.
Pattern parse_rle(const std::string& text, const std::string& source);
Pattern load_rle(const std::filesystem::path& path);

}  // namespace morula
