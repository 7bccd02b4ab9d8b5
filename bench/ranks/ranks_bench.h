// One lattice over the ranks that a launcher has started, or on the threads of one process: update rates, the
// fraction of the time spent on exchanging halos, and the fraction predicted from exchanges by themselves.
#pragma once

#include <string>
#include <vector>

#include "bench/ranks/links.h"
#include "bench/ranks/measured_ranks.h"
#include "io/json.h"
#include "models/backend.h"
#include "models/spec.h"

namespace morula {

struct RankCase {
  std::string what;
  Spec spec;
};

// Bytes per second of copies between device and host that are as long as halos; 0 on the CPU.
struct Staging {
  double to_host = 0, from_host = 0;
};

struct RankRate {
  std::string what, unit;
  double updates_per_second = 0;
  // As measured on rank 0 if there are several ranks.
  std::uint64_t halo = 0, owned = 0;  // layers
  Exchanged exchanged;
  double seconds = 0;    // of the measured steps
  double predicted = 0;  // seconds of an exchange by itself, from before and after
};

struct RankRates {
  std::string backend;
  int ranks = 1;
  unsigned threads = 1;  // of each rank, on the CPU
  LinkTimes links;       // if there are several ranks
  Staging staging;
  std::vector<RankRate> rates;
};

// Lattices of the same size for any number of workers, and others that grow with that number. GPUs get larger
// ones.
std::vector<RankCase> rank_cases(unsigned workers, bool gpu);

// Every rank calls it with the same cases. Only rank 0 gets the results.
RankRates bench_ranks(const Backend& backend, Communicator& ranks, const std::vector<RankCase>& cases);

std::string as_text(const RankRates& rates);
io::Json as_json(const RankRates& rates);

}  // namespace morula
