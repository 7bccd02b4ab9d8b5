// Sums over fields on every device are equal to simple loops on the host.
#include "gpu/field_sums.h"

#include "core/error.h"
#include "core/stream.h"
#include "devices.h"

namespace morula::gpu {

namespace {

class FieldSumsTest : public OnEveryDevice {};

template <class Value>
std::vector<Value> random_values(std::size_t count, u64 below) {
  const u32x2 key = stream(11, Purpose::InitialState);
  std::vector<Value> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    const u32x4 word = draw(key, i, 0, 0);
    const u64 wide = (u64{word.x} << 32) | word.y;
    values[i] = static_cast<Value>(below ? wide % below : wide);
  }
  return values;
}

template <class Value>
Hash plain_hash(const std::vector<Value>& values, u32 field, u64 first, std::size_t count) {
  Hash hash;
  for (std::size_t i = 0; i < count; ++i) hash += {hash_term(field, first + i, values[i])};
  return hash;
}

template <class Value>
void compare_hashes(Device& device, ValueType type) {
  FieldSums sums(device, type);
  const auto values = random_values<Value>(1234567, 0);
  const auto field = upload(device, values);
  const u64 far = (u64{1} << 40) + 17;
  for (const std::size_t count : {0u, 1u, 7u, 8u, 33u, 255u, 257u, 2049u, 1234567u})
    for (const u64 first : {u64{0}, far})
      EXPECT_EQ(sums.hash(*field, 3, first, count), plain_hash(values, 3, first, count))
          << device.info().name << ": " << count << " values of " << sizeof(Value) << " bytes";
  EXPECT_NE(sums.hash(*field, 0, 0, 100), sums.hash(*field, 1, 0, 100));
  EXPECT_THROW(sums.hash(*field, 0, 0, values.size() + 1), Error);
}

}  // namespace

TEST_F(FieldSumsTest, HashesEveryTypeAsTheHostDoes) {
  for (const auto& device : every_device()) {
    compare_hashes<u8>(*device, ValueType::U8);
    compare_hashes<u16>(*device, ValueType::U16);
    compare_hashes<u32>(*device, ValueType::U32);
    compare_hashes<u64>(*device, ValueType::U64);
    compare_hashes<u32>(*device, ValueType::I32);  // compared by their bits
    compare_hashes<u64>(*device, ValueType::F64);
  }
}

TEST_F(FieldSumsTest, HashesAddUpOverPartsOfAField) {
  for (const auto& device : every_device()) {
    FieldSums sums(*device, ValueType::U16);
    const auto values = random_values<u16>(70001, 0);
    const auto field = upload(*device, values);
    const auto rest = upload(*device, std::vector<u16>(values.begin() + 12345, values.end()));
    Hash parts = sums.hash(*field, 0, 0, 12345);
    parts += sums.hash(*rest, 0, 12345, values.size() - 12345);
    EXPECT_EQ(parts, sums.hash(*field, 0, 0, values.size()));
  }
}

TEST_F(FieldSumsTest, CountsAsTheHostDoes) {
  for (const auto& device : every_device())
    for (const unsigned kinds : {1u, 2u, 3u, 16u, 17u, 255u, 256u}) {
      FieldSums sums(*device, ValueType::U8, kinds);
      // Some values are not counted.
      const auto values = random_values<u8>(1000003, kinds < 255 ? kinds + 2 : 256);
      const auto field = upload(*device, values);
      for (const std::size_t count : {0u, 1u, 9u, 2051u, 1000003u}) {
        std::vector<u64> expected(kinds);
        for (std::size_t i = 0; i < count; ++i)
          if (values[i] < kinds) ++expected[values[i]];
        EXPECT_EQ(sums.count(*field, count), expected) << kinds << " values, " << count << " sites";
      }
    }
}

TEST_F(FieldSumsTest, CountsOneValueEverywhere) {
  for (const auto& device : every_device()) {
    const auto field = device->allocate(3000001);
    for (const unsigned kinds : {4u, 200u}) {
      FieldSums sums(*device, ValueType::U8, kinds);
      device->fill(*field, std::byte{3});
      std::vector<u64> expected(kinds);
      expected[3] = 3000001;
      EXPECT_EQ(sums.count(*field, 3000001), expected);
    }
  }
}

TEST_F(FieldSumsTest, RefusesWhatItCannotCount) {
  for (const auto& device : every_device()) {
    EXPECT_THROW(FieldSums(*device, ValueType::U16, 4), Error);
    EXPECT_THROW(FieldSums(*device, ValueType::U8, 257), Error);
    FieldSums sums(*device, ValueType::U8);
    const auto field = device->allocate(10);
    EXPECT_THROW(sums.count(*field, 10), Error);
  }
}

}  // namespace morula::gpu
