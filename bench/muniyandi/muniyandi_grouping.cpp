#include "bench/muniyandi/muniyandi_grouping.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace morula::muniyandi {
namespace {

using Rates = std::map<std::pair<std::uint32_t, std::uint32_t>, double>;

Network network_of(const Rates& rates) {
  Network links;
  for (const auto& [ends, rate] : rates) links.push_back({ends.first, ends.second, rate});
  return links;
}

}  // namespace

std::vector<NodeGroup> grouped_by_rate(std::uint32_t nodes, const Network& links, std::size_t room) {
  Network ranked = links;
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

Network object_network(const membrane::System& system, const std::vector<StepRecord>& steps) {
  Rates rates;
  std::size_t chances = 0;
  for (const StepRecord& step : steps) chances += step.before.size();
  for (const StepRecord& step : steps)
    for (const Application& application : step.applied) {
      const membrane::Rule& rule = system.rules[application.rule];
      if (rule.kind != membrane::Kind::Evolution) continue;
      const std::uint32_t consumed = rule.left[0].object;
      std::vector<std::uint32_t> others;
      for (const auto* side : {&rule.left, &rule.right})
        for (const membrane::Term& term : *side)
          if (term.object != consumed) others.push_back(term.object);
      std::ranges::sort(others);
      others.erase(std::ranges::unique(others).begin(), others.end());
      for (const std::uint32_t partner : others)
        rates[std::minmax(consumed, partner)] += 1.0 / static_cast<double>(chances);
    }
  return network_of(rates);
}

Network membrane_network(const membrane::System& system, const std::vector<StepRecord>& steps) {
  Rates rates;
  std::vector<std::uint32_t> ancestor(system.membranes.size());  // initial membrane, by current number
  std::iota(ancestor.begin(), ancestor.end(), 0u);
  for (const StepRecord& step : steps) {
    for (std::uint32_t i = 0; i < step.before.size(); ++i) {
      const std::uint32_t parent = step.before[i].parent;
      if (!step.chosen[i] || parent == membrane::no_membrane) continue;
      const bool passes = system.rules[*step.chosen[i]].kind != membrane::Kind::Division;
      if (passes && ancestor[i] != ancestor[parent])
        rates[std::minmax(ancestor[parent], ancestor[i])] += 1.0 / static_cast<double>(steps.size());
    }
    std::vector<std::uint32_t> after(step.dissolved.tree.size());
    for (std::uint32_t i = 0; i < after.size(); ++i) after[i] = ancestor[step.origin_of(i)];
    ancestor = std::move(after);
  }
  return network_of(rates);
}

std::uint32_t most_dependent(std::uint32_t nodes, const Network& links) {
  std::size_t most = 1;
  for (const NodeGroup& group : grouped_by_rate(nodes, links, nodes)) most = std::max(most, group.size());
  return static_cast<std::uint32_t>(most);
}

double rate_between(const std::vector<NodeGroup>& groups, const Network& links) {
  std::map<std::uint32_t, std::size_t> group_of;
  for (std::size_t group = 0; group < groups.size(); ++group)
    for (const std::uint32_t node : groups[group]) group_of[node] = group;
  double rate = 0;
  for (const NetworkLink& link : links)
    if (group_of.at(link.a) != group_of.at(link.b)) rate += link.rate;
  return rate;
}

}  // namespace morula::muniyandi
