// Patterns that were saved from a bounded grid of Golly must be placed on the same lattice.
#include "models/automaton/read/bounded_grid.h"

#include <gtest/gtest.h>

#include "io/durable_file.h"
#include "models/automaton/automaton_spec.h"
#include "models/catalogue.h"
#include "tests/io/temporary_folder.h"

namespace morula::test {
namespace {

class BoundedGrids : public testing::Test {
 protected:
  Spec read(const std::string& grid, const std::string& lattice, const std::string& further_keys = "",
            const std::string& comment = "") const {
    io::write_file(folder_ / "p.rle", comment + "x = 4, y = 2, rule = B36/S23" + grid + "\n4o$o2bo!\n");
    const std::string text = "model: automaton\nsteps: 1\nlattice: " + lattice +
                             "\ninitial: {pattern: {file: p.rle}}\n" + further_keys;
    return read_spec(io::parse_document(text, "m.yaml"), folder_.path());
  }

  std::string complaint(const std::string& grid, const std::string& lattice) const {
    return io::message_of<SpecError>([&] { read(grid, lattice); });
  }

  static Site place_of_pattern(const Spec& spec) {
    const auto& automaton = static_cast<const AutomatonSpec&>(*spec.section);
    return std::get<PlacedPattern>(automaton.initial.placed.at(0)).at;
  }

  io::TemporaryFolder folder_;
};

TEST_F(BoundedGrids, AreReadOntoTheSameLattice) {
  EXPECT_EQ(complaint(":T30,20", "{size: [30, 20]}"), "");
  EXPECT_EQ(complaint(":t30", "{size: [30, 30]}"), "") << "one number is a square";
  EXPECT_EQ(complaint(":P30,20", "{size: [30, 20], boundary: fixed}"), "");
}

TEST_F(BoundedGrids, AreRefusedOnAnotherLattice) {
  const std::string regardless =
      "to place the pattern on this lattice regardless, write automaton: {rule: B36/S23}";
  EXPECT_EQ(
      complaint(":T30,20", "{size: [64, 64]}"),
      "m.yaml:4:27: initial.pattern.file: its rule ends with ':T30,20', a torus of 30 x 20 cells, but the "
      "lattice has 64 x 64 and boundary periodic; write lattice: {size: [30, 20], boundary: periodic}, "
      "or, " +
          regardless);
  EXPECT_EQ(
      complaint(":P30,20", "{size: [30, 20]}"),
      "m.yaml:4:27: initial.pattern.file: its rule ends with ':P30,20', a bounded plane of 30 x 20 cells, "
      "but the lattice has 30 x 20 and boundary periodic; write lattice: {size: [30, 20], boundary: "
      "fixed}, or, " +
          regardless);
  EXPECT_NE(complaint(":T30,20", "{size: [30, 20], boundary: {x: periodic, y: fixed}}"), "");
  for (const std::string grid :
       {":T0,20", ":T30+5,20", ":T30,20-2", ":K30*,20", ":C30,20", ":S30", ":", ":X"})
    EXPECT_EQ(complaint(grid, "{size: [30, 20]}"),
              "m.yaml:4:27: initial.pattern.file: its rule ends with '" + grid +
                  "', a grid of Golly that Morula has no lattice for; " + regardless);
}

TEST_F(BoundedGrids, ARuleOfTheModelFilePlacesThePatternAnywhereWithANote) {
  const Spec spec = read(":T30,20", "{size: [64, 64]}", "automaton: {rule: B3/S23}\n");
  EXPECT_EQ(spec.notes,
            std::vector<std::string>{"p.rle was saved from Golly's grid ':T30,20'; this "
                                     "lattice is different, so the pattern can develop differently"});
  EXPECT_EQ(place_of_pattern(spec), (Site{0, 0, 0}));
  EXPECT_TRUE(read(":T64,64", "{size: [64, 64]}", "automaton: {rule: B3/S23}\n").notes.empty());
}

// As in Golly's readpattern.cpp: cell (0, 0) is the middle of a grid, rounded up.
TEST_F(BoundedGrids, APatternLiesWhereGollyPutsIt) {
  const std::string plane = "{size: [31, 20], boundary: fixed}";
  EXPECT_EQ(place_of_pattern(read(":P31,20", plane)), (Site{13, 9, 0}));
  EXPECT_EQ(place_of_pattern(read(":P31,20", plane, "", "#CXRLE Pos=-15,3 Gen=7\n")), (Site{0, 13, 0}));
  EXPECT_EQ(place_of_pattern(read("", plane, "", "#CXRLE Pos=-15,3\n")), (Site{0, 0, 0}))
      << "no grid, no place";
  EXPECT_EQ(io::message_of<SpecError>([&] { read(":P31,20", plane, "", "#CXRLE Pos=-16,3\n"); }),
            "m.yaml:4:27: initial.pattern.file: has a line #CXRLE that puts it outside of its own grid; say "
            "with 'at' where it goes");
}

TEST_F(BoundedGrids, ALatticeIsWrittenAsGollysGrid) {
  const auto suffix = [](Extent extent, unsigned dimensions, Boundaries boundary) {
    return grid_suffix(Lattice::whole(extent, dimensions, boundary)).value_or("none");
  };
  EXPECT_EQ(suffix({30, 20, 1}, 2, Boundary::Periodic), ":T30,20");
  EXPECT_EQ(suffix({30, 20, 1}, 2, Boundary::Fixed), ":P30,20");
  EXPECT_EQ(suffix({30, 20, 1}, 2, {Boundary::Periodic, Boundary::Fixed, Boundary::Periodic}), "none");
  EXPECT_EQ(suffix({30, 20, 5}, 3, Boundary::Periodic), "none");
}

// The section `automaton` may be left out if the pattern carries the rule. Errors in that rule are reported
// for the patterns.
TEST_F(BoundedGrids, APatternsRuleNeedsNoSection) {
  EXPECT_EQ(static_cast<const AutomatonSpec&>(*read("", "{size: [9, 9]}").section).rule_name, "B36/S23");
  EXPECT_EQ(complaint("/X", "{size: [9, 9]}").substr(0, 45), "m.yaml:4:10: automaton.rule: is 'B36/S23/X'; ");
}

}  // namespace
}  // namespace morula::test
