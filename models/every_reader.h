// How often something is written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "io/section.h"

namespace morula {

// The period in `key: {every: 10}`; nothing if the key is absent or wrong. The keys `others` of that section
// are read elsewhere.
std::optional<std::uint64_t> read_every(io::Section& parent, const std::string& key,
                                        const std::vector<std::string>& others = {});

}  // namespace morula
