// What every implementation of Communicator must do, checked by each rank: with threads, and through mpirun.
#pragma once

#include <string>

#include "core/communicator.h"
#include "core/error.h"

namespace morula {

inline void require(bool holds, const std::string& what) {
  if (!holds) throw Error(what);
}

// Bytes that differ for every pair of ranks and every message.
inline Bytes message_of(int from, int to, int which, std::size_t length) {
  Bytes bytes(length);
  for (std::size_t i = 0; i < length; ++i)
    bytes[i] =
        static_cast<std::byte>((static_cast<std::size_t>(from * 31 + to * 7 + which * 3) + i * i) % 251);
  return bytes;
}

// Exchanges halos around a circle: messages upwards have tag 0, messages downwards tag 1. With two ranks both
// neighbours are the same rank; with one rank, it is its own neighbour.
inline void check_circle(Communicator& ranks, std::size_t length) {
  const int rank = ranks.rank(), above = (rank + 1) % ranks.size(),
            below = (rank + ranks.size() - 1) % ranks.size();
  const Bytes up = message_of(rank, above, 0, length), down = message_of(rank, below, 1, length + 1);
  Bytes from_below(length), from_above(length + 1);
  const Sent sent[] = {{above, 0, up}, {below, 1, down}};
  const Received received[] = {{above, 1, from_above}, {below, 0, from_below}};
  ranks.exchange(sent, received);
  require(from_below == message_of(below, rank, 0, length), "what came from below is wrong");
  require(from_above == message_of(above, rank, 1, length + 1), "what came from above is wrong");
}

inline void check_line(Communicator& ranks) {
  Bytes up(5, static_cast<std::byte>(ranks.rank())), from_below(5);
  std::vector<Sent> sent;
  std::vector<Received> received;
  if (ranks.rank() + 1 < ranks.size()) sent.push_back({ranks.rank() + 1, 9, up});
  if (ranks.rank() > 0) received.push_back({ranks.rank() - 1, 9, from_below});
  ranks.exchange(sent, received);
  if (ranks.rank() > 0)
    require(from_below == Bytes(5, static_cast<std::byte>(ranks.rank() - 1)), "a line is broken");
}

inline void check_order_of_one_tag(Communicator& ranks) {
  const int peer = ranks.size() - 1 - ranks.rank();
  std::vector<Bytes> out, in;
  std::vector<Sent> sent;
  std::vector<Received> received;
  for (int which = 0; which < 4; ++which) {
    out.push_back(message_of(ranks.rank(), peer, which, static_cast<std::size_t>(which)));
    in.emplace_back(which);
  }
  for (std::size_t i = 0; i < out.size(); ++i) {
    sent.push_back({peer, 3, out[i]});
    received.push_back({peer, 3, in[i]});
  }
  ranks.exchange(sent, received);
  for (int which = 0; which < 4; ++which)
    require(in[static_cast<std::size_t>(which)] ==
                message_of(peer, ranks.rank(), which, static_cast<std::size_t>(which)),
            "messages of one tag overtook each other");
}

inline void check_sum(Communicator& ranks) {
  const auto size = static_cast<std::uint64_t>(ranks.size()), rank = static_cast<std::uint64_t>(ranks.rank());
  std::vector<std::uint64_t> values{rank, 1, ~std::uint64_t{0}, rank << 62};
  ranks.sum(values);
  const std::uint64_t ranks_sum = size * (size - 1) / 2;
  require(values == std::vector<std::uint64_t>{ranks_sum, size, ~std::uint64_t{0} * size, ranks_sum << 62},
          "a sum is wrong");
  ranks.sum({});
}

inline void check_broadcast(Communicator& ranks, std::size_t length) {
  Bytes bytes = ranks.rank() == 0 ? message_of(0, 0, 5, length) : Bytes(3);
  ranks.broadcast(bytes);
  require(bytes == message_of(0, 0, 5, length), "a broadcast is wrong");
}

inline void check_gather(Communicator& ranks, std::size_t length) {
  const auto length_of = [&](int rank) { return length * static_cast<std::size_t>(rank); };
  const std::vector<Bytes> gathered = ranks.gather(message_of(ranks.rank(), 0, 6, length_of(ranks.rank())));
  require(gathered.size() == (ranks.rank() == 0 ? static_cast<std::size_t>(ranks.size()) : 0),
          "rank 0 alone gathers");
  for (int from = 0; from < static_cast<int>(gathered.size()); ++from)
    require(gathered[static_cast<std::size_t>(from)] == message_of(from, 0, 6, length_of(from)),
            "a gather is wrong");
}

inline void check_all_to_all(Communicator& ranks, std::size_t length) {
  const auto length_of = [&](int from, int to) {
    return length * static_cast<std::size_t>((from + 2 * to) % 3);
  };
  std::vector<Bytes> mine;
  for (int to = 0; to < ranks.size(); ++to)
    mine.push_back(message_of(ranks.rank(), to, 7, length_of(ranks.rank(), to)));
  const std::vector<Bytes> theirs = ranks.all_to_all(mine);
  require(theirs.size() == mine.size(), "not everybody sent");
  for (int from = 0; from < ranks.size(); ++from)
    require(theirs[static_cast<std::size_t>(from)] ==
                message_of(from, ranks.rank(), 7, length_of(from, ranks.rank())),
            "an all-to-all is wrong");
}

// All ranks ask rank 0 for numbers, at their own pace, until none are left.
inline void check_messages(Communicator& ranks) {
  const std::chrono::milliseconds patience(5);
  const auto number = [](const Bytes& bytes) { return std::to_integer<int>(bytes.at(0)); };
  const auto bytes_of = [](int value) { return Bytes(1, static_cast<std::byte>(value)); };
  const int last = 40;
  if (ranks.rank() != 0) {
    for (;;) {
      ranks.send_message(0, {});
      std::optional<QueuedMessage> answer;
      while (!answer) answer = ranks.receive_message(patience);
      require(answer->from == 0, "a message is from another rank");
      if (number(answer->bytes) == last) return;
    }
  }
  int next = 0, served = 0;
  while (served + 1 < ranks.size())
    if (const auto request = ranks.receive_message(patience)) {
      require(request->bytes.empty(), "a message is not empty");
      ranks.send_message(request->from, bytes_of(next));
      if (next == last) ++served;
      if (next < last) ++next;
    }
  ranks.send_message(0, bytes_of(77));
  std::optional<QueuedMessage> returned;
  while (!returned) returned = ranks.receive_message(patience);
  require(returned->from == 0 && number(returned->bytes) == 77, "a message to oneself is lost");
  require(!ranks.receive_message(std::chrono::milliseconds(0)), "a message came twice");
}

// Throws an error that says what is wrong. `long_message` is a number of bytes.
inline void check_communicator(Communicator& ranks, std::size_t long_message) {
  require(ranks.rank() >= 0 && ranks.rank() < ranks.size(), "a rank is out of range");
  for (const std::size_t length : {std::size_t{0}, std::size_t{1}, std::size_t{1000}, long_message}) {
    check_circle(ranks, length);
    check_broadcast(ranks, length);
    check_gather(ranks, length);
    check_all_to_all(ranks, length);
    check_sum(ranks);
  }
  check_line(ranks);
  check_order_of_one_tag(ranks);
  ranks.exchange({}, {});
  check_messages(ranks);
  const Node& node = ranks.node();
  require(node.rank >= 0 && node.rank < node.size && node.size <= ranks.size(), "the node is wrong");
  for (int round = 0; round < 50; ++round) {  // ranks that run ahead must not confuse the others
    check_circle(ranks, 10);
    if (round % 7 == 0) check_sum(ranks);
  }
}

}  // namespace morula
