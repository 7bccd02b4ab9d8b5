// Stretches of a row as bytes, a state each, into bit planes and back.
#pragma once

#include <span>

#include "models/interaction/bitplane/bitplane_rows.h"

namespace morula {

// The states of sites x, x + 1, … of a row whose odd sites are where they belong.
void pack_row(std::span<const u8> states, u64 x, PlaneRows& rows, u64 replica, u64 y);
void unpack_row(const PlaneRows& rows, u64 replica, u64 y, u64 x, std::span<u8> states);

}  // namespace morula
