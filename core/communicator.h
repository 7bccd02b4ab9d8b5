// Ranks: the processes, or in tests the threads of one process, that share the work of one run.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace morula {

// Bytes for another rank, or for this one. A tag tells apart the messages that one rank sends to another in
// one exchange: with two ranks and a periodic boundary, for example, each is the neighbour of the other on
// both sides. Tags are at least 0; messages with the same tag arrive in the order in which they were sent.
struct Sent {
  int to = 0, tag = 0;
  std::span<const std::byte> bytes;
};

struct Received {
  int from = 0, tag = 0;
  std::span<std::byte> bytes;
};

// Throws an error unless the message has the length that its receiver expects.
void check_length(std::size_t sent, const Received& expected);

using Bytes = std::vector<std::byte>;

// A message that arrives whenever another rank has sent it, outside the exchanges.
struct QueuedMessage {
  int from = 0;
  Bytes bytes;
};

// The machine that a rank runs on, and the rank's number among the ranks on that machine.
struct Node {
  std::string host;
  int rank = 0, size = 1;
};

// A call that can never finish because another rank has failed throws an error; it never hangs.
//
// Every rank makes the same calls in the same order, except those for queued messages. Only the thread that
// made the communicator may call it.
class Communicator {
 public:
  virtual ~Communicator() = default;

  virtual int rank() const = 0;
  virtual int size() const = 0;
  virtual const Node& node() const = 0;

  // Returns when everything has been received and the sent bytes may be overwritten.
  virtual void exchange(std::span<const Sent> sent, std::span<const Received> received) = 0;
  // Every rank gets the totals, modulo 2^64.
  virtual void sum(std::span<std::uint64_t> values) = 0;
  // Rank 0 sends its bytes to every rank.
  virtual void broadcast(Bytes& bytes) = 0;
  // Rank 0 gets the bytes of every rank, in the order of ranks; the other ranks get nothing.
  virtual std::vector<Bytes> gather(const Bytes& mine) = 0;
  // `mine` holds one message for each rank; returns the message that each rank has for this one.
  virtual std::vector<Bytes> all_to_all(const std::vector<Bytes>& mine) = 0;

  // Queued messages are for ranks that do not work in step: the receiver need not know which rank will send
  // one, or when. The sender does not wait. Messages from one rank to another arrive in order; each is at
  // most 1 GiB long.
  virtual void send_message(int to, Bytes bytes) = 0;
  // The next queued message from any rank; nothing if none arrives within `patience`.
  virtual std::optional<QueuedMessage> receive_message(std::chrono::milliseconds patience) = 0;
};

}  // namespace morula
