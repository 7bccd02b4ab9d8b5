// Inflates streams that deflate_cells() has written: blocks with codes of their own, and runs of the
// preceding byte. Since it expects nothing else, it is several times faster than zlib.
#pragma once

#include <cstddef>
#include <span>

namespace morula::io {

// Returns false if the stream has another form, is damaged or has another size. The caller must then try
// zlib; `bytes` may contain anything.
bool inflate_cells(std::span<const std::byte> packed, std::span<std::byte> bytes);

}  // namespace morula::io
