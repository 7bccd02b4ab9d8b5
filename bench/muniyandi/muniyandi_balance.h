// Balancing_Occup_Sync_Approach of Muniyandi and Maroosi (2020), section 3.1: which objects share a thread
// and which membranes share a block, so that multiprocessors are full and blocks have little to say to each
// other.
#pragma once

#include <optional>

#include "bench/muniyandi/muniyandi_grouping.h"
#include "bench/muniyandi/muniyandi_occupancy.h"

namespace morula::muniyandi {

struct BalanceInput {
  std::uint32_t objects = 0, membranes = 0;
  Network object_links, membrane_links;
  Multiprocessor multiprocessor = gtx_680;
  Usage object, membrane;  // what each takes of it
  double high_rate = 0;    // rates above this are high; the paper names no number
  std::optional<std::uint32_t> objects_per_thread = std::nullopt;  // instead of equation (3)
};

struct Balance {
  int step = 1;  // of the approach: the last one that was taken
  std::uint32_t objects_per_thread = 1;
  SubMatrix block;                                 // N_Tx threads for each of N_Ty membranes
  std::vector<NodeGroup> threads;                  // objects that share a thread
  std::vector<NodeGroup> blocks;                   // membranes that share a block
  double between_threads = 0, between_blocks = 0;  // rates that are left
  double occupancy = 0;
  bool launches_again = false;  // blocks still communicate: kernels are launched again where they do
};

// Step 1: an object for each thread, membranes in the order of their numbers. Step 2, if the rate between
// threads or blocks is high: objects and membranes are grouped by their networks as far as multiprocessors
// stay full. Step 3, if the rate between blocks is still high: blocks as large as they can be, and as many
// objects per thread as depend on each other, at the cost of occupancy. Step 4, if that did not lower it: as
// after step 2, and kernels are launched again.
Balance balanced(const BalanceInput& input);

}  // namespace morula::muniyandi
