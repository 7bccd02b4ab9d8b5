// Which membranes there are and which lies in which.
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
  // Membranes with children, by depth: the skin's level is the first.
  const std::vector<std::vector<u32>>& levels() const { return levels_; }

  void link();  // after a change of parents

 private:
  std::vector<u32> firsts_, children_;
  std::vector<std::vector<u32>> levels_;
};

// What becomes of the membranes of a tree when some divide and some dissolve.
struct Reshaping {
  static constexpr u32 gone = no_membrane;

  std::vector<u32> survivor;  // of each membrane, itself or the ancestor that takes what it contains
  std::vector<u32> origin;    // of each new membrane: what it is an image of
  std::vector<u32> parent;    // of each new membrane, as numbered then
  std::vector<bool> second;   // of each new membrane: a second daughter, or an image of one
};

// `refuse` is told how many membranes there will be, 2^63 at most, before anything is made, and may throw.
Reshaping reshape(const Tree& tree, const std::vector<bool>& divides, const std::vector<bool>& dissolves,
                  const std::function<void(u64 membranes)>& refuse);

}  // namespace morula::membrane
