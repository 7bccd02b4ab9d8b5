// One lattice over the ranks that a launcher has started, or on the threads of one process: rates, what of
// the time goes into exchanges of rims, and what a simple model of the links predicts.
#pragma once

#include <string>
#include <vector>

#include "bench/ranks/measured_ranks.h"
#include "io/json.h"
#include "models/backend.h"
#include "models/spec.h"

namespace morula {

struct RankCase {
  std::string what;
  Spec spec;
};

// An exchange of messages with both neighbours at once.
struct Links {
  double latency = 0;           // seconds, of messages that hold almost nothing
  double bytes_per_second = 0;  // sent by one rank, of long ones, beyond the latency

  double seconds(double bytes) const { return latency + bytes / bytes_per_second; }
};

// Bytes per second between a device and the host, of copies as long as rims; none on the CPU.
struct Staging {
  double to_host = 0, from_host = 0;
};

struct RankRate {
  std::string what, unit;
  double updates_per_second = 0;
  // Of rank 0, if there are several.
  std::uint64_t rim = 0, owned = 0;  // layers
  Exchanged exchanged;
  double seconds = 0;  // in which that was exchanged
};

struct RankRates {
  std::string backend;
  int ranks = 1;
  unsigned threads = 1;  // of each, on the CPU
  Links links;           // if there are several
  Staging staging;
  std::vector<RankRate> rates;
};

// The same lattices for any number of workers, and some that grow with it: those of GPUs are larger.
std::vector<RankCase> rank_cases(unsigned workers, bool gpu);

// Every rank calls it, with the same cases. What was measured is on rank 0.
RankRates bench_ranks(const Backend& backend, Communicator& ranks, const std::vector<RankCase>& cases);

std::string as_text(const RankRates& rates);
io::Json as_json(const RankRates& rates);

}  // namespace morula
