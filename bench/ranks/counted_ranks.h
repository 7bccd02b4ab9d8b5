// A communicator that counts the exchanges of its rank without slowing them down.
#pragma once

#include "core/wrapped_communicator.h"

namespace morula {

class CountedRanks final : public WrappedCommunicator {
 public:
  using WrappedCommunicator::WrappedCommunicator;

  std::uint64_t exchanges() const { return exchanges_; }
  std::uint64_t message_bytes() const { return message_bytes_; }  // of the last message

  void exchange(std::span<const Sent> sent, std::span<const Received> received) override {
    ++exchanges_;
    if (!sent.empty()) message_bytes_ = sent.back().bytes.size();
    WrappedCommunicator::exchange(sent, received);
  }

 private:
  std::uint64_t exchanges_ = 0, message_bytes_ = 0;
};

}  // namespace morula
