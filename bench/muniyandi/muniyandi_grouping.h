// The object- and membrane-weighted networks of Muniyandi and Maroosi (2020), grouped by rate up to a
// capacity.
#pragma once

#include <cstdint>
#include <vector>

#include "models/membrane/configuration.h"

namespace morula::muniyandi {

// a communicates with b so often a step.
struct NetworkLink {
  std::uint32_t a = 0, b = 0;
  double rate = 0;
};

using NodeGroup = std::vector<std::uint32_t>;  // in the order in which they joined

// Greedy: links from the highest rate, of equal rates in the order of the list, join the groups of their ends
// where both together have room (section 3.1, Fig. 5). Nodes without a link are groups of their own, behind
// the others.
std::vector<NodeGroup> grouped_by_rate(std::uint32_t nodes, const std::vector<NetworkLink>& links,
                                       std::size_t room);

// The object-weighted network of a short sequential run: for every two objects of which a rule takes one and
// takes or makes the other, how often it applied per membrane and step.
std::vector<NetworkLink> object_network(const membrane::System& system, const membrane::Modes& modes,
                                        std::uint64_t steps);

}  // namespace morula::muniyandi
