// The object- and membrane-weighted networks of Muniyandi and Maroosi (2020), grouped by rate up to a
// capacity.
#pragma once

#include <cstdint>
#include <vector>

#include "bench/muniyandi/muniyandi_sequential.h"

namespace morula::muniyandi {

// a communicates with b so often per step.
struct NetworkLink {
  std::uint32_t a = 0, b = 0;
  double rate = 0;
};
using Network = std::vector<NetworkLink>;

using NodeGroup = std::vector<std::uint32_t>;  // in the order in which they joined

// Greedy: links from the highest rate, of equal rates in the order of the list, join the groups of their ends
// where both together have room (section 3.1, Fig. 5). Nodes without a link are groups of their own, behind
// the others.
std::vector<NodeGroup> grouped_by_rate(std::uint32_t nodes, const Network& links, std::size_t room);

// The object-weighted network of some recorded steps: for every two objects of which an evolution rule takes
// one and takes or makes the other, in how many membranes of how many steps it was applied, as a share of all
// membranes and steps.
Network object_network(const membrane::System& system, const std::vector<StepRecord>& steps);

// The membrane-weighted network: for every two membranes of the beginning, how often objects passed from one
// into the other, per step: sent in, sent out, or left by a dissolution. What the descendants of a membrane
// do counts as done by it.
Network membrane_network(const membrane::System& system, const std::vector<StepRecord>& steps);

// Nodes that are joined by links, the most there are: MaxDep_Obj of equation (3).
std::uint32_t most_dependent(std::uint32_t nodes, const Network& links);

// What all links between different groups come to.
double rate_between(const std::vector<NodeGroup>& groups, const Network& links);

}  // namespace morula::muniyandi
