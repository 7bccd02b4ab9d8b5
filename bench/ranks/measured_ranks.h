// A communicator that measures the exchanges of its rank. All ranks of a run must use one.
#pragma once

#include "bench/clock.h"
#include "core/wrapped_communicator.h"

namespace morula {

// What one rank has exchanged.
struct Exchanged {
  std::uint64_t exchanges = 0;
  std::uint64_t bytes = 0;  // sent
  double waiting = 0;       // seconds until all ranks were there: they are not equally fast
  double exchanging = 0;    // seconds in which messages travelled
};

class MeasuredRanks final : public WrappedCommunicator {
 public:
  using WrappedCommunicator::WrappedCommunicator;

  const Exchanged& exchanged() const { return exchanged_; }
  void forget() { exchanged_ = {}; }

  void exchange(std::span<const Sent> sent, std::span<const Received> received) override {
    // A rank that has waited long for the others sleeps, and wakes up after them: so all ranks meet twice.
    exchanged_.waiting += seconds_of([&] {
      std::uint64_t nothing = 0;
      sum({&nothing, 1});
      sum({&nothing, 1});
    });
    exchanged_.exchanging += seconds_of([&] { WrappedCommunicator::exchange(sent, received); });
    ++exchanged_.exchanges;
    for (const Sent& message : sent) exchanged_.bytes += message.bytes.size();
  }

 private:
  Exchanged exchanged_;
};

}  // namespace morula
