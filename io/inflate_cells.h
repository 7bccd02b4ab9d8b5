// Inflates what deflate_cells() writes: blocks with codes of their own, runs of the byte before. As it
// expects nothing else, it is several times faster than zlib.
#pragma once

#include <cstddef>
#include <span>

namespace morula::io {

// False if the stream is of another form, damaged, or not of that size: the caller must then try zlib, and
// `bytes` may hold anything.
bool inflate_cells(std::span<const std::byte> packed, std::span<std::byte> bytes);

}  // namespace morula::io
