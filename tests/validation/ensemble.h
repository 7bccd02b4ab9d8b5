// Many runs of one process, and the series and pairs of sites that are kept of each.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "models/interaction/interaction_engine.h"

namespace morula::validation {

constexpr Index furthest = 8;  // sites apart at which pairs are counted

// What is observed of one run after its transient.
struct Record {
  std::vector<std::vector<double>> density;  // [state][generation]
  std::vector<double> correlation;           // C(r) at 1, 2, … sites, the mean over pictures
  double interface = 0;                      // likewise
  std::uint64_t pictures = 0;
};

struct Trial {
  std::uint64_t seed = 1, runs = 16;
  std::uint64_t transient = 500, generations = 2000;  // observed after the transient
  std::uint64_t between_pictures = 25;                // generations; 0 for none
  std::uint64_t slower = 1;                           // this many steps count as one generation
};

// A batch of replicas in their initial states.
std::unique_ptr<InteractionEngine> begin(const InteractionSpec& batch, std::uint64_t seed,
                                         const Backend& backend);

// Divides runs into batches: one after the other on a device, side by side on a CPU, each there on a thread
// of its own. The sequential order goes to the CPU.
using BatchWork = std::function<void(const InteractionSpec& batch, const Backend& backend)>;
void for_batches(InteractionSpec spec, std::uint64_t runs, std::uint64_t at_once, const Backend& backend,
                 const BatchWork& work);

std::vector<Record> observe_batch(const InteractionSpec& batch, const Trial& trial, const Backend& backend);

}  // namespace morula::validation
