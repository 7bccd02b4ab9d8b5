// Algorithms 1 and 2 of Muniyandi and Maroosi (2020) on any P system with active membranes, by both choices
// and both kinds of parallelism. They come to the configurations of our engines. Counts are not checked for
// overflow.
#pragma once

#include <memory>

#include "bench/muniyandi/muniyandi_balance.h"
#include "bench/muniyandi/muniyandi_blocks.h"

namespace morula::muniyandi {

class SystemPath {
 public:
  virtual ~SystemPath() = default;
  virtual u64 step(u64 at_most) = 0;  // steps done: fewer means that it has halted
  virtual membrane::Configuration configuration() = 0;
};

// A membrane for each block, an object for each thread. The system must outlive the path.
std::unique_ptr<SystemPath> system_by_algorithm_1(const membrane::System& system,
                                                  const membrane::Modes& modes,
                                                  std::shared_ptr<gpu::Device> device);

struct Algorithm2Settings {
  u64 measured_steps = 64;  // of the sequential run in which rates and the schedule are measured
  BlockRules blocks = {};
  double high_rate = 0;
  std::optional<std::uint32_t> objects_per_thread = std::nullopt;
  std::optional<std::uint32_t> rows = std::nullopt;  // membranes of a block, instead of what balancing says
};

// Blocks of several membranes, which take steps on their own until blocks must wait for each other.
class BlockedSystem : public SystemPath {
 public:
  virtual const Balance& balance() const = 0;
  virtual const BlockSchedule& schedule() const = 0;
};
std::unique_ptr<BlockedSystem> system_by_algorithm_2(const membrane::System& system,
                                                     const membrane::Modes& modes,
                                                     std::shared_ptr<gpu::Device> device,
                                                     const Algorithm2Settings& settings);

}  // namespace morula::muniyandi
