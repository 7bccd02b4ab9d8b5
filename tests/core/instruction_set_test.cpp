#include "core/instruction_set.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "core/error.h"

namespace morula {
namespace {

constexpr std::array<std::string_view, 1> neon_only{"neon"};
constexpr std::array<std::string_view, 3> known_sets{"sse2", "avx2", "avx512"};

std::string complaint(std::span<const std::string_view> built, const char* asked) {
  try {
    choose_instruction_set(built, asked);
  } catch (const SpecError& error) {
    return error.what();
  }
  return "";
}

TEST(InstructionSet, TheFirstOneRunsEverywhere) {
  EXPECT_EQ(choose_instruction_set(neon_only, nullptr), "neon");
  EXPECT_EQ(choose_instruction_set(neon_only, ""), "neon");
  EXPECT_EQ(choose_instruction_set(neon_only, "neon"), "neon");
  EXPECT_EQ(choose_instruction_set(known_sets, "sse2"), "sse2");
}

TEST(InstructionSet, TheBestOneIsChosen) {
  const std::string_view best = choose_instruction_set(known_sets, nullptr);
  bool is_better = false;
  for (const std::string_view set : known_sets) {
    EXPECT_EQ(complaint(known_sets, std::string(set).c_str()).empty(), !is_better) << set;
    if (set == best) is_better = true;
  }
#if !defined(__x86_64__)
  EXPECT_EQ(best, "sse2");
  EXPECT_EQ(complaint(known_sets, "avx2"),
            "MORULA_CPU: is avx2, which this processor does not have; must be sse2");
#endif
}

TEST(InstructionSet, AnUnknownOneIsAnError) {
  EXPECT_EQ(complaint(neon_only, "avx2"), "MORULA_CPU: is avx2; this program is built for neon only");
  EXPECT_EQ(complaint(known_sets, "AVX2").rfind("MORULA_CPU: is AVX2; must be sse2", 0), 0u);
}

}  // namespace
}  // namespace morula
