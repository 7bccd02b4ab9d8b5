// The checksum of RFC 1950, which ends every deflated chunk; several times faster than in zlib.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace morula::io {

std::uint32_t adler32_of(std::span<const std::byte> bytes);

}  // namespace morula::io
