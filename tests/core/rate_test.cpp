#include "core/rate.h"

#include <gtest/gtest.h>

namespace morula {
namespace {

TEST(Rate, IsWrittenForPeople) {
  EXPECT_EQ(human_rate(0, "cells"), "0 cells/s");
  EXPECT_EQ(human_rate(999.4, "cells"), "999 cells/s");
  EXPECT_EQ(human_rate(1000, "cells"), "1 k cells/s");
  EXPECT_EQ(human_rate(3.2e9, "cells"), "3.2 G cells/s");
  EXPECT_EQ(human_rate(1e20, "interactions"), "1e+05 P interactions/s");
}

}  // namespace
}  // namespace morula
