#include "bench/muniyandi/muniyandi_grouping.h"

#include <algorithm>
#include <map>
#include <memory>

#include "models/membrane/membrane_engine.h"

namespace morula::muniyandi {

std::vector<NodeGroup> grouped_by_rate(std::uint32_t nodes, const std::vector<NetworkLink>& links,
                                       std::size_t room) {
  std::vector<NetworkLink> ranked = links;
  std::ranges::stable_sort(ranked, std::ranges::greater(), &NetworkLink::rate);
  std::vector<NodeGroup> groups;
  std::vector<std::size_t> group_of(nodes, nodes);  // none yet
  const auto group_at = [&](std::uint32_t node) {
    if (group_of[node] == nodes) {
      group_of[node] = groups.size();
      groups.push_back({node});
    }
    return group_of[node];
  };
  for (const NetworkLink& link : ranked) {
    const std::size_t into = group_at(link.a), from = group_at(link.b);
    if (into == from || groups[into].size() + groups[from].size() > room) continue;
    const auto [first, second] = std::minmax(into, from);
    for (const std::uint32_t node : groups[second]) {
      groups[first].push_back(node);
      group_of[node] = first;
    }
    groups[second].clear();
  }
  for (std::uint32_t node = 0; node < nodes; ++node) group_at(node);
  std::erase_if(groups, [](const NodeGroup& group) { return group.empty(); });
  return groups;
}

// An evolution alone in its membranes applies as often as its first object becomes less or more; where rules
// share objects, that is what they do together.
std::vector<NetworkLink> object_network(const membrane::System& system, const membrane::Modes& modes,
                                        std::uint64_t steps) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> rates;
  const auto engine = membrane::make_membrane_threads(std::make_shared<const membrane::Plan>(system), modes,
                                                      std::make_shared<ThreadPool>(1));
  const double each = 1.0 / static_cast<double>(steps * std::max<std::size_t>(system.membranes.size(), 1));
  for (std::uint64_t step = 0; step < steps; ++step) {
    const membrane::Configuration before = membrane::unpacked(engine->packed());
    if (engine->step(1) == 0) break;
    for (const membrane::Membrane& one : before.membranes)
      for (const membrane::Rule& rule : system.rules) {
        if (rule.label != one.label || rule.charge != one.charge) continue;
        const bool applies = std::ranges::all_of(rule.left, [&](const membrane::Term& needed) {
          const auto held = std::ranges::find(one.contents, needed.object, &membrane::Term::object);
          return held != one.contents.end() && held->count >= needed.count;
        });
        if (!applies) continue;
        for (const auto* side : {&rule.left, &rule.right})
          for (const membrane::Term& other : *side)
            if (other.object != rule.left[0].object)
              rates[std::minmax(rule.left[0].object, other.object)] += each;
      }
  }
  std::vector<NetworkLink> links;
  for (const auto& [ends, rate] : rates) links.push_back({ends.first, ends.second, rate});
  return links;
}

}  // namespace morula::muniyandi
