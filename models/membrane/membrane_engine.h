// The interface of an engine of membranes: it holds a configuration and steps it.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/threads.h"
#include "gpu/device.h"
#include "models/membrane/configuration.h"
#include "models/membrane/plan.h"

namespace morula::membrane {

// Thrown if a count exceeds 64 bits, or if there are more membranes than numbers or memory allow. The
// configuration is left unchanged.
class Overflow : public Error {
 public:
  using Error::Error;
};

class MembraneEngine {
 public:
  virtual ~MembraneEngine() = default;

  virtual u64 step(u64 at_most) = 0;  // returns the steps done; fewer than `at_most` if the system has halted
  virtual u64 time() const = 0;
  virtual void set_time(u64 time) = 0;
  virtual u64 applications() const = 0;  // since the engine was made or set; at most 2^64 - 1
  virtual void set_applications(u64 applications) = 0;
  virtual u64 membranes() const = 0;
  virtual std::vector<u64> membranes_by_class() = 0;  // by class_of()
  // The total number of each of these objects in all membranes, modulo 2^64.
  virtual std::vector<u64> totals(std::span<const u32> objects) = 0;
  virtual std::vector<u64> environment() = 0;  // count of every object
  virtual PackedConfiguration packed() = 0;
  virtual void set_packed(const PackedConfiguration& configuration) = 0;
  virtual Hash hash() = 0;
};

// The engine on threads for a system: the engine of islands if objects only react, otherwise the engine of
// lists.
std::unique_ptr<MembraneEngine> make_membrane_threads(std::shared_ptr<const Plan> plan, const Modes& modes,
                                                      std::shared_ptr<ThreadPool> threads);
std::unique_ptr<MembraneEngine> make_membrane_lists(std::shared_ptr<const Plan> plan, const Modes& modes,
                                                    std::shared_ptr<ThreadPool> threads);

// If a count overflows 64 bits, the step is repeated on `threads` to find the name of the object for the
// message.
std::unique_ptr<MembraneEngine> make_membrane_device(std::shared_ptr<const Plan> plan, const Modes& modes,
                                                     std::shared_ptr<gpu::Device> device,
                                                     std::shared_ptr<ThreadPool> threads);

// Throws Overflow if this many membranes need more memory than there is.
void refuse_membranes(u64 step, u64 membranes, u64 needed, u64 available, const std::string& where);

// "step 12 would make more than 18446744073709551615 of 'a' in membrane 3 (label 'h')".
std::string overflow_message(const System& system, u64 step, u64 membrane, u32 label, u32 object);

}  // namespace morula::membrane
