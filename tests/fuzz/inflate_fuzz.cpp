// Any bytes come back after they have been deflated and inflated. If Morula's own inflater accepts a damaged
// stream or any other bytes, zlib must give the same result.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "core/mix.h"
#include "io/deflate.h"
#include "io/inflate_cells.h"

namespace {

using namespace morula;
using Bytes = std::vector<std::byte>;

void check_as_zlib(std::span<const std::byte> packed, std::size_t size) {
  Bytes ours(size), with_zlib(size);
  if (!io::inflate_cells(packed, ours)) return;
  if (!io::inflate_with_zlib(packed, with_zlib) || ours != with_zlib) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  check_as_zlib(bytes, 100);
  if (size == 0) return 0;

  Bytes packed = io::deflate_cells(bytes), back(size);
  if (!io::inflate_cells(packed, back) || !std::equal(back.begin(), back.end(), bytes.begin())) std::abort();
  u64 word = size;
  for (const std::byte byte : bytes) word = mix64(word + std::to_integer<u64>(byte));
  for (int damage = 0; damage < 8; ++damage, word = mix64(word)) {
    Bytes bad = packed;
    bad[word % bad.size()] ^= static_cast<std::byte>(1 << word / 256 % 8);
    if (damage % 4 == 3) bad.resize(word / 7 % bad.size());
    check_as_zlib(bad, size);
  }
  return 0;
}
