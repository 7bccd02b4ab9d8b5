// Separating bytes into columns must give the same result as a loop, and joining them must restore the
// original. Each kind of processor has its own instructions for this.
#include "models/interaction/bytes/byte_vectors.h"

#include <gtest/gtest.h>

#include "core/mix.h"

namespace morula::test {
namespace {

template <std::size_t columns>
void expect_separated_and_joined() {
  std::array<u8, columns * blocks_in_vector> bytes, joined{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<u8>(mix64(i));
  std::array<ByteVector, columns> separated;
  separate(bytes.data(), separated);
  for (u32 block = 0; block < blocks_in_vector; ++block)
    for (std::size_t column = 0; column < columns; ++column)
      EXPECT_EQ(separated[column][block], bytes[columns * block + column]) << block << " " << column;
  join(separated, joined.data());
  EXPECT_EQ(joined, bytes);
}

TEST(ByteVectors, AreSeparatedByColumnsAndJoined) {
  expect_separated_and_joined<2>();
  expect_separated_and_joined<3>();
}

}  // namespace
}  // namespace morula::test
