// Chaos by the Hamming distance (Bazeia 2017, Sci. Rep. 7, 44900): the density h(t) of sites that differ
// between two runs that share random numbers, but whose initial states differ in one or a few sites.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/plateau.h"
#include "models/backend.h"
#include "runner/run.h"

namespace morula {

struct HammingChoice {
  ModelFile model;
  std::vector<std::string> overrides;  // as --set takes them
  std::uint64_t sites = 1;             // that differ at the beginning
  std::optional<std::uint64_t> pairs;  // the model file's replicas, if not given
  std::optional<std::uint64_t> every;  // steps between comparisons: a two-hundredth of all, if not given
  std::optional<std::uint64_t> from;   // where the plateau's window begins: at three quarters, if not given
  std::optional<std::uint64_t> frames_every;  // a tenth of all, if not given
};

// One pair of runs. Its random numbers are determined by (seed, replica).
struct HammingPair {
  std::uint64_t seed = 0, replica = 0;
  std::pair<unsigned, unsigned> states_left;  // at the end, of either run
};

struct HammingReport {
  std::string model;
  std::string command;  // that repeats the analysis
  std::uint64_t lattice_sites = 0, changed = 0, steps = 0, every = 0;
  std::vector<HammingPair> pairs;
  Curves density;  // of each pair
  Plateau plateau;
  std::optional<Plateau> of_partly;  // of the pairs that neither end alike nor differ everywhere

  std::uint64_t alike() const;       // pairs without a difference at the end
  std::uint64_t everywhere() const;  // pairs that differ at every site
  double states_left() const;        // in a run, on average
};

// Throws SpecError with everything that is wrong with the choice, before anything is computed.
Spec read_pair_model(const HammingChoice& choice);

// Pictures of the first pair's difference go to frames/ in `folder`, where there is one.
HammingReport analyze_hamming(const HammingChoice& choice, const Backend& backend, const Hooks& hooks,
                              const std::optional<std::filesystem::path>& folder);

}  // namespace morula
