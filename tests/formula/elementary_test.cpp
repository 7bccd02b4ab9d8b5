// Elementary functions give the same bits on the host and on every device.
#include "core/elementary.h"

#include <gtest/gtest.h>

#include <bit>

#include "core/elementary_rule.h"
#include "core/mix.h"
#include "gpu/doubles.h"
#include "models/formula/device_text.h"
#include "tests/formula/buffers.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

constexpr gpu::Text elementary_kernel{"elementary.h", R"(
KERNEL elementary(GLOBAL const f64* RESTRICT in, GLOBAL f64* RESTRICT out, u64 count) {
  u64 i = global_id(0);
  if (i >= count) return;
  f64 x = in[i];
  out[5 * i] = sine_rule(x);
  out[5 * i + 1] = cosine_rule(x);
  out[5 * i + 2] = exponential_rule(x);
  out[5 * i + 3] = logarithm_rule(x * x + 0x1p-1060);
  out[5 * i + 4] = sqrt_f64(x * x + x * x) / power_rule(1.5, floor_f64(x * x / 1e12 * 100) / 3);
}
)"};

TEST(Elementary, HasTheSameBitsOnEveryDevice) {
  std::vector<f64> numbers{0.0, -0.0, 1e-300, 1e6};
  for (u64 i = 0; i < 20'000; ++i) {
    const f64 size = static_cast<f64>(mix64(i) >> 11) * 0x1p-53;
    numbers.push_back((i % 2 ? -1 : 1) * size * power_of(10, static_cast<f64>(i % 7)));
  }
  std::vector<u64> expected;
  for (const f64 x : numbers)
    for (const f64 value : {sine(x), cosine(x), exponential(x), natural_logarithm(x * x + 0x1p-1060),
                            sqrt_f64(x * x + x * x) / power_of(1.5, floor_f64(x * x / 1e12 * 100) / 3)})
      expected.push_back(std::bit_cast<u64>(value));
  for (const auto& [name, backend] : available_backends()) {
    if (!backend.device || !gpu::has_doubles(*backend.device)) continue;
    gpu::Source source = formula::with_formula_rules("elementary test", elementary_kernel);
    const auto kernel = backend.device->build(source)->kernel("elementary");
    const auto from = uploaded(*backend.device, numbers);
    const auto to = backend.device->allocate(expected.size() * sizeof(u64));
    backend.device->launch(*kernel, gpu::grid_for(numbers.size(), 64),
                           {from.get(), to.get(), u64{numbers.size()}});
    EXPECT_EQ(downloaded<u64>(*backend.device, *to), expected) << name;
  }
}

TEST(Doubles, AreThereUnlessTheDialectHasNone) {
  for (const auto& [name, backend] : available_backends())
    if (backend.device && is_slow({name, backend})) {
      EXPECT_TRUE(gpu::has_doubles(*backend.device)) << "PoCL has doubles";
    }
}

}  // namespace
}  // namespace morula::test
