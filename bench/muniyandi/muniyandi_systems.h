// Algorithms 1 and 2 of Muniyandi and Maroosi (2020) for any P system with active membranes, with both values
// of `choice` and both kinds of parallelism. Their configurations are those of our engines. Counts are not
// checked for overflow.
#pragma once

#include <memory>

#include "bench/muniyandi/muniyandi_balance.h"
#include "bench/muniyandi/muniyandi_blocks.h"

namespace morula::muniyandi {

class SystemPath {
 public:
  virtual ~SystemPath() = default;
  virtual u64 step(u64 at_most) = 0;  // steps done; fewer if the system has halted
  virtual membrane::Configuration configuration() = 0;
};

// Each block has one membrane and each thread one object. The system must outlive the path.
std::unique_ptr<SystemPath> system_by_algorithm_1(const membrane::System& system,
                                                  const membrane::Modes& modes,
                                                  std::shared_ptr<gpu::Device> device);

struct Algorithm2Settings {
  u64 measured_steps = 64;  // steps of the sequential run that measures rates and the schedule
  BlockRules blocks = {};
  double high_rate = 0;
  std::optional<std::uint32_t> objects_per_thread = std::nullopt;
  std::optional<std::uint32_t> rows =
      std::nullopt;  // membranes of a block, instead of the result of balancing
};

// Blocks have several membranes, and make steps on their own until blocks must wait for each other.
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
