#include "core/shell_quoted.h"

#include <gtest/gtest.h>

namespace morula::test {
namespace {

TEST(ShellQuoted, KeepsWhatAShellWouldRead) {
  EXPECT_EQ(shell_quoted("a b"), "'a b'");
  EXPECT_EQ(shell_quoted("it's $HOME"), "'it'\\''s $HOME'");
  EXPECT_EQ(shell_quoted(""), "''");
}

}  // namespace
}  // namespace morula::test
