// What an engine of membranes is: it holds a configuration and steps it.
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

// A count beyond 64 bits, or more membranes than numbers or memory hold. The configuration is as it was.
class Overflow : public Error {
 public:
  using Error::Error;
};

class MembraneEngine {
 public:
  virtual ~MembraneEngine() = default;

  virtual u64 step(u64 at_most) = 0;  // steps done: fewer means that it has halted
  virtual u64 time() const = 0;
  virtual void set_time(u64 time) = 0;
  virtual u64 applications() const = 0;  // since it was made or set; stays at 2^64 - 1
  virtual void set_applications(u64 applications) = 0;
  virtual u64 membranes() const = 0;
  virtual std::vector<u64> membranes_by_class() = 0;  // by class_of()
  // How many there are of each of these objects in all membranes, modulo 2^64.
  virtual std::vector<u64> totals(std::span<const u32> objects) = 0;
  virtual std::vector<u64> environment() = 0;  // of every object
  virtual PackedConfiguration packed() = 0;
  virtual void set_packed(const PackedConfiguration& configuration) = 0;
  virtual Hash hash() = 0;
};

// The engine on threads for a system: of islands where objects only react, else of lists.
std::unique_ptr<MembraneEngine> make_membrane_threads(std::shared_ptr<const Plan> plan, const Modes& modes,
                                                      std::shared_ptr<ThreadPool> threads);
std::unique_ptr<MembraneEngine> make_membrane_lists(std::shared_ptr<const Plan> plan, const Modes& modes,
                                                    std::shared_ptr<ThreadPool> threads);

// If a count overflows 64 bits, the step is repeated on `threads`, to name the object in the message.
std::unique_ptr<MembraneEngine> make_membrane_device(std::shared_ptr<const Plan> plan, const Modes& modes,
                                                     std::shared_ptr<gpu::Device> device,
                                                     std::shared_ptr<ThreadPool> threads);

// Throws Overflow if this many membranes need more memory than there is.
void refuse_membranes(u64 step, u64 membranes, u64 needed, u64 available, const std::string& where);

// "step 12 would make more than 18446744073709551615 of 'a' in membrane 3 (label 'h')".
std::string overflow_message(const System& system, u64 step, u64 membrane, u32 label, u32 object);

}  // namespace morula::membrane
