#include "core/rank_threads.h"

#include <sched.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

namespace morula {
namespace {

unsigned count_of(const ProcessorMask& mask) {
  unsigned count = 0;
  for (const std::uint64_t word : mask) count += static_cast<unsigned>(std::popcount(word));
  return count;
}

bool overlap(const ProcessorMask& a, const ProcessorMask& b) {
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    if ((a[i] & b[i]) != 0) return true;
  return false;
}

// The bytes of a mask, followed by the name of the node.
Bytes bytes_of(const ProcessorMask& mask, const std::string& host) {
  Bytes bytes(sizeof(cpu_set_t) + host.size());
  std::memcpy(bytes.data(), mask.data(), sizeof(cpu_set_t));
  if (!host.empty()) std::memcpy(bytes.data() + sizeof(cpu_set_t), host.data(), host.size());
  return bytes;
}

}  // namespace

ProcessorMask processors_of_this_process() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  ProcessorMask mask(sizeof allowed / sizeof(std::uint64_t));
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) std::memcpy(mask.data(), &allowed, sizeof allowed);
  return mask;
}

unsigned share_of_processors(const ProcessorMask& of_rank, const std::vector<ProcessorMask>& of_ranks) {
  const auto sharing =
      std::ranges::count_if(of_ranks, [&](const ProcessorMask& mask) { return overlap(mask, of_rank); });
  return std::max(1u, count_of(of_rank) / std::max(1u, static_cast<unsigned>(sharing)));
}

unsigned threads_of_rank(Communicator& ranks) {
  const ProcessorMask of_rank = processors_of_this_process();
  const std::string& host = ranks.node().host;
  const std::vector<Bytes> everybody(static_cast<std::size_t>(ranks.size()), bytes_of(of_rank, host));
  std::vector<ProcessorMask> on_this_node;
  for (const Bytes& bytes : ranks.all_to_all(everybody)) {
    const std::string rank_host(reinterpret_cast<const char*>(bytes.data()) + sizeof(cpu_set_t),
                                bytes.size() - sizeof(cpu_set_t));
    if (rank_host != host) continue;
    ProcessorMask mask(of_rank.size());
    std::memcpy(mask.data(), bytes.data(), sizeof(cpu_set_t));
    on_this_node.push_back(std::move(mask));
  }
  return share_of_processors(of_rank, on_this_node);
}

}  // namespace morula
