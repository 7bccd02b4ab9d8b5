#include "bench/muniyandi/muniyandi_balance.h"

#include <algorithm>
#include <cmath>

namespace morula::muniyandi {
namespace {

std::uint32_t whole(double number, std::uint32_t most) {
  return number >= most ? most : std::max(static_cast<std::uint32_t>(number), 1u);
}

// Groups of this many consecutive nodes.
std::vector<NodeGroup> in_order(std::uint32_t nodes, std::uint32_t room) {
  std::vector<NodeGroup> groups;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    if (node % room == 0) groups.emplace_back();
    groups.back().push_back(node);
  }
  return groups;
}

// Several groups of objects share a thread if a row has fewer threads than there are groups.
Balance assigned(const BalanceInput& input, int step, std::uint32_t objects_per_thread, bool larger_blocks,
                 double membranes_at_most) {
  const bool by_rate = step > 1;
  Balance balance;
  balance.step = step;
  balance.objects_per_thread = objects_per_thread;
  balance.threads = by_rate ? grouped_by_rate(input.objects, input.object_links, objects_per_thread)
                            : in_order(input.objects, objects_per_thread);
  const double most_threads = input.multiprocessor.threads_of_block;
  const double threads = std::min(threads_of_block(input.multiprocessor, larger_blocks), most_threads);
  balance.block =
      sub_matrix(static_cast<std::uint32_t>(balance.threads.size()), static_cast<std::uint32_t>(threads));
  balance.block.y = std::min(balance.block.y, whole(membranes_at_most, balance.block.y));
  balance.blocks = by_rate ? grouped_by_rate(input.membranes, input.membrane_links, balance.block.y)
                           : in_order(input.membranes, balance.block.y);
  balance.between_threads = rate_between(balance.threads, input.object_links);
  balance.between_blocks = rate_between(balance.blocks, input.membrane_links);
  balance.occupancy = occupancy(input.multiprocessor, balance.block.x * balance.block.y);
  return balance;
}

}  // namespace

Balance balanced(const BalanceInput& input) {
  const auto is_high = [&](double rate) { return rate > input.high_rate; };
  Balance first = assigned(input, 1, 1, false, unbounded);
  if (!is_high(first.between_threads) && !is_high(first.between_blocks)) return first;

  const std::uint32_t dependent = most_dependent(input.objects, input.object_links);
  const std::uint32_t room = input.objects_per_thread.value_or(
      whole(objects_of_thread(input.multiprocessor, input.object, dependent), input.objects));
  const double block_threads = threads_of_block(input.multiprocessor, false);
  Balance second = assigned(input, 2, room, false,
                            membranes_of_block(input.multiprocessor, input.membrane, block_threads));
  if (!is_high(second.between_blocks)) return second;

  const Balance third =
      assigned(input, 3, std::max(input.objects_per_thread.value_or(dependent), room), true, unbounded);
  if (third.between_blocks < second.between_blocks) {
    Balance balance = third;
    balance.launches_again = balance.between_blocks > 0;
    return balance;
  }
  second.step = 4;
  second.launches_again = true;
  return second;
}

}  // namespace morula::muniyandi
