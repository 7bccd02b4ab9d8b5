// HTTP and WebSocket on one address: serves the page, and passes messages between the page and the run. One
// thread serves all clients and waits for none of them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "serve/outbox.h"

namespace morula::serve {

// Answers the messages of clients. The thread of the server calls it.
class Host {
 public:
  virtual ~Host() = default;
  virtual void join(ClientId client) = 0;
  virtual void leave(ClientId client) = 0;
  // If it throws Error, the client is closed.
  virtual void receive(ClientId client, std::string_view text) = 0;
};

struct PageFile {
  std::string type;  // content type: "text/javascript"
  std::string body;
};
// By name; the page itself has the empty name.
using PageFiles = std::map<std::string, PageFile, std::less<>>;

struct ServerOptions {
  std::string listen = "127.0.0.1";
  std::uint16_t port = 0;  // 0: any free port
  std::string token;
  PageFiles files;
};

class Server final : public Outbox {
 public:
  explicit Server(ServerOptions options);  // listens from now on; throws SpecError if it cannot
  ~Server() override;
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  std::uint16_t port() const;
  std::string address() const;  // with the token

  void begin(Host& host);  // answers requests from now on
  void end();              // when it returns, no client is left and no call to the host is running

  void tell(ClientId client, std::string json) override;
  void tell_all(std::string json) override;
  void tell_all_newest(std::string status) override;
  void hand_over(ClientId client, std::string json, std::string bytes) override;

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

// Limits on what clients may do.
constexpr std::size_t most_connections = 64, most_clients = 8;
constexpr double most_messages_a_second = 300;
constexpr std::size_t most_bytes_waiting = std::size_t{64} << 20;  // for one client

}  // namespace morula::serve
