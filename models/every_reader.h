// How often something is written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "io/section.h"

namespace morula {

// The period in `key: {every: 10}`; nothing where the key is absent or wrong.
std::optional<std::uint64_t> read_every(io::Section& parent, const std::string& key);

}  // namespace morula
