// Many runs of one process, with the series and the counts of pairs of sites that are kept for each run.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "models/interaction/interaction_engine.h"

namespace morula::validation {

constexpr Index furthest = 8;  // largest distance, in sites, at which pairs are counted

// Observations of one run after its transient.
struct Record {
  std::vector<std::vector<double>> density;  // [state][generation]
  std::vector<double> correlation;           // C(r) at 1, 2, … sites, as a mean over pictures
  double interface = 0;                      // mean over pictures, too
  std::uint64_t pictures = 0;
};

struct Trial {
  std::uint64_t seed = 1, runs = 16;
  std::uint64_t transient = 500, generations = 2000;  // `generations` are observed after the transient
  std::uint64_t between_pictures = 25;                // generations; 0 for none
  std::uint64_t slower = 1;                           // this many steps count as one generation
};

// A batch of replicas in their initial states.
std::unique_ptr<InteractionEngine> begin(const InteractionSpec& batch, std::uint64_t seed,
                                         const Backend& backend);

// Divides runs into batches. On a device these run one after the other; on a CPU they run side by side, each
// on one thread. The sequential order always runs on the CPU.
using BatchWork = std::function<void(const InteractionSpec& batch, const Backend& backend)>;
void for_batches(InteractionSpec spec, std::uint64_t runs, std::uint64_t at_once, const Backend& backend,
                 const BatchWork& work);

std::vector<Record> observe_batch(const InteractionSpec& batch, const Trial& trial, const Backend& backend);

}  // namespace morula::validation
