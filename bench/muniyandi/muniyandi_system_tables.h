// Tables of a system and of the threads that have its objects, for muniyandi_system_kernels.h.
#pragma once

#include <vector>

#include "bench/muniyandi/muniyandi_grouping.h"

namespace morula::muniyandi {

struct SystemTables {
  std::vector<u32> t;
  std::vector<u64> w;
};

// `threads`: the objects of each thread of a membrane. Rules that compete go to the thread that has the first
// object of the first of them. A block has `rows` rows and can record `births` births.
SystemTables system_tables(const membrane::System& system, const membrane::Modes& modes,
                           const std::vector<NodeGroup>& threads, u32 rows, u32 births);

// Deals groups of objects to this many threads.
std::vector<NodeGroup> dealt(const std::vector<NodeGroup>& groups, u32 threads);

// The groups of rules of one class of membranes that compete with each other. Rules compete if they consume
// the same objects, or if neither is an evolution rule: a membrane applies only one of those in a step. Rules
// are in file order; send-in rules are left out.
std::vector<std::vector<u32>> competing_rules(const membrane::System& system, u32 of);

}  // namespace morula::muniyandi
