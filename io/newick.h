// Trees of descent in Newick, the format of programs that draw and compare phylogenies.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace morula::io {

// One individual. It continues to exist after it has given birth to another one, like a cell that keeps its
// number when it divides.
struct Descent {
  std::uint64_t id = 0;
  std::uint64_t parent = 0;          // 0 for a founder, or the id of an individual earlier in the list
  std::uint64_t begin = 0, end = 0;  // time of birth, and time of death or of the last observation
  std::string label;
};

// One tree for each founder, each on one line. The leaves are the individuals, the branching points are
// births, and the lengths are times.
std::vector<std::string> newick_trees(const std::vector<Descent>& individuals);

// A label that readers of Newick take as one word; quoted if necessary.
std::string newick_label(const std::string& text);

}  // namespace morula::io
