#include "bench/ranks/links.h"

#include "bench/ranks/measured_ranks.h"
#include "bench/ranks/sweeping.h"

namespace morula {
namespace {

constexpr std::size_t shortest_message = std::size_t{1} << 14;
constexpr std::size_t message_lengths = 8;  // 16 KiB to 2 MiB
// All ranks must make the same number of exchanges, so that a clock cannot decide when to stop.
constexpr std::uint64_t link_rounds = 5;
constexpr std::uint64_t more_than_caches = std::uint64_t{1} << 26;

// Messages to and from both neighbours on a circle, which may be the same rank.
class Messages {
 public:
  explicit Messages(const Communicator& ranks)
      : before_((ranks.rank() + ranks.size() - 1) % ranks.size()),
        behind_((ranks.rank() + 1) % ranks.size()) {}

  void exchange(Communicator& ranks, std::size_t bytes) {
    // Copied in the same way as halos from a lattice.
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

// Every round has all lengths, so that a machine that is slower for a while affects all of them.
void LinkTimes::measure(Communicator& ranks) {
  MeasuredRanks measured(ranks);
  ThreadPool one_thread(1);
  Sweeping sweeping(more_than_caches, one_thread);
  Messages messages(ranks);
  for (std::uint64_t round = 0; round < link_rounds; ++round)
    for (std::size_t i = 0; i < message_lengths; ++i) {
      sweeping.sweep(time_of_turn(ranks.rank(), round) * seconds_of_a_figure() / 100, 0);
      messages.exchange(measured, shortest_message << i);
      seconds_[i].push_back(measured.exchanged().exchanges.back());
    }
}

std::vector<LinkTimes::Length> LinkTimes::lengths() const {
  std::vector<Length> lengths;
  for (std::size_t i = 0; i < message_lengths; ++i)
    lengths.push_back({static_cast<double>(shortest_message << i), median(seconds_[i])});
  return lengths;
}

}  // namespace morula
