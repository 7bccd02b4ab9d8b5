// The checks that decide, before anything else reads a request, whether it is accepted.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace morula::serve {

std::string random_token();  // 32 letters and digits, from the system's random numbers

// Whether two texts are equal, in a time that does not depend on where they differ.
bool are_equal_in_constant_time(std::string_view a, std::string_view b);

struct Gate {
  std::string token;
  std::string listen = "127.0.0.1";  // the address on which the server listens

  struct Request {
    std::string_view method, target;
    std::string_view host, origin;  // headers; empty where they are absent
    bool is_socket = false;         // it asks for a WebSocket
  };
  struct Refusal {
    unsigned status = 403;
    std::string why;
  };
  // Nothing if the request is accepted.
  std::optional<Refusal> refusal(const Request& request) const;
  // The name after the token in the request: "" for the page, or "page.js".
  static std::string_view name_in(std::string_view target);
};

}  // namespace morula::serve
