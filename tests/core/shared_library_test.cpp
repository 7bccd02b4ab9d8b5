#include "core/shared_library.h"

#include <gtest/gtest.h>

namespace morula {

namespace {

std::string reason_of(const std::vector<std::string>& names) {
  try {
    SharedLibrary(names, "install it");
  } catch (const LibraryMissing& reason) {
    return reason.what();
  }
  return {};
}

}  // namespace

TEST(SharedLibraries, OpenTheFirstThatIsThere) {
  const SharedLibrary library({"libmorula-has-none.so.9", "libm.so.6"}, "install it");
  double (*square_root)(double) = library.symbol("sqrt");
  EXPECT_EQ(square_root(9), 3);
}

TEST(SharedLibraries, SayWhatIsMissingAndTheRemedy) {
  EXPECT_EQ(reason_of({"libmorula-has-none.so.9", "libmorula-none.so"}),
            "libmorula-has-none.so.9 not found: install it");
}

TEST(SharedLibraries, ThatDoNotLoadSayWhy) {
  const std::string reason = reason_of({"libmorula-has-none.so.9", "/etc/passwd"});
  EXPECT_NE(reason.find("cannot be loaded"), std::string::npos) << reason;
  EXPECT_NE(reason.find("/etc/passwd"), std::string::npos) << reason;
}

TEST(SharedLibraries, MayLackAFunction) {
  const SharedLibrary library({"libm.so.6"}, "install it");
  EXPECT_THROW(library.symbol("morula_has_none"), LibraryMissing);
  void (*absent)() = library.symbol_if_there("morula_has_none");
  EXPECT_EQ(absent, nullptr);
}

}  // namespace morula
