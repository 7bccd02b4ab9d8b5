// Initial states: what each key writes, where, and over what; and the messages for wrong keys.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "io/durable_file.h"
#include "io/hdf5_file.h"
#include "io/image.h"
#include "models/automaton/initial/initial_states.h"
#include "models/automaton/read/initial_states_reader.h"
#include "models/automaton/read/pattern_reader.h"
#include "tests/io/temporary_folder.h"

namespace morula::test {
namespace {

using States = std::vector<u8>;

class Initial : public testing::Test {
 protected:
  InitialSpec read(const std::string& initial) {
    const io::Document document = io::parse_document("initial: " + initial, "m.yaml");
    io::Problems problems;
    io::Section root(document.root, "", problems);
    Spec spec;
    const InitialSpec start =
        read_initial(root, folder_.path(), lattice_, {states_}, io::Presence::Required, spec);
    root.finish();
    problems.throw_if_any();
    return start;
  }

  // Makes the states in slabs of 13 cells, on three threads.
  States states(const std::string& initial) {
    const InitialSpec start = read(initial);
    States filled(lattice_.global.sites());
    ThreadPool threads(3);
    for (const Slab& slab : slabs_of({"state", ValueType::U8, lattice_.global, lattice_.dimensions}, 13))
      fill_initial(start, lattice_, stream(7, Purpose::InitialState), slab,
                   std::span(filled).subspan(slab.first, slab.count), threads);
    return filled;
  }

  std::string complaint(const std::string& initial) {
    std::string message = io::message_of<SpecError>([&] { read(initial); });
    const std::string folder = folder_.path().string() + '/';
    for (std::size_t at; (at = message.find(folder)) != std::string::npos;) message.erase(at, folder.size());
    return message;
  }

  void write(const std::string& name, const std::string& text) { io::write_file(folder_ / name, text); }

  void on(Extent extent, unsigned dimensions = 2) {
    lattice_ = Lattice::whole(extent, dimensions, Boundary::Fixed);
  }

  static u32 word_of(u64 seed, Index cell) {
    const u32x4 words = draw(stream(seed, Purpose::InitialState), cell / 4, 0, 0);
    return std::array{words.x, words.y, words.z, words.w}[cell % 4];
  }

