// Takes messages to clients. Any thread may call it, and no call waits for a client.
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
  // A client that has not received earlier statuses yet gets only the newest one.
  virtual void tell_all_newest(std::string status) = 0;
  // Sends a JSON object followed by bytes: the length of the object in four bytes, the object, the bytes.
  virtual void hand_over(ClientId client, std::string json, std::string bytes) = 0;
};

}  // namespace morula::serve
