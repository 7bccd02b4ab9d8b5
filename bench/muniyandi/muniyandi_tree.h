// The tree of membranes after divisions and dissolutions, numbered as in models/membrane/README.md.
#pragma once

#include <optional>
#include <vector>

#include "models/membrane/configuration.h"

namespace morula::muniyandi {

struct TreeNode {
  u32 label = 0;
  u8 charge = membrane::Neutral;
  u32 parent = membrane::no_membrane;
  friend bool operator==(const TreeNode&, const TreeNode&) = default;
};
using Tree = std::vector<TreeNode>;  // by membrane number: a parent comes before its children

using ChosenRules = std::vector<std::optional<u32>>;  // by membrane: its rule that is not an evolution rule

// The membrane from which a membrane comes and, if that one divided, which of the two daughters this is.
struct Image {
  enum Side : u8 { Whole, First, Second };
  u32 origin = 0;
  Side side = Whole;
  friend bool operator==(const Image&, const Image&) = default;
};

struct DividedTree {
  Tree tree;
  std::vector<Image> images;  // by new number
};
DividedTree divided(const Tree& tree, const ChosenRules& chosen, const membrane::System& system);

struct DissolvedTree {
  Tree tree;
  std::vector<u32> origins;  // by new number: the number before
  std::vector<u32> holders;  // by number before: the new number of the membrane itself or of the ancestor
                             // that takes its contents
};
DissolvedTree dissolved(const Tree& tree, const std::vector<bool>& dissolves);

// Whether the origin of a membrane after a division dissolves.
std::vector<bool> dissolving(const DividedTree& divided, const ChosenRules& chosen,
                             const membrane::System& system);

std::vector<u32> depths(const Tree& tree);  // the skin's is 0

}  // namespace morula::muniyandi
