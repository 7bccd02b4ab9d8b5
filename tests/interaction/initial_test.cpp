// Initial states of competing species: exact numbers of each state, at random places.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "core/shuffle.h"
#include "core/stream.h"
#include "io/hdf5_file.h"
#include "models/catalogue.h"
#include "models/interaction/read/initial_species_reader.h"
#include "tests/io/temporary_folder.h"

namespace morula::test {
namespace {

using States = std::vector<u8>;
using Counts = std::vector<u64>;

class SpeciesInitial : public testing::Test {
 protected:
  InitialSpecies read(const std::string& initial) const {
    const std::string text = "model: interaction\nsteps: 1\nlattice: {size: [30, 11]}\ninitial: " + initial +
                             "\ninteraction: {species: [red, blue, yellow], preys: cyclic, rates: {mobility: "
                             "0.5, reproduction: 0.25, predation: 0.25}}\n";
    const Spec spec = read_spec(io::parse_document(text, "m.yaml"), folder_.path());
    return dynamic_cast<const InteractionSpec&>(*spec.section).initial;
  }
  Counts counts(const std::string& initial) const { return read(initial).counts; }

  States fill(const InitialSpecies& start, u64 seed, u64 replica, u64 slab_size, unsigned threads) const {
    ThreadPool pool(threads);
    States states(lattice_.global.sites(), 99);
    for (const Slab& slab : slabs_of({"state", ValueType::U8, lattice_.global, 2}, slab_size))
      fill_initial_species(start, lattice_, seed, replica, slab,
                           std::span(states).subspan(slab.first, slab.count), pool);
    return states;
  }

  io::TemporaryFolder folder_;
  Lattice lattice_ = Lattice::whole({30, 11, 1}, 2, Boundary::Periodic);
};

TEST_F(SpeciesInitial, EqualSharesLeaveTheRemainderEmpty) {
  EXPECT_EQ(counts("{fractions: equal}"), (Counts{84, 82, 82, 82})) << "330 sites";
  EXPECT_EQ(equal_counts(4, 3), (Counts{3, 0, 0, 0}));
}

TEST_F(SpeciesInitial, AFormulaGivesEverySite) {
  const InitialSpecies start =
      read("{formula: \"if x < 10 then blue else if chance(0.5) then red else empty\"}");
  const States states = fill(start, 3, 0, 64, 3);
  EXPECT_EQ(states, fill(start, 3, 0, 1 << 20, 1));
  EXPECT_NE(states, fill(start, 3, 1, 64, 3)) << "every replica draws its own state";
  u64 red = 0;
  for (std::size_t i = 0; i < states.size(); ++i) {
    EXPECT_EQ(states[i] == 2, i % 30 < 10);
    red += states[i] == 1 ? 1 : 0;
  }
  EXPECT_GT(red, 80u);
  EXPECT_LT(red, 140u);
  EXPECT_THROW(read("{formula: \"red\", fractions: equal}"), SpecError);
  EXPECT_THROW(read("{formula: \"green\"}"), SpecError);
}

TEST_F(SpeciesInitial, FractionsMayStandUnderInitial) {
  for (const std::string open : {"{", "{fractions: {"}) {
    const std::string close = open.size() > 1 ? "}}" : "}";
    EXPECT_EQ(counts(open + "empty: 0.1, red: 0.2, blue: 0.3, yellow: 0.4" + close),
              (Counts{33, 66, 99, 132}));
    EXPECT_EQ(counts(open + "red: 0.2, blue: 0.3" + close), (Counts{165, 66, 99, 0}))
        << "the remaining sites are empty";
  }
}

TEST_F(SpeciesInitial, AStartWithoutEmptiesHasNone) {
  EXPECT_EQ(counts("{red: 0.3333333333, blue: 0.3333333333, yellow: 0.3333333334}"),
            (Counts{0, 110, 110, 110}));
  EXPECT_EQ(counts("{red: 0.7, blue: 0.2, yellow: 0.1}"), (Counts{0, 231, 66, 33}));
  EXPECT_EQ(counts("{red: 1}"), (Counts{0, 330, 0, 0}));
}

// Each state would get 7/3 sites. The first of the states that lost equally much by rounding gets the site
// left over.
TEST_F(SpeciesInitial, WhatIsLeftOverGoesToThoseThatLostMost) {
  EXPECT_EQ(counts_by_fraction({0, 1.0 / 3, 1.0 / 3, 1.0 / 3}, 7), (Counts{0, 3, 2, 2}));
  EXPECT_EQ(counts_by_fraction({0.25, 0.05, 0.7}, 10), (Counts{3, 0, 7}));
  EXPECT_EQ(counts_by_fraction({0.24, 0.06, 0.7}, 10), (Counts{2, 1, 7}));
}

TEST_F(SpeciesInitial, CountsAddUpOnTheLargestLattice) {
  const std::vector<double> fractions = {0, 0.1, 0.2, 0.3, 0.1, 0.3};
  const Counts counts = counts_by_fraction(fractions, largest_where);
  EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), u64{0}), largest_where);
  EXPECT_EQ(counts[0], 0u);
}

