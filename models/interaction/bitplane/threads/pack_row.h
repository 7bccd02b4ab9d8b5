// Packs the states of a row, one byte each, into bit planes, and unpacks them.
#pragma once

#include <span>

#include "models/interaction/bitplane/threads/bitplane_rows.h"

namespace morula {

// The states of sites x, x + 1, ... of a row whose odd sites are not shifted.
void pack_row(std::span<const u8> states, u64 x, BitplaneRows& rows, u64 replica, u64 y);
void unpack_row(const BitplaneRows& rows, u64 replica, u64 y, u64 x, std::span<u8> states);

}  // namespace morula
