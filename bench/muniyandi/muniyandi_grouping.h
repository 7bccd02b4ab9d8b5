// The object- and membrane-weighted networks of Muniyandi and Maroosi (2020), and grouping by rate up to a
// capacity.
#pragma once

#include <cstdint>
#include <vector>

#include "bench/muniyandi/muniyandi_sequential.h"

namespace morula::muniyandi {

// How often a communicates with b, per step.
struct NetworkLink {
  std::uint32_t a = 0, b = 0;
  double rate = 0;
};
using Network = std::vector<NetworkLink>;

using NodeGroup = std::vector<std::uint32_t>;  // in the order in which they joined

// Greedy grouping (section 3.1, Fig. 5): links are taken from the highest rate on, at equal rates in the
// order of the list. A link joins the groups of its two ends if both together fit into the capacity. Nodes
// without a link are groups of their own, after the others.
std::vector<NodeGroup> grouped_by_rate(std::uint32_t nodes, const Network& links, std::size_t room);

// The object-weighted network of some recorded steps: two objects are linked if an evolution rule consumes
// one of them and consumes or makes the other. The rate is the fraction of all membranes and steps in which
// the rule was applied.
Network object_network(const membrane::System& system, const std::vector<StepRecord>& steps);

// The membrane-weighted network: for every two initial membranes, how often per step objects passed from one
// into the other, by being sent in or out or by a dissolution. Descendants of a membrane count as the
// membrane itself.
Network membrane_network(const membrane::System& system, const std::vector<StepRecord>& steps);

// The largest number of nodes that are joined by links: MaxDep_Obj of equation (3).
std::uint32_t most_dependent(std::uint32_t nodes, const Network& links);

// The sum of the rates of all links between different groups.
double rate_between(const std::vector<NodeGroup>& groups, const Network& links);

}  // namespace morula::muniyandi
