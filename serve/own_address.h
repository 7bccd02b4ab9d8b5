// What other machines call this one.
#pragma once

#include <string>

namespace morula::serve {

// An address under which what listens on `listen` can be reached: of 0.0.0.0 and ::, which mean all addresses
// of this machine, one that is not the loopback, if there is any; else `listen` itself.
std::string reachable_address(const std::string& listen);

bool is_loopback_address(const std::string& listen);

}  // namespace morula::serve
