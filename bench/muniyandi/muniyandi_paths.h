// Ways to run the system of equation (10): the paper's algorithms, a loop on one core, and our engine.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bench/muniyandi/muniyandi_occupancy.h"
#include "models/backend.h"

namespace morula::muniyandi {

struct Reactions {
  std::uint32_t membranes = 0, objects = 0;
  std::vector<std::uint32_t> counts;  // [membrane · objects + object]
};
Reactions drawn_reactions(std::uint32_t membranes,
                          std::uint32_t objects);  // those of `morula bench membrane`

class ReactionPath {
 public:
  virtual ~ReactionPath() = default;
  virtual std::uint64_t step(std::uint64_t at_most) = 0;  // fewer means that nothing applies any more
  virtual std::vector<std::uint32_t> counts() = 0;
};

enum class CountsIn { Shared, Global };

std::unique_ptr<ReactionPath> one_core(const Reactions& reactions);

// For blocks of Algorithm 1 of this many threads, and this sub-matrix of Algorithm 2.
gpu::Source reaction_source(std::uint32_t objects, std::uint32_t threads, SubMatrix block);

// The kernels of both algorithms, compiled for one number of objects and one sub-matrix.
class ReactionKernels {
 public:
  ReactionKernels(std::shared_ptr<gpu::Device> device, std::uint32_t objects, SubMatrix block);

  gpu::Device& device() const { return *device_; }
  std::uint32_t objects() const { return objects_; }
  std::uint32_t threads() const { return threads_; }  // of a block of Algorithm 1
  SubMatrix block() const { return block_; }
  std::unique_ptr<gpu::Kernel> kernel(const std::string& name, CountsIn where) const;

  // What an object takes where each has a thread, as the compiler reports it for Algorithm 1: what the paper
  // puts into equations (6) to (8). What the driver does not report is 0, and so limits nothing.
  Usage object_usage() const;

 private:
  std::shared_ptr<gpu::Device> device_;
  std::uint32_t objects_, threads_;
  SubMatrix block_;
  std::unique_ptr<gpu::Program> program_;
};
using SharedKernels = std::shared_ptr<const ReactionKernels>;

// A membrane for each block, an object for each thread; a launch, and a look at what it selected, for each
// step.
std::unique_ptr<ReactionPath> algorithm_1(const Reactions& reactions, SharedKernels kernels, CountsIn where);
// Sub-matrices: all steps in one launch.
std::unique_ptr<ReactionPath> algorithm_2(const Reactions& reactions, SharedKernels kernels, CountsIn where);
std::unique_ptr<ReactionPath> our_path(const Reactions& reactions, const Backend& backend);

std::uint32_t threads_of_algorithm_1(std::uint32_t objects, std::uint32_t most);

}  // namespace morula::muniyandi
