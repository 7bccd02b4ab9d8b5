#include "core/communicator.h"

#include <string>

#include "core/error.h"

namespace morula {

void check_length(std::size_t sent, const Received& expected) {
  if (sent != expected.bytes.size())
    throw Error("rank " + std::to_string(expected.from) + " sent " + std::to_string(sent) + " bytes where " +
                std::to_string(expected.bytes.size()) + " were expected (tag " +
                std::to_string(expected.tag) + ")");
}

}  // namespace morula
