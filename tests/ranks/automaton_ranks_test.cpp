// One lattice over ranks gives the same results as one process.
#include <gtest/gtest.h>

#include "tests/automaton/tissue_models.h"
#include "tests/ranks/spread.h"

namespace morula::test {
namespace {

struct Spread {
  int ranks;
  Index halo = 0;  // depth of the halo; 0: computed by formula
};
const std::vector<Spread> every_spread = {{2, 0}, {2, 1}, {3, 2}, {5, 3}, {8, 0}};

void expect_same(const Spec& spec, const std::vector<Spread>& spreads,
                 const BackendOfRank& backend = on_one_thread,
                 const std::vector<std::uint64_t>& batches = {1, 9, 3, 17}) {
  const auto alone = make_model(spec, on_one_thread());
  const std::vector<Seen> expected = see_after(*alone, batches);
  ASSERT_NE(expected.front().hash, expected.back().hash) << "nothing happens";
  for (const auto& [ranks, halo] : spreads) {
    if (!can_spread(spec, ranks)) continue;
    SCOPED_TRACE(fmt::format("{} ranks, halos of {}", ranks, halo));
    const HaloDepth depth(halo);
    with_ranks(
        ranks, spec,
        [&](Model& model) {
          const std::vector<Seen> seen = see_after(model, batches);
          for (std::size_t i = 0; i < seen.size(); ++i)
            EXPECT_TRUE(seen[i] == expected[i]) << "at step " << expected[i].time;
        },
        backend);
  }
}

struct Case {
  std::string name, size, neighbourhood, rule;
  std::vector<std::string> engines = {"bitplane", "plain"};
};
void PrintTo(const Case& test_case, std::ostream* out) { *out << test_case.name; }

class AutomatonRanks : public testing::TestWithParam<Case> {};

TEST_P(AutomatonRanks, GiveTheSameAnswer) {
  const Case& test_case = GetParam();
  const bool is_solid = test_case.size.find(',') != test_case.size.rfind(',');
  const auto spec = [&](const std::string& boundary, const std::string& engine) {
    return spec_from(soup(test_case.size, boundary, test_case.neighbourhood, test_case.rule, 3, 0.3, engine));
  };
  for (const std::string& engine : test_case.engines) {
    SCOPED_TRACE(engine);
    for (const std::string boundary : {"periodic", "fixed"})
      expect_same(spec(boundary, engine), every_spread);
    for (const MixedBoundary& mixed : mixed_boundaries(is_solid ? 3 : 2))
      expect_same(spec(mixed.written, engine), {{3, 2}});
  }
}

INSTANTIATE_TEST_SUITE_P(, AutomatonRanks,
                         testing::Values(Case{"Life", "[70, 61]", "moore", "B3/S23"},
                                         Case{"OneRowSlabs", "[67, 8]", "moore", "B36/S23"},
                                         Case{"BornFromNothing", "[35, 40]", "von-neumann", "B014/S2"},
                                         Case{"Generations", "[97, 33]", "moore", "B2/S345/C5"},
                                         Case{"WireWorld", "[40, 29]", "moore", "WireWorld", {"plain"}},
                                         Case{"Letters", "[130, 37]", "moore", "B3/S2-i34q"},
                                         Case{"Solid", "[33, 11, 13]", "26", "B5/S4,5"},
                                         Case{"Solid18", "[20, 9, 17]", "18", "B4/S3,4,5"},
                                         Case{"FlatSolid", "[66, 5, 8]", "6", "B2/S/C4"}),
                         [](const auto& test) { return test.param.name; });

class TissueRanks : public testing::TestWithParam<TissueCase> {};

TEST_P(TissueRanks, GiveTheSameAnswer) {
  for (const std::string boundary : {"periodic", "fixed"})
    for (const bool with_map : {false, true})
      expect_same(spec_from(tissue_file(GetParam(), boundary, "bitplane", with_map)),
                  {{2, 0}, {3, 3}, {8, 1}});
}

INSTANTIATE_TEST_SUITE_P(Even, TissueRanks, testing::ValuesIn(even_tissues()),
                         [](const auto& test) { return test.param.name; });
INSTANTIATE_TEST_SUITE_P(Wide, TissueRanks, testing::ValuesIn(wide_tissues()),
                         [](const auto& test) { return test.param.name; });

// The velocity is measured between two sites that belong to different ranks.
TEST(TissueVelocity, IsTheSameOverRanks) {
  expect_same(spec_from("model: automaton\nsteps: 60\nlattice: {size: [20, 30], boundary: fixed}\n"
                        "automaton: {tissue: {velocity: {from: [10, 2], to: [12, 27]}, activated: 2, "
                        "refractory: 3, threshold: 1, "
                        "stimuli: [{box: {from: [0, 0], to: [19, 0]}}]}}\n"),
              {{2, 0}, {5, 2}});
}

// Tiles of bit planes that are quiet until a glider or a wave comes out of a halo.
TEST(QuietRanks, GiveTheSameAnswer) {
  for (const std::string boundary : {"periodic", "fixed"})
    for (const std::string rule : {"B3/S23", "B2/S/C3"})
      expect_same(spec_from(fmt::format("model: automaton\nseed: 5\nsteps: 1000\nlattice: {{size: [600, "
                                        "300], boundary: {}}}\nautomaton: "
                                        "{{rule: {}}}\ninitial: {{random: {{density: 0.4, box: {{from: [20, "
                                        "30], to: [90, 80]}}}}, cells: "
                                        "[[421, 94], [422, 95], [420, 96], [421, 96], [422, 96], [500, 290], "
                                        "[501, 290], [502, 290]]}}\n",
                                        boundary, rule)),
                  {{2, 0}, {3, 8}}, on_one_thread, {8, 8, 72, 16, 1, 200});
}

}  // namespace
}  // namespace morula::test
