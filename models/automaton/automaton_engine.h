// What the two engines of the automaton have in common: one byte per cell, stepped on some processor.
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
  virtual void step(std::uint64_t steps) = 0;  // done when it returns
  virtual void read(Slab slab, std::span<u8> states) = 0;
  virtual void write(Slab slab, std::span<const u8> states) = 0;
  virtual std::vector<std::uint64_t> count_states() = 0;  // cells in state 0, 1
  virtual Hash hash() = 0;
};

std::unique_ptr<AutomatonEngine> make_automaton_cpu(const AutomatonSpec& automaton,
                                                    std::shared_ptr<ThreadPool> threads);
std::unique_ptr<AutomatonEngine> make_automaton_gpu(const AutomatonSpec& automaton,
                                                    std::shared_ptr<gpu::Device> device);

std::uint64_t automaton_cpu_bytes(const Lattice& lattice);
std::uint64_t automaton_gpu_bytes(const Lattice& lattice);
gpu::Source automaton_source(const AutomatonSpec& automaton);  // the program of the GPU engine

}  // namespace morula
