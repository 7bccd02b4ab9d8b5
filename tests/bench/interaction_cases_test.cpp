// What the species' figures are measured on.
#include "bench/interaction/interaction_cases.h"

#include <gtest/gtest.h>

#include <set>

#include "bench/interaction/interaction_corners.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

std::vector<u8> states_read(Model& model) {
  const Field field = model.fields().front();
  std::vector<u8> states(field.extent.sites());
  model.read(field, {0, states.size()}, std::as_writable_bytes(std::span(states)));
  return states;
}

TEST(InteractionCases, ALargeLatticeIsPavedWithASmallOne) {
  const Backend host = available_backends().front().backend;
  const auto small = states_read(*model_of({1024}, host)), large = states_read(*model_of({3072}, host));
  ASSERT_EQ(large.size(), 9u * small.size());
  for (std::size_t i = 0; i < large.size(); ++i) {
    const std::size_t x = i % 3072, y = i / 3072;
    ASSERT_EQ(large[i], small[y % 1024 * 1024 + x % 1024]) << x << ", " << y;
  }
}

TEST(InteractionCases, NamesSayWhatIsMeasured) {
  InteractionCase measured{4096, {0.3, 0.3, 0.4}, "parallel", "plain"};
  EXPECT_EQ(measured.name(), "0.3 0.3 0.4, 4096^2, plain engine");
  EXPECT_EQ((InteractionCase{1024, {}, "sequential"}.name()), "0.5 0.25 0.25, 1024^2, sequential");
  measured = {128};
  measured.replicas = 1000;
  EXPECT_EQ(measured.name(), "0.5 0.25 0.25, 1000 replicas of 128^2");
}

TEST(InteractionCorners, AreModelsThatCanBeRead) {
  for (const bool on_gpu : {false, true}) {
    std::set<std::string> names;
    for (const InteractionCorner& corner : interaction_corners(on_gpu)) {
      EXPECT_TRUE(names.insert(corner.name).second) << corner.name;
      EXPECT_NO_THROW(spec_of(corner, "bitplane")) << corner.name;
    }
  }
}

}  // namespace
}  // namespace morula::test
