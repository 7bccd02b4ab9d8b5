// A communicator that forwards every call to another one. Derived classes override the calls that they count
// or disturb.
#pragma once

#include <utility>

#include "core/communicator.h"

namespace morula {

class WrappedCommunicator : public Communicator {
 public:
  explicit WrappedCommunicator(Communicator& wrapped) : wrapped_(wrapped) {}

  int rank() const override { return wrapped_.rank(); }
  int size() const override { return wrapped_.size(); }
  const Node& node() const override { return wrapped_.node(); }
  void exchange(std::span<const Sent> sent, std::span<const Received> received) override {
    wrapped_.exchange(sent, received);
  }
  void sum(std::span<std::uint64_t> values) override { wrapped_.sum(values); }
  void broadcast(Bytes& bytes) override { wrapped_.broadcast(bytes); }
  std::vector<Bytes> gather(const Bytes& mine) override { return wrapped_.gather(mine); }
  std::vector<Bytes> all_to_all(const std::vector<Bytes>& mine) override { return wrapped_.all_to_all(mine); }
  void send_message(int to, Bytes bytes) override { wrapped_.send_message(to, std::move(bytes)); }
  std::optional<QueuedMessage> receive_message(std::chrono::milliseconds patience) override {
    return wrapped_.receive_message(patience);
  }

 private:
  Communicator& wrapped_;
};

}  // namespace morula
