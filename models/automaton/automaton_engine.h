// The interface of every engine of the automaton, on any processor and with any layout of the cells.
//
// An engine knows only the cells that are stored on this rank. Its lattice is Lattice::memory(), and its
// slabs are counted from the first stored cell. `canonical` is the index of a slab's first cell in the
// lattice of all ranks.
#pragma once

#include <cassert>
#include <memory>
#include <span>
#include <vector>

#include "core/field.h"
#include "core/hash.h"
#include "core/threads.h"
#include "gpu/device.h"
#include "models/automaton/automaton_spec.h"
#include "models/backend.h"
#include "models/model.h"
#include "models/ranks/halos.h"
#include "models/sites/rule_failure.h"

namespace morula {

class AutomatonEngine : public LayerCopies {
 public:
  virtual void step(std::uint64_t steps) = 0;  // on a device it may return before the steps are done
  virtual void finish() {}                     // waits until the steps are done
  // step(), then an exchange of halos. A device may compute the interior of the part during the exchange.
  virtual void step_and_exchange(std::uint64_t steps, Halos& halos) {
    step(steps);
    halos.exchange(*this);
  }
  virtual void read(Slab slab, std::span<u8> states) = 0;
  virtual void write(Slab slab, std::span<const u8> states) = 0;
  virtual bool read_on_device(Slab, const Model::DeviceSink&) { return false; }  // see Model
  // Draws the states of these cells (see random_states.h). Returns false if the engine cannot draw; the host
  // then does.
  virtual bool fill_random(u32x2 /*key*/, const std::vector<StateUpTo>& /*table*/, Slab /*cells*/,
                           Index /*canonical*/) {
    return false;
  }
  virtual std::span<const u8> in_place() const { return {}; }      // the stored states, one byte per cell
  virtual std::vector<std::uint64_t> count_states(Slab rows) = 0;  // number of cells in each state
  virtual Hash hash(Slab rows, Index canonical) = 0;

  // Layers (rows of a plane, planes of a solid) that are copied for the same engine on another rank.
  virtual std::uint64_t layer_bytes() const = 0;

  // These functions are called only for rules that are written as formulas. begin() passes the values that
  // are the same at every site in the next step; if the rule uses totals, it must be called before every
  // step. After a failure, the engine holds the state before the step that failed.
  virtual void begin(const StepValues&) {}
  virtual std::optional<RuleFailure> failure() const { return std::nullopt; }

  // The following functions are called only for tissue. excite() excites every excitable cell of the shape.
  virtual void excite(const Shape&) { assert(false); }

  // Activation times: when each cell was last excited; 0 for cells that were never excited. mark_activation()
  // writes `time` for the cells that have just been excited. The buffer is allocated at the first call.
  virtual void mark_activation(u32 /*time*/) { assert(false); }
  virtual void read_activation_times(Slab, std::span<u32>) { assert(false); }
  virtual void write_activation_times(Slab, std::span<const u32>) { assert(false); }
  virtual bool read_activation_on_device(Slab, const Model::DeviceSink&) { return false; }
  virtual Hash hash_activation_times(Slab /*cells*/, Index /*canonical*/) {
    assert(false);
    return {};
  }
};

// Makes the engine for a model on a processor. The model may be the whole lattice or the part of one rank.
std::unique_ptr<AutomatonEngine> make_engine(const AutomatonSpec& automaton, const Backend& backend,
                                             u64 seed);
bool is_bitplane(const AutomatonSpec& automaton);   // does it run on a bit-plane engine?
bool is_evaluated(const AutomatonSpec& automaton);  // does its engine evaluate formulas?

// The plain engines run every rule. `…_bytes` is the memory that they need on the host or on a device;
// `plain_source` is the program that the device compiles.
std::unique_ptr<AutomatonEngine> make_plain_cpu(const AutomatonSpec& automaton,
                                                std::shared_ptr<ThreadPool> threads);
std::unique_ptr<AutomatonEngine> make_plain_gpu(const AutomatonSpec& automaton,
                                                std::shared_ptr<gpu::Device> device);
std::uint64_t plain_cpu_bytes(const AutomatonSpec& automaton);
std::uint64_t plain_gpu_bytes(const AutomatonSpec& automaton);
gpu::Source plain_source(const AutomatonSpec& automaton);

// The bit-plane engines run rules that are a cycle of states (automaton.cycle) or a table of squares
// (automaton.table).
std::unique_ptr<AutomatonEngine> make_bitplane_cpu(const AutomatonSpec& automaton,
                                                   std::shared_ptr<ThreadPool> threads);
std::unique_ptr<AutomatonEngine> make_bitplane_gpu(const AutomatonSpec& automaton,
                                                   std::shared_ptr<gpu::Device> device);
std::uint64_t bitplane_cpu_bytes(const AutomatonSpec& automaton);
std::uint64_t bitplane_gpu_bytes(const AutomatonSpec& automaton);
std::uint64_t bitplane_gpu_largest_buffer(const AutomatonSpec& automaton);
std::vector<gpu::Source> bitplane_sources(const AutomatonSpec& automaton);

}  // namespace morula
