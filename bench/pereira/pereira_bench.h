// The comparison of Pereira (2017), measured on one backend.
#pragma once

#include <cstdint>
#include <string>

#include "bench/compared.h"
#include "models/backend.h"

namespace morula {

constexpr std::uint64_t pereira_cycles = 10'000, pereira_counts_every = 10;

// The paper's Figs 5.1 to 5.7: cycles, counted every 10 of them.
struct ExperimentTime {
  unsigned side = 0;
  std::string path;
  std::uint64_t cycles = 0;  // that were measured
  double seconds = 0;        // of 10,000, scaled if fewer were measured
};

struct CountingTime {
  unsigned side = 0;
  std::string path;
  std::uint64_t counts = 0;  // that were measured
  double seconds = 0;        // of the 1000 counts of a whole run, scaled
};

// The names of the experiments, as in the rows.
constexpr auto experiment_one = "I", experiment_two = "II", experiment_three = "III",
               three_with_atomics = "III, atomics", our_engine = "ours";

Compared<ExperimentTime> compare_experiments(const Backend& backend);
Compared<CountingTime> compare_counting(const Backend& backend);

}  // namespace morula
