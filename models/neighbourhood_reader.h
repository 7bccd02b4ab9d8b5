// Neighbourhoods by distance, as written by users.
#pragma once

#include <optional>

#include "core/neighbourhood.h"
#include "io/section.h"

namespace morula {

// `key: {order: 2}` or `key: {range: 2}`; nothing if the key is absent.
std::optional<Neighbourhood> read_neighbourhood(io::Section& section, const char* key, unsigned dimensions);

}  // namespace morula
