// Opens the page of `morula view`, or says how to.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace morula {

// With a display and `may_open`, the user's browser opens the address; over ssh, the words say how to reach
// it.
void tell_how_to_open(const std::string& address, const std::string& listen, std::uint16_t port,
                      bool may_open);

std::filesystem::path temporary_folder();  // a new one, of this user alone

}  // namespace morula
