#include "core/one_process.h"

#include <algorithm>
#include <cassert>
#include <string>

#include "core/error.h"

namespace morula {

void OneProcess::exchange(std::span<const Sent> sent, std::span<const Received> received) {
  std::vector<bool> taken(sent.size());
  for (const Received& message : received) {
    assert(message.from == 0);
    std::size_t i = 0;
    while (i < sent.size() && (taken[i] || sent[i].tag != message.tag)) ++i;
    if (i == sent.size()) throw Error("no message has tag " + std::to_string(message.tag));
    check_length(sent[i].bytes.size(), message);
    std::copy(sent[i].bytes.begin(), sent[i].bytes.end(), message.bytes.begin());
    taken[i] = true;
  }
}

}  // namespace morula
