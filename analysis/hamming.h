// Measures chaos by the Hamming distance (Bazeia 2017, Sci. Rep. 7, 44900): the density h(t) of sites that
// differ between two runs that share random numbers, but whose initial states differ in one or a few sites.
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
  std::vector<std::string> overrides;  // in the form of --set
  std::uint64_t sites = 1;             // number of sites that differ at the beginning
  std::optional<std::uint64_t> pairs;  // if absent, the model file's replicas
  std::optional<std::uint64_t> every;  // steps between comparisons; if absent, 1/200 of all steps
  std::optional<std::uint64_t> from;   // first step of the plateau's window; if absent, 3/4 of all steps
  std::optional<std::uint64_t> frames_every;  // steps between pictures; if absent, 1/10 of all steps
};

// One pair of runs. Its random numbers are determined by (seed, replica).
struct HammingPair {
  std::uint64_t seed = 0, replica = 0;
  std::pair<unsigned, unsigned> states_left;  // number of states that survive at the end of either run
};

struct HammingReport {
  std::string model;
  std::string command;  // the command that repeats the analysis
  std::uint64_t lattice_sites = 0, changed = 0, steps = 0, every = 0;
  std::vector<HammingPair> pairs;
  Curves density;  // one curve for each pair
  Plateau plateau;
  std::optional<Plateau> of_partly;  // of the pairs that end with some sites different, but not all

  std::uint64_t alike() const;       // number of pairs without a difference at the end
  std::uint64_t everywhere() const;  // number of pairs that differ at every site at the end
  double states_left() const;        // mean number of surviving states in a run
};

// Throws SpecError with all problems of the choice, before anything is computed.
Spec read_pair_model(const HammingChoice& choice);

// If `folder` is given, pictures of the first pair's difference are written to frames/ in it.
HammingReport analyze_hamming(const HammingChoice& choice, const Backend& backend, const Hooks& hooks,
                              const std::optional<std::filesystem::path>& folder);

}  // namespace morula
