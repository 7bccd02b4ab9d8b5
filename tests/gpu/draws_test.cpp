// Random words are the same on the host and on every device.
#include "core/draw.h"

#include "core/mix.h"
#include "core/stream.h"
#include "devices.h"
#include "texts/morula_gpu.h"

namespace morula::gpu {

namespace {

class Draws : public OnEveryDevice {};

struct KnownAnswer {
  u32x4 counter;
  u32x2 key;
  u32x4 words;
};

// Random123's kat_vectors for philox4x32 with ten rounds.
const std::vector<KnownAnswer> known_answers = {
    {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
    {{~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}, {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
    {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
     {0xa4093822, 0x299f31d0},
     {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
};

std::vector<u32> words_of(const u32x4& words) { return {words.x, words.y, words.z, words.w}; }

struct Address {
  u64 where;
  u64 when;
  u64 which;
};

// Corners of the address space, and many random places in it.
std::vector<Address> addresses() {
  std::vector<Address> addresses;
  for (const u64 where : {u64{0}, u64{1}, u64{1} << 32, largest_where})
    for (const u64 when : {u64{0}, u64{65535}, u64{65536}, u64{1} << 32, largest_when})
      for (const u64 which : {u64{0}, u64{0xFFFFFFFFu}}) addresses.push_back({where, when, which});
  for (u64 i = 0; i < 5000; ++i)
    addresses.push_back({mix64(i) & largest_where, mix64(~i) & largest_when, mix64(i + 77) & 0xFFFFFFFFu});
  return addresses;
}

constexpr Text kernels{"draw_test.h", R"(
KERNEL answer(GLOBAL const u32* RESTRICT in, GLOBAL u32* RESTRICT out, u64 count) {
  u64 i = global_id(0);
  if (i >= count) return;
  u32x4 counter = {in[6 * i], in[6 * i + 1], in[6 * i + 2], in[6 * i + 3]};
  u32x2 key = {in[6 * i + 4], in[6 * i + 5]};
  u32x4 words = philox4x32_10(counter, key);
  out[4 * i] = words.x;
  out[4 * i + 1] = words.y;
  out[4 * i + 2] = words.z;
  out[4 * i + 3] = words.w;
}
KERNEL draw_all(GLOBAL const u64* RESTRICT in, GLOBAL u32* RESTRICT out, u64 count, u32 key_x, u32 key_y) {
  u64 i = global_id(0);
  if (i >= count) return;
  u32x2 key = {key_x, key_y};
  u32x4 words = draw(key, in[3 * i], in[3 * i + 1], (u32)in[3 * i + 2]);
  out[4 * i] = words.x;
  out[4 * i + 1] = words.y;
  out[4 * i + 2] = words.z;
  out[4 * i + 3] = words.w;
}
)"};

Source draw_source() { return {"draw test", {text::core::philox, text::core::draw, kernels}, {}}; }

}  // namespace

TEST(HostDraws, GiveThePublishedAnswers) {
  for (const auto& answer : known_answers)
    EXPECT_EQ(words_of(philox4x32_10(answer.counter, answer.key)), words_of(answer.words));
}

TEST_F(Draws, GiveThePublishedAnswers) {
  std::vector<u32> in, expected;
  for (const auto& [counter, key, words] : known_answers) {
    for (const u32 word : {counter.x, counter.y, counter.z, counter.w, key.x, key.y}) in.push_back(word);
    for (const u32 word : words_of(words)) expected.push_back(word);
  }
  for (const auto& device : every_device()) {
    const auto kernel = device->build(draw_source())->kernel("answer");
    const auto from = upload(*device, in);
    const auto to = device->allocate(expected.size() * 4);
    device->launch(*kernel, grid_for(known_answers.size(), 64),
                   {from.get(), to.get(), u64{known_answers.size()}});
    EXPECT_EQ(download<u32>(*device, *to), expected) << device->info().name;
  }
}

TEST_F(Draws, EqualTheHosts) {
  const u32x2 key = stream(20260101, Purpose::InitialState, 3);
  const auto where = addresses();
  std::vector<u32> expected;
  for (const auto& address : where)
    for (const u32 word : words_of(draw(key, address.where, address.when, static_cast<u32>(address.which))))
      expected.push_back(word);
  for (const auto& device : every_device()) {
    const auto kernel = device->build(draw_source())->kernel("draw_all");
    const auto from = upload(*device, where);
    const auto to = device->allocate(expected.size() * 4);
    device->launch(*kernel, grid_for(where.size()), {from.get(), to.get(), u64{where.size()}, key.x, key.y});
    EXPECT_EQ(download<u32>(*device, *to), expected) << device->info().name;
  }
}

}  // namespace morula::gpu