TEST_F(SpeciesInitial, NumbersAreExactAndPlacesAreShuffled) {
  const InitialSpecies start = read("{red: 0.5, blue: 0.1, yellow: 0.1}");
  const States states = fill(start, 7, 3, 1000, 1);
  for (u8 state = 0; state < 4; ++state)
    EXPECT_EQ(static_cast<u64>(std::ranges::count(states, state)), start.counts[state]);
  const Shuffle shuffle(stream(7, Purpose::InitialState, 3), states.size());
  for (u64 site = 0; site < states.size(); ++site) {
    const u64 place = shuffle.at(site);
    EXPECT_EQ(states[site], place < 99 ? 0 : place < 264 ? 1 : place < 297 ? 2 : 3);
  }
}

TEST_F(SpeciesInitial, SlabsAndThreadsChangeNothing) {
  const InitialSpecies start = read("{fractions: equal}");
  const States whole = fill(start, 1, 0, 1000, 1);
  EXPECT_EQ(fill(start, 1, 0, 13, 1), whole);
  EXPECT_EQ(fill(start, 1, 0, 1, 3), whole);
  EXPECT_EQ(fill(start, 1, 0, 90, 5), whole);
}

// Among 330 sites in four states, a quarter agree by chance: 82 ± 8.
TEST_F(SpeciesInitial, ReplicasAndSeedsDiffer) {
  const InitialSpecies start = read("{fractions: equal}");
  const States first_states = fill(start, 1, 0, 1000, 1);
  for (const States& second_states : {fill(start, 1, 1, 1000, 1), fill(start, 2, 0, 1000, 1)}) {
    int agree = 0;
    for (std::size_t i = 0; i < first_states.size(); ++i) agree += first_states[i] == second_states[i];
    EXPECT_GT(agree, 50);
    EXPECT_LT(agree, 115);
  }
}

// A file with the states of all sites, and messages about such a file.
class SpeciesFromFile : public SpeciesInitial {
 protected:
  void write_states(Extent extent, const States& states) const {
    const Field field{"state", ValueType::U8, extent, 2};
    io::Hdf5Writer writer(folder_ / "states.h5");
    writer.add(field);
    writer.write(field, {0, extent.sites()}, std::as_bytes(std::span(states)));
    writer.close();
  }
  std::string complaint(const std::string& initial) const {
    return io::message_of<SpecError>([&] { read(initial); });
  }
};

TEST_F(SpeciesFromFile, HoldsTheWholeLattice) {
  States states(330);
  for (std::size_t i = 0; i < states.size(); ++i) states[i] = static_cast<u8>(i * i % 4);
  write_states({30, 11, 1}, states);
  const InitialSpecies start = read("{pattern: {file: states.h5}}");
  EXPECT_EQ(fill(start, 1, 0, 13, 2), states);
  EXPECT_EQ(fill(start, 2, 5, 1000, 1), states) << "the seed and the replica do not matter";
}

TEST_F(SpeciesFromFile, ValuesStandForStatesByNumberOrName) {
  States states(330);
  for (std::size_t i = 0; i < states.size(); ++i) states[i] = i % 2 == 0 ? 255 : 7;
  write_states({30, 11, 1}, states);
  const InitialSpecies start = read("{pattern: {file: states.h5, values: {255: yellow, 7: 1}}}");
  const States filled = fill(start, 1, 0, 1000, 1);
  EXPECT_EQ(filled[0], 3);
  EXPECT_EQ(filled[1], 1);
  EXPECT_EQ(
      complaint("{pattern: {file: states.h5, values: {255: yelow, 7: 4}}}"),
      "m.yaml:4:52: initial.pattern.values.255: is 'yelow'; must be one of empty, red, blue, yellow; did "
      "you mean 'yellow'?\n"
      "m.yaml:4:62: initial.pattern.values.7: is '4'; must be at most 3");
}

TEST_F(SpeciesFromFile, StatesThatAreNoneAreNamed) {
  States states(330);
  states[31] = 9;
  write_states({30, 11, 1}, states);
  EXPECT_EQ(
      complaint("{pattern: {file: states.h5}}"),
      "m.yaml:4:27: initial.pattern.file: states.h5 holds 9 at [1, 1]; the states are 0 to 3, and values: "
      "{9: 1} says which one it stands for");
}

TEST_F(SpeciesFromFile, OfAnotherSizeIsRefused) {
  write_states({29, 11, 1}, States(319));
  EXPECT_EQ(complaint("{pattern: {file: states.h5}}"),
            "m.yaml:4:27: initial.pattern.file: is 29 x 11; must be as large as the lattice, 30 x 11");
}

}  // namespace
}  // namespace morula::test
