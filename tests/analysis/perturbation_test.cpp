#include "analysis/perturbation.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "analysis/pair_model.h"
#include "models/catalogue.h"
#include "models/picture/picture.h"
#include "tests/analysis/hamming_models.h"
#include "tests/support/observation.h"

namespace morula::test {
namespace {

PairModel pair_with(const HammingChoice& choice, Index changed) {
  const Spec spec = read_pair_model(choice);
  auto first = make_model(spec, one_thread()), second = make_model(spec, one_thread(), Start::Blank);
  const Field state = compared_field(*first, {});
  const unsigned states = first->views().front().classes;
  std::vector<Perturbation> changes;
  for (std::uint64_t i = 0; i < spec.replicas->count; ++i)
    changes.emplace_back(spec.seed, i, spec.lattice->global.sites(), changed, states);
  copy_changed(*first, *second, state, changes);
  return {std::move(first), std::move(second), state, states};
}

TEST(Perturbation, ChangesAsManySitesAsAskedAndEachToAnotherState) {
  for (const Index changed : {0, 1, 7, 99, 100}) {
    const Perturbation perturbation(5, 2, 100, changed, 3);
    const auto& places = perturbation.places();
    EXPECT_TRUE(std::ranges::is_sorted(places));
    EXPECT_EQ(std::ranges::adjacent_find(places), places.end()) << "no site twice";
    std::vector<std::byte> values(100, std::byte{1});
    perturbation.change({0, 100}, ValueType::U8, values);
    EXPECT_EQ(100 - std::ranges::count(values, std::byte{1}), static_cast<int>(changed));
    EXPECT_TRUE(std::ranges::all_of(values, [](std::byte value) { return value < std::byte{3}; }));
  }
}

TEST(Perturbation, IsTheSameInWhateverSlabs) {
  const Perturbation perturbation(5, 2, 1000, 300, 200);
  std::vector<std::byte> whole(2000), parts(2000);
  perturbation.change({0, 1000}, ValueType::U16, whole);
  for (Index first = 0; first < 1000; first += 125)
    perturbation.change({first, 125}, ValueType::U16, std::span(parts).subspan(2 * first, 250));
  EXPECT_EQ(whole, parts);
}

// Five standard deviations of the count in 4000 draws with probability 1/3 (149) and 1/10 (95).
TEST(Perturbation, SitesAndStatesAreEquallyLikely) {
  std::vector<int> states(4), tenths(10);
  for (u64 replica = 0; replica < 4000; ++replica) {
    const Perturbation perturbation(1, replica, 1000, 1, 4);
    std::vector<std::byte> values(1000, std::byte{1});
    perturbation.change({0, 1000}, ValueType::U8, values);
    const Index site = perturbation.places().front();
    ++states[std::to_integer<std::size_t>(values[site])];
    ++tenths[site / 100];
  }
  EXPECT_EQ(states[1], 0);
  for (const int state : {0, 2, 3}) EXPECT_NEAR(states[static_cast<std::size_t>(state)], 1333, 149);
  for (const int tenth : tenths) EXPECT_NEAR(tenth, 400, 95);
}

TEST(PairModel, OfEqualStatesStaysEqual) {
  PairModel pair = pair_with(species_choice(17, 100, {"replicas=3"}), 0);
  EXPECT_EQ(pair.step(60), 60u);
  EXPECT_EQ(pair.differing(), (std::vector<std::uint64_t>{0, 0, 0}));
}

TEST(PairModel, CountsAndPaintsWhereTheyDiffer) {
  PairModel pair = pair_with(species_choice(24, 100, {"replicas=2"}), 9);
  EXPECT_EQ(pair.differing(), (std::vector<std::uint64_t>{9, 9}));
  EXPECT_EQ(std::get<std::uint64_t>(observe_each(pair).at(1).at(0).value), 9u);
  pair.step(40);
  const std::uint64_t differing = pair.differing().front();
  EXPECT_GT(differing, 9u);
  const io::Image image = picture(pair, {});
  EXPECT_EQ(image.pixels.size(), 24u * 24u) << "the first replica alone";
  EXPECT_EQ(std::ranges::count(image.pixels, io::Colour{144, 238, 144}), static_cast<long>(differing));
  EXPECT_EQ(std::ranges::count(image.pixels, io::Colour{255, 255, 255}), static_cast<long>(576 - differing));
}

TEST(PairModel, TellsHowManyStatesAreLeft) {
  PairModel pair = pair_with(species_choice(10, 100, {"replicas=2", "initial.fractions={red: 1}"}), 1);
  for (const auto& [first, second] : pair.states_left()) {
    EXPECT_EQ(first, 1u);
    EXPECT_EQ(second, 2u);
  }
}

}  // namespace
}  // namespace morula::test
