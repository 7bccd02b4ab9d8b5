// Trees of descent as Newick, the format of programs that draw and compare phylogenies.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace morula::io {

// One individual. It goes on after it has brought forth another one, as a cell that keeps its number when it
// divides does.
struct Descent {
  std::uint64_t id = 0;
  std::uint64_t parent = 0;          // 0 for a founder, or the id of one that comes before it in the list
  std::uint64_t begin = 0, end = 0;  // when it was born, and when it died or was last seen
  std::string label;
};

// A tree of every founder, in a line each. Leaves are the individuals, branching points the births; lengths
// are times.
std::vector<std::string> newick_trees(const std::vector<Descent>& individuals);

// A label that readers of Newick take as one word: in quotes where it has to be.
std::string newick_label(const std::string& text);

}  // namespace morula::io
