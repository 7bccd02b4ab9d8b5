// Ranks that measure what they say to each other in exchanges. All ranks of a run must do so.
#pragma once

#include <utility>

#include "bench/clock.h"
#include "core/communicator.h"

namespace morula {

// What one rank has exchanged.
struct Exchanged {
  std::uint64_t exchanges = 0;
  std::uint64_t bytes = 0;  // sent
  double waiting = 0;       // seconds until all ranks were there: they are not equally fast
  double exchanging = 0;    // seconds in which messages travelled
};

class MeasuredRanks final : public Communicator {
 public:
  explicit MeasuredRanks(Communicator& ranks) : ranks_(ranks) {}

  const Exchanged& exchanged() const { return exchanged_; }
  void forget() { exchanged_ = {}; }

  void exchange(std::span<const Sent> sent, std::span<const Received> received) override {
    // Who has waited long for the first meeting sleeps, and wakes later than others: a second one is short.
    exchanged_.waiting += seconds_of([&] {
      std::uint64_t nothing = 0;
      ranks_.sum({&nothing, 1});
      ranks_.sum({&nothing, 1});
    });
    exchanged_.exchanging += seconds_of([&] { ranks_.exchange(sent, received); });
    ++exchanged_.exchanges;
    for (const Sent& message : sent) exchanged_.bytes += message.bytes.size();
  }

  int rank() const override { return ranks_.rank(); }
  int size() const override { return ranks_.size(); }
  const Node& node() const override { return ranks_.node(); }
  void sum(std::span<std::uint64_t> values) override { ranks_.sum(values); }
  void broadcast(Bytes& bytes) override { ranks_.broadcast(bytes); }
  std::vector<Bytes> gather(const Bytes& mine) override { return ranks_.gather(mine); }
  std::vector<Bytes> all_to_all(const std::vector<Bytes>& mine) override { return ranks_.all_to_all(mine); }
  void send_letter(int to, Bytes bytes) override { ranks_.send_letter(to, std::move(bytes)); }
  std::optional<Letter> receive_letter(std::chrono::milliseconds patience) override {
    return ranks_.receive_letter(patience);
  }

 private:
  Communicator& ranks_;
  Exchanged exchanged_;
};

}  // namespace morula
