#include "io/newick.h"

#include <fmt/format.h>

#include <cassert>
#include <unordered_map>

namespace morula::io {
namespace {

// A part of a tree that is still to be written: an individual with its children from one of them on, or text.
struct Pending {
  std::size_t individual = 0;
  std::string text{};
};

}  // namespace

std::string newick_label(const std::string& text) {
  if (text.find_first_of(" \t\n()[]{}:;,'\"") == std::string::npos) return text;
  std::string quoted = "'";
  for (const char letter : text) quoted += letter == '\'' ? "''" : std::string(1, letter);
  return quoted + "'";
}

// An individual with children c1, c2, … is ((itself,c2),c1): the last birth is the innermost pair. A stack
// replaces recursion, because a stem cell may have thousands of children.
std::vector<std::string> newick_trees(const std::vector<Descent>& individuals) {
  std::unordered_map<std::uint64_t, std::size_t> places;
  std::vector<std::vector<std::size_t>> children(individuals.size());
  for (std::size_t i = 0; i < individuals.size(); ++i) {
    if (individuals[i].parent != 0) {
      assert(places.contains(individuals[i].parent));
      children[places[individuals[i].parent]].push_back(i);
    }
    places[individuals[i].id] = i;
  }
  std::vector<std::string> trees;
  std::vector<Pending> pending;
  for (std::size_t founder = 0; founder < individuals.size(); ++founder) {
    if (individuals[founder].parent != 0) continue;
    std::string tree;
    pending.push_back({founder});
    while (!pending.empty()) {
      const Pending next = std::move(pending.back());
      pending.pop_back();
      tree += next.text;
      if (!next.text.empty()) continue;
      const Descent& individual = individuals[next.individual];
      const auto& births = children[next.individual];
      tree.append(births.size(), '(');
      std::uint64_t before = births.empty() ? individual.begin : individuals[births.back()].begin;
      tree += fmt::format("{}:{}", newick_label(individual.label), individual.end - before);
      for (std::size_t i = 0; i < births.size(); ++i) {  // pushed from the outermost pair to the innermost
        before = i == 0 ? individual.begin : individuals[births[i - 1]].begin;
        pending.push_back({0, fmt::format("):{}", individuals[births[i]].begin - before)});
        pending.push_back({births[i]});
        pending.push_back({0, ","});
      }
    }
    trees.push_back(tree + ';');
  }
  return trees;
}

}  // namespace morula::io
