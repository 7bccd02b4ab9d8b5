#include "core/throughput.h"

#include <gtest/gtest.h>

namespace morula {
namespace {

TEST(Throughput, IsWrittenForPeople) {
  EXPECT_EQ(format_throughput(0, "cells"), "0 cells/s");
  EXPECT_EQ(format_throughput(999.4, "cells"), "999 cells/s");
  EXPECT_EQ(format_throughput(1000, "cells"), "1 k cells/s");
  EXPECT_EQ(format_throughput(3.2e9, "cells"), "3.2 G cells/s");
  EXPECT_EQ(format_throughput(1e20, "interactions"), "1e+05 P interactions/s");
}

}  // namespace
}  // namespace morula
