#include "bench/ranks/links.h"

#include "bench/ranks/measured_ranks.h"

namespace morula {
namespace {

constexpr std::size_t shortest_message = std::size_t{1} << 14;
constexpr std::size_t message_lengths = 8;  // 16 KiB to 2 MiB
// All ranks must make the same number of exchanges: a clock cannot decide when to stop.
constexpr int link_rounds = 15;

// What a rank computes between two exchanges: it sweeps through more memory than caches hold.
class Computing {
 public:
  void compute(double seconds) {
    for (double spent = 0; spent < seconds; next_ = (next_ + piece) % memory_.size())
      spent += seconds_of([&] {
        for (std::size_t i = next_; i < next_ + piece; ++i) memory_[i] ^= std::byte{1};
      });
  }

 private:
  static constexpr std::size_t piece = std::size_t{1} << 18;
  std::vector<std::byte> memory_ = std::vector<std::byte>(std::size_t{1} << 26);
  std::size_t next_ = 0;
};

// Messages to and from both neighbours on a circle, which may be the same rank.
class Messages {
 public:
  explicit Messages(const Communicator& ranks)
      : before_((ranks.rank() + ranks.size() - 1) % ranks.size()),
        behind_((ranks.rank() + 1) % ranks.size()) {}

  void exchange(Communicator& ranks, std::size_t bytes) {
    // As rims are copied out of a lattice.
    std::fill_n(out_.begin(), 2 * bytes, std::byte{1});
    const auto out = std::span<const std::byte>(out_).first(2 * bytes);
    const auto in = std::span(in_).first(2 * bytes);
    const std::vector<Sent> sent = {{before_, 1, out.first(bytes)}, {behind_, 0, out.last(bytes)}};
    const std::vector<Received> received = {{before_, 0, in.first(bytes)}, {behind_, 1, in.last(bytes)}};
    ranks.exchange(sent, received);
  }

 private:
  int before_, behind_;
  static constexpr std::size_t longest = shortest_message << (message_lengths - 1);
  Bytes out_ = Bytes(2 * longest), in_ = Bytes(2 * longest);
};

}  // namespace

LinkTimes::LinkTimes() : seconds_(message_lengths) {}

// Every round has all lengths: a machine that is slower for a while is so for all of them.
void LinkTimes::measure(Communicator& ranks) {
  MeasuredRanks measured(ranks);
  Computing computing;
  Messages messages(ranks);
  for (int round = 0; round < link_rounds; ++round)
    for (std::size_t i = 0; i < message_lengths; ++i) {
      // Ranks take turns to be late.
      const double share = (ranks.rank() + round) % 2 == 0 ? 1 : 0.7;
      computing.compute(share * seconds_of_a_figure() / 100);
      messages.exchange(measured, shortest_message << i);
      seconds_[i].push_back(measured.exchanged().exchanges.back());
    }
}

void LinkTimes::add(const LinkTimes& others) {
  for (std::size_t i = 0; i < message_lengths; ++i)
    seconds_[i].insert(seconds_[i].end(), others.seconds_[i].begin(), others.seconds_[i].end());
}

std::vector<LinkTimes::Length> LinkTimes::lengths() const {
  std::vector<Length> lengths;
  for (std::size_t i = 0; i < message_lengths; ++i)
    lengths.push_back({static_cast<double>(shortest_message << i), median(seconds_[i])});
  return lengths;
}

double seconds_of_exchange(const std::vector<LinkTimes::Length>& lengths, double bytes) {
  if (bytes <= lengths.front().bytes) return lengths.front().seconds;
  if (bytes >= lengths.back().bytes) return lengths.back().seconds * bytes / lengths.back().bytes;
  const auto above = std::ranges::upper_bound(lengths, bytes, {}, &LinkTimes::Length::bytes);
  const LinkTimes::Length &from = *(above - 1), &to = *above;
  return from.seconds + (to.seconds - from.seconds) * (bytes - from.bytes) / (to.bytes - from.bytes);
}

}  // namespace morula
