// The communicator of a program that runs as one process: rank 0 of 1.
#pragma once

#include <deque>

#include "core/communicator.h"

namespace morula {

class OneProcess final : public Communicator {
 public:
  int rank() const override { return 0; }
  int size() const override { return 1; }
  const Node& node() const override { return node_; }

  void exchange(std::span<const Sent> sent, std::span<const Received> received) override;
  void sum(std::span<std::uint64_t>) override {}
  void broadcast(Bytes&) override {}
  std::vector<Bytes> gather(const Bytes& mine) override { return {mine}; }
  std::vector<Bytes> all_to_all(const std::vector<Bytes>& mine) override { return mine; }

  void send_message(int to, Bytes bytes) override;
  std::optional<QueuedMessage> receive_message(std::chrono::milliseconds patience) override;

 private:
  Node node_;
  std::deque<Bytes> queued_;
};

}  // namespace morula
