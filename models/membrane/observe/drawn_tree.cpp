#include "models/membrane/observe/drawn_tree.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "models/membrane/observe/trace.h"
#include "models/membrane/read/print.h"

namespace morula::membrane {
namespace {

constexpr std::size_t most_letters = 60;

// Siblings that are equal, including everything in them.
struct EqualMembranes {
  u32 first = 0;  // the number of one of them
  u64 count = 0;
};

class TreeOfKinds {
 public:
  TreeOfKinds(const System& system, const Configuration& configuration)
      : system_(system), membranes_(configuration.membranes), children_(membranes_.size()) {
    name_kinds();
  }

  // Draws at most this many boxes in each membrane, and one more for the remaining ones.
  DrawnBox drawn(u32 membrane, u64 count, std::size_t most_children) const {
    DrawnBox box{title_of(membrane, count), membranes_[membrane].charge};
    const std::vector<EqualMembranes>& kinds = children_[membrane];
    const std::size_t shown = kinds.size() <= most_children + 1 ? kinds.size() : most_children;
    for (std::size_t i = 0; i < shown; ++i)
      box.children.push_back(drawn(kinds[i].first, kinds[i].count, most_children));
    if (shown < kinds.size()) box.children.push_back(rest_of(kinds, shown));
    return box;
  }

 private:
  // A membrane comes after its parent, so going from the last to the first, everything inside a membrane is
  // known before the membrane itself.
  void name_kinds() {
    std::map<std::string, u32> known;  // number of each look: label, charge and contents
    std::vector<u32> looks(membranes_.size());
    std::vector<std::map<u32, u64>> in(membranes_.size());  // [membrane]: how many children of each look
    std::vector<std::map<u32, u32>> first(membranes_.size());
    for (std::size_t i = membranes_.size(); i-- > 0;) {
      std::string look = label_of(membranes_[i]) + ' ' + to_string(system_, membranes_[i].contents);
      for (const auto& [child, count] : in[i]) look += fmt::format(" ({})x{}", child, count);
      looks[i] = known.insert({look, static_cast<u32>(known.size())}).first->second;
      if (membranes_[i].parent == no_membrane) continue;
      ++in[membranes_[i].parent][looks[i]];
      first[membranes_[i].parent][looks[i]] = static_cast<u32>(i);
    }
    for (std::size_t i = 1; i < membranes_.size(); ++i) {  // in the order of the membranes
      const u32 parent = membranes_[i].parent;
      if (first[parent][looks[i]] == i)
        children_[parent].push_back({static_cast<u32>(i), in[parent][looks[i]]});
    }
  }

  std::string label_of(const Membrane& membrane) const {
    return system_.labels[membrane.label] + sign_of(membrane.charge);
  }

  std::string title_of(u32 membrane, u64 count) const {
    std::string title = fmt::format("{}  {}", label_of(membranes_[membrane]),
                                    to_string(system_, membranes_[membrane].contents));
    if (title.size() > most_letters) title = title.substr(0, most_letters) + "…";
    return count > 1 ? fmt::format("{} × {}", count, title) : title;
  }

  DrawnBox rest_of(const std::vector<EqualMembranes>& kinds, std::size_t from) const {
    std::map<std::string, u64> numbers;
    for (std::size_t i = from; i < kinds.size(); ++i)
      numbers[label_of(membranes_[kinds[i].first])] += kinds[i].count;
    std::vector<std::string> descriptions;
    for (const auto& [label, count] : numbers) descriptions.push_back(fmt::format("{} × {}", count, label));
    return {fmt::format("… and {}", fmt::join(descriptions, ", ")), Neutral, true};
  }

  const System& system_;
  const std::vector<Membrane>& membranes_;
  std::vector<std::vector<EqualMembranes>> children_;
};

}  // namespace

std::size_t boxes_in(const DrawnBox& box) {
  std::size_t boxes = 1;
  for (const DrawnBox& child : box.children) boxes += boxes_in(child);
  return boxes;
}

DrawnBox drawn_tree(const System& system, const Configuration& configuration) {
  const TreeOfKinds kinds(system, configuration);
  DrawnBox box;
  for (std::size_t most_children = most_boxes; most_children > 0; most_children /= 2) {
    box = kinds.drawn(0, 1, most_children);
    if (boxes_in(box) <= most_boxes) break;
  }
  return box;
}

}  // namespace morula::membrane
