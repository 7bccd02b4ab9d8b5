// Ways to run the system of equation (10): the paper's algorithms, a loop on one core, and our engine.
#pragma once

#include <cstdint>
#include <memory>
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
// A membrane for each block, an object for each thread; a launch, and a look at what it selected, for each
// step.
std::unique_ptr<ReactionPath> algorithm_1(const Reactions& reactions, std::shared_ptr<gpu::Device> device,
                                          CountsIn where);
// Sub-matrices: all steps in one launch.
std::unique_ptr<ReactionPath> algorithm_2(const Reactions& reactions, std::shared_ptr<gpu::Device> device,
                                          SubMatrix block, CountsIn where);
std::unique_ptr<ReactionPath> our_path(const Reactions& reactions, const Backend& backend);

std::uint32_t threads_of_algorithm_1(std::uint32_t objects, std::uint32_t most);

}  // namespace morula::muniyandi
