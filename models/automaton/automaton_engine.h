// What the engines of the automaton have in common, on whatever processor and however they hold the cells.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/field.h"
#include "core/hash.h"
#include "core/threads.h"
#include "gpu/device.h"
#include "models/automaton/automaton_spec.h"

namespace morula {

class AutomatonEngine {
 public:
  virtual ~AutomatonEngine() = default;
  virtual void step(std::uint64_t steps) = 0;  // on a device it returns before they are done
  virtual void finish() {}                     // until they are
  virtual void read(Slab slab, std::span<u8> states) = 0;
  virtual void write(Slab slab, std::span<const u8> states) = 0;
  virtual std::vector<std::uint64_t> count_states() = 0;  // cells in each state
  virtual Hash hash() = 0;

  // Excites every cell of the shape that can be excited.
  virtual void excite(const Shape& shape) = 0;

  // Marks the cells that have just been excited, with the time, on a map of the last such time of each cell:
  // the buffer is made at the first call. Zero where there was none.
  virtual void mark_onsets(u32 time) = 0;
  virtual void read_onsets(Slab slab, std::span<u32> times) = 0;
  virtual void write_onsets(Slab slab, std::span<const u32> times) = 0;
  virtual Hash hash_onsets() = 0;
};

// The plain engines, for every rule: what they need of the host or of a device, and the device's program.
std::unique_ptr<AutomatonEngine> make_automaton_cpu(const AutomatonSpec& automaton,
                                                    std::shared_ptr<ThreadPool> threads);
std::unique_ptr<AutomatonEngine> make_automaton_gpu(const AutomatonSpec& automaton,
                                                    std::shared_ptr<gpu::Device> device);
std::uint64_t automaton_cpu_bytes(const AutomatonSpec& automaton);
std::uint64_t automaton_gpu_bytes(const AutomatonSpec& automaton);
gpu::Source automaton_source(const AutomatonSpec& automaton);

// The fast ones, for rules that are a cycle of states (automaton.cycle).
std::unique_ptr<AutomatonEngine> make_sliced_cpu(const AutomatonSpec& automaton,
                                                 std::shared_ptr<ThreadPool> threads);
std::unique_ptr<AutomatonEngine> make_sliced_gpu(const AutomatonSpec& automaton,
                                                 std::shared_ptr<gpu::Device> device);
std::uint64_t sliced_cpu_bytes(const AutomatonSpec& automaton);
std::uint64_t sliced_gpu_bytes(const AutomatonSpec& automaton);
std::uint64_t sliced_gpu_largest(const AutomatonSpec& automaton);  // of its buffers
std::vector<gpu::Source> sliced_sources(const AutomatonSpec& automaton);

}  // namespace morula
