// Neighbourhoods by distance, as users write them.
#pragma once

#include <optional>

#include "core/neighbourhood.h"
#include "io/section.h"

namespace morula {

// `key: {order: 2}` or `key: {range: 2}`; nothing where the key is not written.
std::optional<Neighbourhood> read_neighbourhood(io::Section& section, const char* key, unsigned dimensions);

}  // namespace morula
