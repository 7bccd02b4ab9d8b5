// The address at which other machines can reach this one.
#pragma once

#include <string>

namespace morula::serve {

// An address at which a server that listens on `listen` can be reached. For 0.0.0.0 and ::, which mean all
// addresses of this machine, this is an address other than the loopback, if there is one; else `listen`
// itself.
std::string reachable_address(const std::string& listen);

bool is_loopback_address(const std::string& listen);

}  // namespace morula::serve
