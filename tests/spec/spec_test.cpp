// The meaning of valid model files.
#include <gtest/gtest.h>

#include "models/automaton/automaton_spec.h"
#include "models/catalogue.h"
#include "models/potts/potts_spec.h"

namespace morula::test {
namespace {

const std::string life =
    "model: automaton\nsteps: 1e3\nlattice: {size: [64, 48], boundary: fixed}\nautomaton: {rule: B3/S23}\n"
    "initial: {random: {density: 0.5}}\n";

Spec read(const std::string& text) { return read_spec(io::parse_document(text, "m.yaml"), "/tmp"); }
const AutomatonSpec& automaton(const Spec& spec) { return dynamic_cast<const AutomatonSpec&>(*spec.section); }

TEST(Spec, DefaultsAreSaidInOnePlace) {
  const Spec spec = read(life);
  EXPECT_EQ(spec.seed, 1u);
  EXPECT_EQ(spec.steps, 1000u);
  EXPECT_EQ(spec.lattice->global, (Extent{64, 48, 1}));
  EXPECT_EQ(spec.lattice->boundary, Boundary::Fixed);
  EXPECT_EQ(automaton(spec).neighbourhood.reach, 2);
  EXPECT_FALSE(spec.output.series_every || spec.output.frames || spec.output.state_every ||
               spec.checkpoint_every);
}

TEST(Spec, FramesOfASmallLatticeAreAbout512PixelsWide) {
  const auto scale = [](const std::string& size, const std::string& extra = "") {
    const std::string text = "model: automaton\nsteps: 1\nlattice: {size: " + size +
                             "}\nautomaton: {rule: \"B3/S2\"}\ninitial: {random: {density: 0.5}}\n"
                             "output: {frames: {every: 1" +
                             extra + "}}\n";
    return read(text).output.frames->scale;
  };
  EXPECT_EQ(scale("[64, 48]"), 8u);
  EXPECT_EQ(scale("[48, 64]"), 8u);
  EXPECT_EQ(scale("[300, 20]"), 2u);
  EXPECT_EQ(scale("[400, 400]"), 1u);
  EXPECT_EQ(scale("[5000, 5000]"), 1u);
  EXPECT_EQ(scale("[3, 3]"), 64u);
  EXPECT_EQ(scale("[20, 40, 80]"), 13u) << "seen along z";
  EXPECT_EQ(scale("[20, 40, 80]", ", axis: x"), 6u);
  EXPECT_EQ(scale("[64, 48]", ", scale: 3"), 3u);
}

TEST(Spec, SeedZeroIsASeed) {
  EXPECT_EQ(read(life + "seed: 0\n").seed, 0u);
  EXPECT_EQ(read(life + "seed: 18446744073709551615\n").seed, 18446744073709551615u);
}

TEST(Spec, ARuleMayComeWithThePattern) {
  const auto rule_with = [](const std::string& automaton_section) {
    const std::string text = "model: automaton\nsteps: 1\nlattice: {size: [64, 48]}\n" + automaton_section +
                             "\ninitial: {pattern: {file: r-pentomino.rle}}\n";
    return read_spec(io::parse_document(text, "m.yaml"), MORULA_SOURCE_DIR "/examples");
  };
  const Spec carried = rule_with("automaton: {}"), written = rule_with("automaton: {rule: B36/S23}");
  EXPECT_EQ(automaton(carried).cycle->first.on, 1u << 3);
  EXPECT_EQ(carried.from_files, std::vector<std::string>{"automaton.rule='B3/S23'"});
  EXPECT_EQ(automaton(written).cycle->first.on, (1u << 3) | (1u << 6)) << "the model file's own holds";
  EXPECT_TRUE(written.from_files.empty());
}

TEST(Spec, ARuleIsNotMissingIfAPatternThatMayCarryItCannotBeRead) {
  for (const std::string automaton_section : {"", "automaton: {}\n", "automaton: {engine: plain}\n"}) {
    const std::string text = "model: automaton\nsteps: 1\nlattice: {size: [64, 48]}\n" + automaton_section +
                             "initial: {pattern: {file: nowhere.rle}}\n";
    try {
      read_spec(io::parse_document(text, "m.yaml"), MORULA_SOURCE_DIR "/examples");
      FAIL();
    } catch (const SpecError& error) {
      ASSERT_EQ(error.problems().size(), 1u) << error.what();
      EXPECT_EQ(error.problems().front().key, "initial.pattern.file") << error.what();
    }
  }
}

TEST(Spec, OverridesReplaceAndAdd) {
  io::Document document = io::parse_document(life, "m.yaml");
  io::apply_override(document, "lattice.size=[7, 8, 9]");
  io::apply_override(document, "automaton.rule=B5/S4,5");
  io::apply_override(document, "output.series.every=5");
  const Spec spec = read_spec(document, "/tmp");
  EXPECT_EQ(spec.lattice->global, (Extent{7, 8, 9}));
  EXPECT_EQ(spec.output.series_every, 5u);
}

TEST(Spec, AnOverrideThatIsWrongIsNamed) {
  io::Document document = io::parse_document(life, "m.yaml");
  io::apply_override(document, "lattice.sice=[7, 8]");
  io::apply_override(document, "steps=many");
  try {
    read_spec(document, "/tmp");
    FAIL();
  } catch (const SpecError& error) {
    EXPECT_STREQ(error.what(),
                 "--set lattice.sice=[7, 8]: lattice.sice: unknown key; did you mean 'size'?\n"
                 "--set steps=many: steps: is 'many'; must be a whole number, at least 0");
  }
}

TEST(Spec, FramesAreInTheModelsColoursUnlessSaid) {
  const FramesSpec plain = *read(life + "output: {frames: {every: 10}}\n").output.frames;
  EXPECT_EQ(plain.of, "state");
  EXPECT_FALSE(plain.palette);
  EXPECT_TRUE(plain.colours.empty());
  const std::string asked = "{every: 10, of: state, palette: grey, colours: {0: black, 1: \"#fFcC00\"}}";
  const FramesSpec coloured = *read(life + "output: {frames: " + asked + "}\n").output.frames;
  EXPECT_EQ(coloured.palette, "grey");
  EXPECT_EQ(coloured.colours, (std::map<unsigned, io::Colour>{{0, {20, 20, 20}}, {1, {255, 204, 0}}}));
}

TEST(Spec, ColoursOfFramesAreGivenToStatesByNumberOrByName) {
  const auto with = [](const std::string& colours) {
    return read(
        "model: interaction\nsteps: 1\nlattice: {size: [20, 20]}\ninitial: {fractions: equal}\n"
        "interaction:\n  species: [red, lizard]\n  preys: cyclic\n  rates: {mobility: 0.5, reproduction: "
        "0.25, predation: 0.25}\n"
        "output: {frames: {every: 1, colours: " +
        colours + "}}\n");
  };
  const std::map<unsigned, io::Colour> colours = with("{empty: grey, 2: \"#010203\"}").output.frames->colours;
  EXPECT_EQ(with("{0: grey, lizard: \"#010203\"}").output.frames->colours, colours);
  EXPECT_EQ(colours.at(2), (io::Colour{1, 2, 3}));
  const auto problem_with = [&](const std::string& listed) -> std::string {
    try {
      with(listed);
    } catch (const SpecError& error) {
      return error.problems().front().what;
    }
    return "";
  };
  EXPECT_EQ(problem_with("{3: black}"), "must be a state between 0 and 2");
  EXPECT_EQ(problem_with("{lizzard: black}"),
            "must be a state between 0 and 2, or the name of one; did you mean 'lizard'?");
  EXPECT_EQ(problem_with("{lizard: black, 2: grey}"),
            "is a state that has a colour already, by its number or by its name; remove one");
}

TEST(Spec, ANameOfSeveralStatesColoursThemAll) {
  const Spec generations = read(
      "model: automaton\nsteps: 1\nlattice: {size: [9, 9]}\nautomaton: {rule: 2/3/5}\n"
      "initial: {random: {density: 0.5}}\noutput: {frames: {every: 1, colours: {dying: \"#010203\"}}}\n");
  const io::Colour given{1, 2, 3};
  EXPECT_EQ(generations.output.frames->colours,
            (std::map<unsigned, io::Colour>{{2, given}, {3, given}, {4, given}}));
}

TEST(Spec, FramesOfASolidAreVolumesUnlessSaid) {
  const auto view_of = [](const std::string& size, const std::string& extra) {
    return read("model: automaton\nsteps: 1\nlattice: {size: " + size + "}\nautomaton: {rule: B3/S2}\n" +
                "initial: {random: {density: 0.1}}\noutput: {frames: {every: 1" + extra + "}}\n")
        .output.frames->view;
  };
  EXPECT_EQ(view_of("[9, 9, 9]", ""), FrameView::Volume);
  EXPECT_EQ(view_of("[9, 9, 9]", ", camera: {from: [1, 1, 1]}"), FrameView::Volume);
  EXPECT_EQ(view_of("[9, 9, 9]", ", axis: x"), FrameView::Projection);
  EXPECT_EQ(view_of("[9, 9, 9]", ", scale: 2"), FrameView::Projection);
  EXPECT_EQ(view_of("[9, 9, 9]", ", view: slice"), FrameView::Slice);
  EXPECT_NE(view_of("[9, 9]", ""), FrameView::Volume);
}

TEST(Spec, FramesShowActivationWhereItIsKept) {
  const auto of_tissue = [](const std::string& extra) {
    return read(
        "model: automaton\nsteps: 1\nlattice: {size: [9, 9]}\n"
        "automaton: {tissue: {activated: 1, refractory: 1, threshold: 1" +
        extra + "}}\noutput: {frames: {every: 1, of: activation}}\n");
  };
  EXPECT_EQ(of_tissue(", activation_map: true").output.frames->of, "activation");
  EXPECT_EQ(of_tissue(", velocity: {from: [0, 0], to: [8, 0]}").output.frames->of, "activation");
  EXPECT_THROW(of_tissue(""), SpecError);
}

TEST(Spec, StepsEndWhereActivationTimesDo) {
  const auto steps_of_tissue = [](std::uint64_t steps, const std::string& extra) {
    return read("model: automaton\nsteps: " + std::to_string(steps) +
                "\nlattice: {size: [9, 9]}\nautomaton: {tissue: {activated: 1, refractory: 1, threshold: 1" +
                extra + "}}\n")
        .steps;
  };
  constexpr std::uint64_t last = 4294967294;  // one more must still fit into 32 bits
  EXPECT_EQ(steps_of_tissue(last, ", activation_map: true"), last);
  EXPECT_THROW(steps_of_tissue(last + 1, ", activation_map: true"), SpecError);
  EXPECT_EQ(steps_of_tissue(last + 1, ", activation_map: false"), last + 1);
}

TEST(Spec, ALatticeThatCannotFitIsRefusedWhereItsSizeIsSaid) {
  const Spec spec = read(
      "model: automaton\nsteps: 1\nlattice: {size: [1000000, 1000000]}\n"
      "automaton: {rule: B3/S23, engine: plain}\ninitial: {cells: []}\n");
  try {
    check_fits(spec, open_backend({.name = "cpu", .device = {}, .threads = 1}));
    FAIL();
  } catch (const SpecError& error) {
    const std::string expected = "m.yaml:3:17: lattice.size: needs 2.7 TiB of memory where there is ";
    EXPECT_EQ(std::string(error.what()).substr(0, expected.size()), expected);
  }
}

// Seven tiles of ten sites fit into a diameter of 73; the three remaining sites are divided between both
// ends.
TEST(Spec, TilesOfABallLieInItsMiddle) {
  const Spec spec =
      read_spec(io::parse_document(
                    "model: potts\nsteps: 1\nlattice: {size: [100, 100]}\npotts: {temperature: 10, types: "
                    "[medium, cell], adhesion: {cell-cell: 2, medium-cell: 8}}\ninitial: {cells: {ball: "
                    "{centre: [50, 50], radius: 36}, width: 10, type: cell}}\n",
                    "m.yaml"),
                ".");
  const auto& potts = static_cast<const potts::PottsSpec&>(*spec.section);
  EXPECT_EQ(std::get<std::vector<potts::Tiles>>(potts.initial).front().first_tile, (Site{15, 15, 0}));
}

TEST(Spec, AFieldInThreeDimensionsIsACloud) {
  const auto absorption = [](const std::string& frames) {
    return read(
               "model: potts\nsteps: 1\nlattice: {size: [12, 20, 10]}\npotts: {temperature: 1, types: "
               "[medium, cell], "
               "adhesion: {medium-cell: 1, cell-cell: 1}, fields: {oxygen: {diffusion: 1}}}\ninitial: "
               "{cells: {width: "
               "5, type: cell}}\noutput: {frames: {every: 1, view: volume, " +
               frames + "}}\n")
        .output.frames->volume.absorption;
  };
  EXPECT_EQ(absorption("of: oxygen"), (std::array<double, 2>{0, 0.3}));
  EXPECT_EQ(absorption("of: oxygen, opacity: [0.1, 1]"), (std::array<double, 2>{0.1, 1}));
  EXPECT_FALSE(absorption("of: type"));
}

}  // namespace
}  // namespace morula::test
