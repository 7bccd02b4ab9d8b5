// A communicator that measures the exchanges of its rank. All ranks of a run must use one.
#pragma once

#include <numeric>

#include "bench/clock.h"
#include "bench/ranks/median.h"
#include "core/wrapped_communicator.h"

namespace morula {

// The exchanges of one rank.
struct Exchanged {
  std::uint64_t messages = 0, bytes = 0;  // sent
  double waiting = 0;                     // seconds until all ranks have arrived, since their speeds differ
  std::vector<double> exchanges;          // seconds that the messages of each exchange took

  double exchanging() const { return std::accumulate(exchanges.begin(), exchanges.end(), 0.0); }
  double typical() const { return median(exchanges); }
};

class MeasuredRanks final : public WrappedCommunicator {
 public:
  using WrappedCommunicator::WrappedCommunicator;

  const Exchanged& exchanged() const { return exchanged_; }
  void forget() { exchanged_ = {}; }

  void exchange(std::span<const Sent> sent, std::span<const Received> received) override {
    // A rank that has waited long for the others sleeps, and wakes up to a millisecond after them. A rank
    // that waits for this one sleeps too, but for at most 50 us. So all ranks meet three times.
    exchanged_.waiting += seconds_of([&] {
      std::uint64_t nothing = 0;
      for (int meeting = 0; meeting < 3; ++meeting) sum({&nothing, 1});
    });
    exchanged_.exchanges.push_back(seconds_of([&] { WrappedCommunicator::exchange(sent, received); }));
    exchanged_.messages += sent.size();
    for (const Sent& message : sent) exchanged_.bytes += message.bytes.size();
  }

 private:
  Exchanged exchanged_;
};

}  // namespace morula
