#include "core/bytes.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

namespace morula {
namespace {

TEST(Bytes, AreWrittenForPeople) {
  const std::uint64_t kib = 1024, gib = kib * kib * kib;
  EXPECT_EQ(human_bytes(0), "0 B");
  EXPECT_EQ(human_bytes(1023), "1023 B");
  EXPECT_EQ(human_bytes(1024), "1.0 KiB");
  EXPECT_EQ(human_bytes(1536), "1.5 KiB");
  EXPECT_EQ(human_bytes(gib + gib / 2), "1.5 GiB");
  EXPECT_EQ(human_bytes(gib - 1), "1023.9 MiB");  // rounded down
  EXPECT_EQ(human_bytes(125'000'000'000), "116.4 GiB");
  EXPECT_EQ(human_bytes(~std::uint64_t{0}), "15.9 EiB");
}

TEST(Bytes, SomeMemoryIsAvailable) {
  EXPECT_GT(available_memory(), std::uint64_t{1} << 20);
  EXPECT_LT(available_memory(), std::uint64_t{1} << 50);
}

std::uint64_t address_space_in_use() {
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

// Runs in a process of its own, since the limit cannot be lifted again.
TEST(BytesDeathTest, WhatIsTakenAlreadyIsNotAvailable) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer takes all the address space there is";
#endif
  constexpr std::uint64_t more = std::uint64_t{64} << 20;
  const auto limited = [&] {
    const rlimit limit{address_space_in_use() + more, RLIM_INFINITY};
    if (setrlimit(RLIMIT_AS, &limit) != 0) std::exit(1);
    const std::uint64_t available = available_memory();
    std::exit(available > 0 && available <= more ? 0 : 2);
  };
  EXPECT_EXIT(limited(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace morula
