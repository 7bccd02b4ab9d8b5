// Deflate (RFC 1951, in the wrapping of RFC 1950) for the states of cells: few values, and long runs of one
// of them. It looks for nothing else, and so is several times faster than a general compressor. Any inflates
// it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace morula::io {

std::vector<std::byte> deflate_cells(std::span<const std::byte> bytes);  // at least one

// Inflates a stream of any origin. False if it is damaged or has another size.
bool inflate_all(std::span<const std::byte> packed, std::span<std::byte> bytes);
// The same with zlib alone, which inflate_all() uses for streams that inflate_cells() does not accept.
bool inflate_with_zlib(std::span<const std::byte> packed, std::span<std::byte> bytes);

}  // namespace morula::io
