// Where a run puts what clients are to hear. Calls may come from any thread and never wait for a client.
#pragma once

#include <cstdint>
#include <string>

namespace morula::serve {

using ClientId = std::uint64_t;

class Outbox {
 public:
  virtual ~Outbox() = default;
  virtual void tell(ClientId client, std::string json) = 0;
  virtual void tell_all(std::string json) = 0;
  // A client that has not got earlier ones yet gets the newest alone.
  virtual void tell_all_newest(std::string status) = 0;
  // Bytes behind a JSON object: four bytes of its length, the object, the bytes.
  virtual void hand_over(ClientId client, std::string json, std::string bytes) = 0;
};

}  // namespace morula::serve
