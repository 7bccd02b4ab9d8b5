// Balancing_Occup_Sync_Approach of Muniyandi and Maroosi (2020), section 3.1: which objects share a thread
// and which membranes share a block, so that multiprocessors are full and blocks communicate little.
#pragma once

#include <optional>

#include "bench/muniyandi/muniyandi_grouping.h"
#include "bench/muniyandi/muniyandi_occupancy.h"

namespace morula::muniyandi {

struct BalanceInput {
  std::uint32_t objects = 0, membranes = 0;
  Network object_links, membrane_links;
  Multiprocessor multiprocessor = gtx_680;
  Usage object, membrane;  // resources that an object and a membrane take
  double high_rate = 0;    // rates above this are high; the paper names no number
  std::optional<std::uint32_t> objects_per_thread = std::nullopt;  // instead of equation (3)
};

struct Balance {
  int step = 1;  // the last step of the approach that was taken
  std::uint32_t objects_per_thread = 1;
  SubMatrix block;                                 // N_Tx threads for each of N_Ty membranes
  std::vector<NodeGroup> threads;                  // objects that share a thread
  std::vector<NodeGroup> blocks;                   // membranes that share a block
  double between_threads = 0, between_blocks = 0;  // remaining rates of communication
  double occupancy = 0;
  bool launches_again = false;  // blocks still communicate, so that kernels end when they do
};

// Step 1 gives each thread one object, and takes membranes in the order of their numbers. Step 2, if the rate
// between threads or blocks is high, groups objects and membranes by their networks as far as multiprocessors
// stay full. Step 3, if the rate between blocks is still high, makes blocks as large as possible and lets a
// thread have all objects that depend on each other, at the cost of occupancy. Step 4, if that did not lower
// the rate, returns to the result of step 2 and launches kernels again.
Balance balanced(const BalanceInput& input);

}  // namespace morula::muniyandi
