// NVRTC compiles every text of the library; no GPU is needed for that.
#include "gpu/nvrtc.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "gpu/field_sums.h"
#include "texts/morula_gpu.h"

namespace morula::gpu {

namespace {

class NvrtcTest : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto found = find_nvrtc(); !found.missing.empty()) GTEST_SKIP() << found.missing;
  }
};

constexpr Text draws{"draws.h", R"(
KERNEL draws(GLOBAL u32* out, u64 seed) {
  u32x2 key = {(u32)seed, (u32)(seed >> 32)};
  u64 i = global_id(0);
  u32 word = (u32)mix64(i) + population((u32)i) + high_product((u32)i, 3u);
  out[i] = draw(key, i, 0, 0).x + word + leading_zeros(word);
}
)"};
const Source cuda_draw_source{"draws", {text::core::philox, text::core::draw, text::core::mix, draws}, {}};

bool is_cubin(const std::vector<std::byte>& code) {
  return code.size() > 4 && std::string(reinterpret_cast<const char*>(code.data()) + 1, 3) == "ELF";
}

}  // namespace

TEST(NvrtcFoundTest, SaysItsVersionOrWhyItIsMissing) {
  const auto found = find_nvrtc();
  EXPECT_NE(found.version.empty(), found.missing.empty());
}

TEST_F(NvrtcTest, CompilesTheDrawsForSeveralArchitectures) {
  const Nvrtc nvrtc;
  for (const unsigned architecture : {75u, 80u, 90u})
    EXPECT_TRUE(is_cubin(nvrtc.compile(cuda_draw_source, architecture)));
}

TEST_F(NvrtcTest, CompilesTheFieldKernels) {
  const Nvrtc nvrtc;
  for (const auto type : {ValueType::U8, ValueType::U16, ValueType::U32, ValueType::U64})
    EXPECT_TRUE(is_cubin(nvrtc.compile(field_source(type, 0, 256), 90)));
  for (const unsigned values : {1u, 16u, 17u, 256u})
    EXPECT_TRUE(is_cubin(nvrtc.compile(field_source(ValueType::U8, values, 256), 75)));
}

TEST_F(NvrtcTest, ADeviceNewerThanItGetsPtx) {
  const auto code = Nvrtc().compile(cuda_draw_source, 999);
  const std::string ptx(reinterpret_cast<const char*>(code.data()), code.size());
  EXPECT_NE(ptx.find(".entry draws"), std::string::npos);
  EXPECT_EQ(ptx.back(), '\0');  // the driver expects PTX as a string
}

TEST_F(NvrtcTest, ADeviceOlderThanItIsRefused) { EXPECT_THROW(Nvrtc().options(20), BuildError); }

TEST_F(NvrtcTest, NeverFusesAMultiplicationAndAnAddition) {
  constexpr Text text{"fuse.h", "KERNEL fuse(GLOBAL double* x) { x[0] = x[1] * x[2] + x[3]; }\n"};
  const auto code = Nvrtc().compile({"fuse", {text}, {}}, 999);
  const std::string ptx(reinterpret_cast<const char*>(code.data()), code.size());
  EXPECT_EQ(ptx.find("fma"), std::string::npos) << ptx;
  EXPECT_NE(ptx.find("mul.rn.f64"), std::string::npos) << ptx;
}

TEST_F(NvrtcTest, AnErrorNamesTheFileAndShowsTheLineOnce) {
  constexpr Text bad{"bad.h", "\nKERNEL broken(GLOBAL u32* out) {\n  out[0] = undeclared_rate;\n}\n"};
  try {
    Nvrtc().compile({"broken program", {text::core::philox, bad}, {}}, 90);
    FAIL() << "it compiled";
  } catch (const BuildError& error) {
    const std::string words = error.what(), line = "out[0] = undeclared_rate;";
    EXPECT_NE(words.find("bad.h(3)"), std::string::npos) << words;
    EXPECT_NE(words.find("broken program"), std::string::npos) << words;
    const auto at = words.find(line);
    ASSERT_NE(at, std::string::npos) << words;
    EXPECT_EQ(words.find(line, at + 1), std::string::npos) << words;
  }
}

}  // namespace morula::gpu
