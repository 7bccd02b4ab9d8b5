#include "core/one_process.h"

#include <algorithm>
#include <cassert>
#include <string>
#include <thread>
#include <utility>

#include "core/error.h"

namespace morula {

void OneProcess::exchange(std::span<const Sent> sent, std::span<const Received> received) {
  std::vector<bool> is_received(sent.size());
  for (const Received& message : received) {
    assert(message.from == 0);
    std::size_t i = 0;
    while (i < sent.size() && (is_received[i] || sent[i].tag != message.tag)) ++i;
    if (i == sent.size()) throw Error("no message has tag " + std::to_string(message.tag));
    check_length(sent[i].bytes.size(), message);
    std::copy(sent[i].bytes.begin(), sent[i].bytes.end(), message.bytes.begin());
    is_received[i] = true;
  }
}

void OneProcess::send_message([[maybe_unused]] int to, Bytes bytes) {
  assert(to == 0);
  queued_.push_back(std::move(bytes));
}

std::optional<QueuedMessage> OneProcess::receive_message(std::chrono::milliseconds patience) {
  if (queued_.empty()) {
    std::this_thread::sleep_for(patience);  // callers rely on this call to wait
    return std::nullopt;
  }
  QueuedMessage message{0, std::move(queued_.front())};
  queued_.pop_front();
  return message;
}

}  // namespace morula
