// Compression of cell states in the format deflate (RFC 1951, wrapped as in RFC 1950), which zlib and every
// other decompressor can read. States consist of few values in long runs. The compressor looks only for runs
// of one value, and so is several times faster than a general compressor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace morula::io {

std::vector<std::byte> deflate_cells(std::span<const std::byte> bytes);  // `bytes` must not be empty

// Inflates a stream from any program. Returns false if the stream is damaged or has another size.
bool inflate_all(std::span<const std::byte> packed, std::span<std::byte> bytes);
// The same with zlib only, which inflate_all() uses for streams that inflate_cells() does not accept.
bool inflate_with_zlib(std::span<const std::byte> packed, std::span<std::byte> bytes);

// The checksum of PNG and gzip.
std::uint32_t crc32_of(std::span<const std::byte> bytes);

}  // namespace morula::io
