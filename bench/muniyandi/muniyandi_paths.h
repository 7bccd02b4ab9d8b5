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
                          std::uint32_t objects);  // as in `morula bench membrane`

class ReactionPath {
 public:
  virtual ~ReactionPath() = default;
  virtual std::uint64_t step(std::uint64_t at_most) = 0;  // steps done; fewer if no rule applies any more
  virtual std::vector<std::uint32_t> counts() = 0;
};

enum class CountsIn { Shared, Global };

std::unique_ptr<ReactionPath> one_core(const Reactions& reactions);

// For this number of threads in a block of Algorithm 1, and this sub-matrix of Algorithm 2.
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

  // Memory and registers that an object takes if each object has a thread, as the compiler reports them for
  // Algorithm 1. The paper puts these into equations (6) to (8). A value that the driver does not report is
  // 0, and so limits nothing.
  Usage object_usage() const;

 private:
  std::shared_ptr<gpu::Device> device_;
  std::uint32_t objects_, threads_;
  SubMatrix block_;
  std::unique_ptr<gpu::Program> program_;
};
using SharedKernels = std::shared_ptr<const ReactionKernels>;

// Each block has one membrane and each thread one object. Every step is a launch, after which the host checks
// what was selected.
std::unique_ptr<ReactionPath> algorithm_1(const Reactions& reactions, SharedKernels kernels, CountsIn where);
// Blocks have sub-matrices, and all steps are one launch.
std::unique_ptr<ReactionPath> algorithm_2(const Reactions& reactions, SharedKernels kernels, CountsIn where);
std::unique_ptr<ReactionPath> our_path(const Reactions& reactions, const Backend& backend);

std::uint32_t threads_of_algorithm_1(std::uint32_t objects, std::uint32_t most);

}  // namespace morula::muniyandi
