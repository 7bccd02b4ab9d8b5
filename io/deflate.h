// Deflate (RFC 1951, in the wrapping of RFC 1950) for the states of cells: few values, and long runs of one
// of them. It looks for nothing else, and so is several times faster than a general compressor. Any inflates
// it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace morula::io {

std::vector<std::byte> deflate_cells(std::span<const std::byte> bytes);  // at least one

// Whoever deflated it; false if it is damaged or not of that size.
bool inflate_all(std::span<const std::byte> packed, std::span<std::byte> bytes);
// The same by zlib, which inflate_all() asks only if inflate_cells() does not understand.
bool inflate_with_zlib(std::span<const std::byte> packed, std::span<std::byte> bytes);

}  // namespace morula::io