  io::TemporaryFolder folder_;
  Lattice lattice_ = Lattice::whole({5, 3, 1}, 2, Boundary::Fixed);
  unsigned states_ = 4;
};

TEST_F(Initial, FractionsShareOutTheWordOfACell) {
  on({97, 61, 1});
  const States drawn = states("{random: {fractions: {3: 0.25, 1: 0.5, 2: 0.125}}}");
  for (Index cell = 0; cell < drawn.size(); ++cell) {
    const u32 word = word_of(7, cell);
    const u8 expected = word < 0x80000000u ? 1 : word < 0xA0000000u ? 2 : word < 0xE0000000u ? 3 : 0;
    ASSERT_EQ(drawn[cell], expected) << cell;
  }
}

// Lengths and starting sites that are not multiples of anything, across the blocks in which draws are made,
// and where the address of a draw needs more than 32 bits.
TEST_F(Initial, DrawsSideBySideAreThoseMadeOneByOne) {
  const u32x2 key = stream(7, Purpose::InitialState);
  const std::vector<StateUpTo> table = cumulative({{1, 0.3}, {7, 0.2}, {255, 0.4}});
  for (const Index first : {Index{0}, Index{1}, Index{1023}, (Index{1} << 34) - 501, (Index{1} << 47) + 3})
    for (const std::size_t count : {1u, 3u, 1000u, 2501u}) {
      States drawn(count);
      draw_states(key, table, first, drawn);
      for (std::size_t i = 0; i < count; ++i) {
        const u32 word = word_of(7, first + i);
        const auto entry =
            std::ranges::find_if(table, [&](const StateUpTo& state) { return word <= state.largest_word; });
        ASSERT_EQ(drawn[i], entry == table.end() ? 0 : entry->state) << first << " + " << i;
      }
    }
}

TEST_F(Initial, DensityIsTheFractionOfStateOne) {
  on({97, 61, 1});
  EXPECT_EQ(states("{random: {density: 0.3}}"), states("{random: {fractions: {1: 0.3}}}"));
  EXPECT_EQ(states("{random: {density: 0}}"), States(97 * 61, 0));
  EXPECT_EQ(states("{random: {density: 1}}"), States(97 * 61, 1));
  const States thirds = states("{random: {fractions: {1: 0.1, 2: 0.2, 3: 0.7}}}");
  EXPECT_EQ(std::ranges::count(thirds, 0), 0) << "decimals that add up to 1 leave nothing over";
}

TEST_F(Initial, ABoxIsFilledAsTheWholeWouldBeThere) {
  on({19, 17, 11}, 3);
  const States unbounded = states("{random: {density: 0.5}}");
  const States boxed = states("{random: {density: 0.5, box: {from: [2, 3, 4], to: [18, 5, 9]}}}");
  for (Index cell = 0; cell < unbounded.size(); ++cell) {
    const Site site = lattice_.site_at(cell);
    const bool inside = site.x >= 2 && site.y >= 3 && site.y <= 5 && site.z >= 4 && site.z <= 9;
    ASSERT_EQ(boxed[cell], inside ? unbounded[cell] : 0) << cell;
  }
}

TEST_F(Initial, CellsHaveStates) {
  EXPECT_EQ(states("{cells: [[1, 0], {at: [4, 2], state: 3}, {at: [0, 1], state: 2}]}"),
            (States{0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 3}));
  EXPECT_EQ(states("{random: {density: 1}, cells: [{at: [1, 1], state: 0}]}"),
            (States{1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1}));
}

TEST_F(Initial, LaterPatternsLieOverEarlierOnesAndZeroErasesNothing) {
  write("a.rle", "x = 3, y = 2\n3A$C.C!");
  write("b.rle", "x = 2, y = 2\n.B$2B!");
  EXPECT_EQ(states("{patterns: [{file: a.rle}, {file: b.rle, at: [1, 0]}, {file: b.rle, at: [3, 1]}]}"),
            (States{1, 1, 2, 0, 0, 3, 2, 2, 0, 2, 0, 0, 0, 2, 2}));
  EXPECT_EQ(
      states("{cells: [[0, 0], [4, 2]], pattern: {file: b.rle}, patterns: [{file: a.rle, at: [2, 1]}]}"),
      (States{1, 2, 0, 0, 0, 2, 2, 1, 1, 1, 0, 0, 3, 0, 3}));
  EXPECT_EQ(states("{random: {density: 1}, pattern: {file: b.rle}}"),
            (States{1, 2, 1, 1, 1, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1}));
}

TEST_F(Initial, PicturesAndStacksArePatterns) {
  on({5, 3, 2}, 3);
  std::filesystem::create_directory(folder_ / "stack");
  io::Image image(2, 1);
  image.pixels = {{2, 2, 2}, {0, 0, 0}};
  io::write_png(folder_ / "stack/2.png", image);
  image.pixels = {{255, 255, 255}, {3, 3, 3}};
  io::write_png(folder_ / "stack/10.png", image);
  States expected(30);
  expected[5 + 1] = 2;
  expected[15 + 5 + 1] = 1;
  expected[15 + 5 + 2] = 3;
  EXPECT_EQ(states("{pattern: {file: stack, at: [1, 1, 0], values: {255: 1}}}"), expected);
  expected = States(30);
  expected[15 + 10 + 3] = 2;
  EXPECT_EQ(states("{pattern: {file: stack/2.png, at: [3, 2, 1]}}"), expected);
}

TEST_F(Initial, Hdf5IsAPattern) {
  on({5, 3, 2}, 3);
  const Field mask{"mask", ValueType::U8, {2, 2, 2}, 3}, second_field{"other", ValueType::U16, {1, 1, 1}, 2};
  const States values = {1, 0, 2, 3, 0, 0, 3, 1};
  io::Hdf5Writer writer(folder_ / "tissue.h5");
  writer.add(mask);
  writer.add(second_field);
  writer.write(mask, {0, 8}, std::as_bytes(std::span(values)));
  writer.close();
  EXPECT_EQ(
      states("{pattern: {file: tissue.h5, dataset: mask, at: [3, 1, 0]}}"),
      (States{0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 1}));
  EXPECT_EQ(complaint("{pattern: {file: tissue.h5}}"),
            "m.yaml:1:27: initial.pattern.file: tissue.h5: has the datasets mask, other; say which with "
            "'dataset'");
}

TEST_F(Initial, StatesThatThereAreNotAreRefusedWithTheirPlace) {
  write("a.rle", "x = 3, y = 2\n3A$CD!");
  EXPECT_EQ(complaint("{pattern: {file: a.rle}}"),
            "m.yaml:1:27: initial.pattern.file: a.rle holds 4 at [1, 1]; the states are 0 to 3");
  io::Image image(3, 2);
  image.at(2, 1) = {200, 200, 200};
  io::write_png(folder_ / "a.png", image);
  EXPECT_EQ(
      complaint("{pattern: {file: a.png}}"),
      "m.yaml:1:27: initial.pattern.file: a.png holds 200 at [2, 1]; the states are 0 to 3, and values: "
      "{200: 1} says which one it stands for");
  EXPECT_EQ(complaint("{random: {fractions: {4: 0.1}}, cells: [{at: [0, 0], state: 4}]}"),
            "m.yaml:1:32: initial.random.fractions.4: must be a state between 1 and 3\n"
            "m.yaml:1:70: initial.cells.state: is '4'; must be at most 3");
  EXPECT_EQ(complaint("{random: {fractions: {1: 0.5, 3: 0.75}}}"),
            "m.yaml:1:31: initial.random.fractions: add up to 1.25; must be at most 1");
}

TEST_F(Initial, PatternsMustFit) {
  write("a.rle", "x = 3, y = 2\n3o$o!");
  EXPECT_EQ(complaint("{pattern: {file: a.rle, at: [3, 0]}}"),
            "m.yaml:1:38: initial.pattern.at: puts a pattern of 3 x 2 beyond the lattice of 5 x 3");
  io::write_png(folder_ / "a.png", io::Image(3, 2));
  EXPECT_EQ(complaint("{patterns: [{file: a.png, at: [0, 2]}]}"),
            "m.yaml:1:40: initial.patterns.at: puts a pattern of 3 x 2 beyond the lattice of 5 x 3");
  io::write_png(folder_ / "b.png", io::Image(6, 2));
  EXPECT_EQ(complaint("{pattern: {file: b.png}}"),
            "m.yaml:1:27: initial.pattern.file: b.png: is 6 x 2; at most 5 x 3 fit");
  EXPECT_EQ(complaint("{pattern: {file: a.rle, dataset: x, values: {2: 1}}}"),
            "m.yaml:1:43: initial.pattern.dataset: is for pictures and HDF5; remove it\n"
            "m.yaml:1:54: initial.pattern.values: is for pictures and HDF5; remove it");
}

TEST_F(Initial, TheFirstPatternWithARuleCarriesIt) {
  write("none.rle", "x = 1, y = 1\no!");
  write("life.rle", "x = 1, y = 1, rule = B36/S23:T100,200\no!");
  write("bad.rle", "x = 1, y = 1, rule = B1/S\nz!");
  const auto carried = [&](const std::string& initial) {
    const io::Document document = io::parse_document(initial, "m.yaml");
    io::Problems problems;
    io::Section root(document.root, "", problems);
    const CarriedRule rule = rule_in_patterns(root, folder_.path());
    return rule.is_unknown && !rule.text ? "unknown" : rule.text.value_or("none");
  };
  EXPECT_EQ(carried("initial: {pattern: {file: life.rle}}"), "B36/S23");
  EXPECT_EQ(
      carried("initial: {patterns: [{file: none.rle}, {file: bad.rle}, {file: a.png}, {file: life.rle}]}"),
      "B36/S23");
  for (const char* unknown : {"initial: {pattern: {file: gone.rle}}", "initial: {pattern: {file: bad.rle}}",
                              "initial: {patterns: [{file: gone.rle}, {file: none.rle}]}"})
    EXPECT_EQ(carried(unknown), "unknown") << unknown;
  for (const char* none : {"initial: {pattern: {file: none.rle}}", "initial: {pattern: life.rle}",
                           "initial: {patterns: {file: life.rle}}",
                           "initial: {patterns: [life.rle, {file: [life.rle]}]}", "initial: 3", "seed: 1"})
    EXPECT_EQ(carried(none), "none") << none;
}

}  // namespace
}  // namespace morula::test
