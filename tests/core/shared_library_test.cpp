#include "gpu/library.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "devices.h"

namespace morula::gpu {

namespace {

std::string reason_of(const std::vector<std::string>& names) {
  try {
    Library(names, "install it");
  } catch (const DeviceMissing& reason) {
    return reason.what();
  }
  return {};
}

}  // namespace

TEST(Libraries, OpenTheFirstThatIsThere) {
  const Library library({"libmorula-has-none.so.9", "libm.so.6"}, "install it");
  double (*square_root)(double) = library.symbol("sqrt");
  EXPECT_EQ(square_root(9), 3);
}

TEST(Libraries, SayWhatIsMissingAndTheRemedy) {
  EXPECT_EQ(reason_of({"libmorula-has-none.so.9", "libmorula-none.so"}),
            "libmorula-has-none.so.9 not found: install it");
}

TEST(Libraries, ThatDoNotLoadSayWhy) {
  const std::string reason = reason_of({"libmorula-has-none.so.9", "/etc/passwd"});
  EXPECT_NE(reason.find("cannot be loaded"), std::string::npos) << reason;
  EXPECT_NE(reason.find("/etc/passwd"), std::string::npos) << reason;
}

TEST(Libraries, MayLackAFunction) {
  const Library library({"libm.so.6"}, "install it");
  EXPECT_THROW(library.symbol("morula_has_none"), DeviceMissing);
  void (*absent)() = library.symbol_if_there("morula_has_none");
  EXPECT_EQ(absent, nullptr);
}

}  // namespace morula::gpu
