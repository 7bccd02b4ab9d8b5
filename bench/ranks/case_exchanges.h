// How long the exchanges of a case take by themselves: with its messages, at its intervals, on ranks that go
// through as much memory in between. The model itself is not computed.
#pragma once

#include <vector>

#include "core/communicator.h"
#include "models/backend.h"
#include "models/spec.h"

namespace morula {

// The exchanges of a case: their size and times.
struct CaseTraffic {
  std::uint64_t halo = 0, layer_bytes = 0;  // layers of a message, and the bytes of each
  double step = 0, interval = 0;            // seconds of a step, and from one exchange to the next
};

// Seconds of exchanges on this rank, 20 to 101 of them. Every rank calls it for the same case, with the
// traffic of rank 0.
std::vector<double> exchanges_alone(const Spec& spec, const Backend& backend, const CaseTraffic& traffic,
                                    Communicator& ranks);

}  // namespace morula
