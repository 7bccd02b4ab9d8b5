#include "serve/gate.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <random>

namespace morula::serve {
namespace {

// The host without its port: 127.0.0.1 for "127.0.0.1:8080", ::1 for "[::1]:8080".
std::string_view name_of_host(std::string_view host) {
  if (host.starts_with('[')) {
    const std::size_t end = host.find(']');
    return end == std::string_view::npos ? "" : host.substr(1, end - 1);
  }
  return host.substr(0, host.find(':'));
}

bool is_loopback(std::string_view name) {
  return name == "127.0.0.1" || name == "localhost" || name == "::1";
}

bool is_address(std::string_view name) {
  return !name.empty() &&
         std::ranges::all_of(name,
                             [](unsigned char c) { return std::isxdigit(c) != 0 || c == '.' || c == ':'; }) &&
         (name.find_first_not_of("0123456789.") == std::string_view::npos ||
          name.find(':') != std::string_view::npos);
}

// Names are not accepted, since another site could let its own name point to this machine (DNS rebinding).
bool may_be_called(std::string_view name, std::string_view listen) {
  if (is_loopback(name) || name == listen) return true;
  const bool is_everywhere = listen == "0.0.0.0" || listen == "::";
  return is_everywhere && is_address(name);
}

}  // namespace

std::string random_token() {
  constexpr std::string_view letters = "abcdefghijkmnpqrstuvwxyz23456789";  // 32 of them
  std::random_device device;                                                // on Linux, the system's
  std::string token;
  for (int i = 0; i < 32; ++i) token += letters[device() % letters.size()];
  return token;
}

bool are_equal_in_constant_time(std::string_view a, std::string_view b) {
  unsigned difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < b.size(); ++i)
    difference |= static_cast<unsigned char>((i < a.size() ? a[i] : 0) ^ b[i]);
  return difference == 0;
}

std::string_view Gate::name_in(std::string_view target) {
  if (!target.starts_with('/')) return "";
  const std::size_t slash = target.find('/', 1);
  if (slash == std::string_view::npos) return "";
  const std::string_view name = target.substr(slash + 1);
  return name.substr(0, name.find('?'));
}

std::optional<Gate::Refusal> Gate::refusal(const Request& request) const {
  if (request.method != "GET") return Refusal{405, "only GET is answered"};
  if (!may_be_called(name_of_host(request.host), listen))
    return Refusal{403, "use the address that 'morula view' has printed"};
  const std::size_t slash = request.target.find('/', 1);
  const std::string_view sent_token =
      request.target.starts_with('/')
          ? request.target.substr(1, slash == std::string_view::npos ? slash : slash - 1)
          : "";
  if (slash == std::string_view::npos || !are_equal_in_constant_time(sent_token, token))
    return Refusal{403,
                   "the address has a wrong token or none: use the address that 'morula view' has printed"};
  if (request.is_socket && request.origin != "http://" + std::string(request.host))
    return Refusal{403, "only the page of 'morula view' itself may connect"};
  return std::nullopt;
}

}  // namespace morula::serve
