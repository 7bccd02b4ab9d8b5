// The membranes of a configuration, and which lies in which.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "models/membrane/configuration.h"

namespace morula::membrane {

struct Tree {
  std::vector<u32> classes;  // label and charge of each membrane
  std::vector<u32> parents;  // each comes after its parent

  u32 size() const { return static_cast<u32>(classes.size()); }
  bool has_children(u32 membrane) const { return firsts_[membrane] < firsts_[membrane + 1]; }
  std::span<const u32> children(u32 membrane) const {
    return {children_.data() + firsts_[membrane], firsts_[membrane + 1] - firsts_[membrane]};
  }
  // Membranes with children, by depth; the first level is that of the skin.
  const std::vector<std::vector<u32>>& levels() const { return levels_; }

  void link();  // call it after parents have changed

 private:
  std::vector<u32> firsts_, children_;
  std::vector<std::vector<u32>> levels_;
};

// The result of a step in which some membranes of a tree divide and some dissolve.
struct Reshaping {
  static constexpr u32 gone = no_membrane;

  std::vector<u32> survivor;  // for each membrane: itself, or the ancestor that takes its contents
  std::vector<u32> origin;    // for each new membrane: the membrane it is an image of
  std::vector<u32> parent;    // for each new membrane: the new number of its parent
  std::vector<bool> second;   // for each new membrane: is it a second daughter or an image of one?
};

// Before anything is made, `refuse` is called with the future number of membranes, at most 2^63. It may
// throw.
Reshaping reshape(const Tree& tree, const std::vector<bool>& divides, const std::vector<bool>& dissolves,
                  const std::function<void(u64 membranes)>& refuse);

}  // namespace morula::membrane
