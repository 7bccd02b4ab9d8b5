#include "serve/own_address.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>

#include <array>
#include <memory>

namespace morula::serve {
namespace {

std::string text_of(const sockaddr& address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  const void* const bytes =
      address.sa_family == AF_INET
          ? static_cast<const void*>(&reinterpret_cast<const sockaddr_in&>(address).sin_addr)
          : &reinterpret_cast<const sockaddr_in6&>(address).sin6_addr;
  return inet_ntop(address.sa_family, bytes, text.data(), text.size()) ? text.data() : "";
}

}  // namespace

bool is_loopback_address(const std::string& listen) { return listen.starts_with("127.") || listen == "::1"; }

std::string reachable_address(const std::string& listen) {
  if (listen != "0.0.0.0" && listen != "::") return listen;
  const int family = listen == "::" ? AF_INET6 : AF_INET;
  ifaddrs* first = nullptr;
  if (getifaddrs(&first) != 0) return listen;
  const std::unique_ptr<ifaddrs, void (*)(ifaddrs*)> interfaces(first, freeifaddrs);
  for (const ifaddrs* entry = first; entry; entry = entry->ifa_next) {
    if (!entry->ifa_addr || entry->ifa_addr->sa_family != family || (entry->ifa_flags & IFF_LOOPBACK) != 0)
      continue;
    const std::string text = text_of(*entry->ifa_addr);
    if (!text.empty() && !text.starts_with("fe80")) return text;  // fe80… would need the name of an interface
  }
  return family == AF_INET6 ? "::1" : "127.0.0.1";
}

}  // namespace morula::serve
