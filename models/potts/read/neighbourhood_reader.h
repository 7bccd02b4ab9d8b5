// Neighbourhoods as users write them.
#pragma once

#include <optional>

#include "io/section.h"
#include "models/potts/neighbourhood.h"

namespace morula::potts {

// `key: {order: 2}` or `key: {range: 2}`; nothing where the key is not written.
std::optional<Neighbourhood> read_neighbourhood(io::Section& section, const char* key, unsigned dimensions);

}  // namespace morula::potts
