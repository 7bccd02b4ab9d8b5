// The meaning of correct model files of competing species. The messages for wrong ones are in
// tests/corpus/model.
#include <gtest/gtest.h>

#include <algorithm>

#include "io/palette.h"
#include "models/catalogue.h"
#include "models/interaction/observe/species_colours.h"

namespace morula::test {
namespace {

// The keys of the section, one below the other, then keys of the root.
Spec read(const std::string& section, const std::string& root = "initial: {fractions: equal}\n",
          const std::string& lattice = "{size: [20, 10]}") {
  const std::string text =
      "model: interaction\nsteps: 100\nlattice: " + lattice + "\n" + root + "interaction:\n" + section;
  return read_spec(io::parse_document(text, "m.yaml"), "/tmp");
}

const InteractionSpec& interaction(const Spec& spec) {
  return dynamic_cast<const InteractionSpec&>(*spec.section);
}

const std::string trio = "  species: [red, blue, yellow]\n";
const std::string rates = "  rates: {mobility: 0.5, reproduction: 0.25, predation: 0.25}\n";
const std::string game = trio + "  preys: cyclic\n" + rates;

using Matrix = std::vector<double>;

TEST(InteractionSpec, HasDefaults) {
  const Spec spec = read(game);
  const InteractionSpec& read_one = interaction(spec);
  EXPECT_TRUE(read_one.variant.swaps);
  EXPECT_FALSE(read_one.variant.needs_kin || read_one.variant.takes_over);
  EXPECT_EQ(read_one.neighbourhood.reach, 2);
  EXPECT_EQ(read_one.order, UpdateOrder::Parallel);
  EXPECT_EQ(read_one.replicas, 1u);
  EXPECT_EQ(read_one.first_replica, 0u);
  EXPECT_FALSE(read_one.feedback || read_one.until_extinction || read_one.plain);
  EXPECT_EQ(spec.views.front().classes, 4u);
  EXPECT_EQ(spec.lattice->global, (Extent{20, 10, 1}));
  EXPECT_TRUE(spec.notes.empty());
}

// Only a periodic side can be too short for the blocks of the parallel order.
TEST(InteractionSpec, AxesHaveBoundariesOfTheirOwn) {
  const Spec spec =
      read(game, "initial: {fractions: equal}\n", "{size: [4, 1], boundary: {x: periodic, y: fixed}}");
  EXPECT_EQ(interaction(spec).lattice.boundary.x, Boundary::Periodic);
  EXPECT_EQ(interaction(spec).lattice.boundary.y, Boundary::Fixed);
  EXPECT_THROW(
      read(game, "initial: {fractions: equal}\n", "{size: [4, 1], boundary: {x: fixed, y: periodic}}"),
      SpecError);
}

TEST(InteractionSpec, EveryChoiceIsTaken) {
  const Spec spec =
      read(game +
               "  mobility: into-empty\n  reproduction: with-kin\n  predation: replaced\n"
               "  neighbourhood: 18\n  order: sequential\n  until: extinction\n  engine: plain\n"
               "  observe: [entropy, correlation]\n",
           "initial: {fractions: equal}\n", "{size: [9, 8, 7], boundary: fixed}");
  const InteractionSpec& read_one = interaction(spec);
  EXPECT_FALSE(read_one.variant.swaps);
  EXPECT_TRUE(read_one.variant.needs_kin && read_one.variant.takes_over);
  EXPECT_EQ(read_one.neighbourhood.neighbours.size(), 18u);
  EXPECT_EQ(read_one.neighbourhood.reach, 2);
  EXPECT_EQ(read_one.order, UpdateOrder::Sequential);
  EXPECT_TRUE(read_one.until_extinction && read_one.plain);
  EXPECT_TRUE(read_one.observe.entropy && read_one.observe.correlation);
  EXPECT_FALSE(read_one.observe.densities || read_one.observe.interface || read_one.observe.extinction);
}

TEST(InteractionSpec, BitPlanesAreTheDefaultUnderBothNames) {
  EXPECT_FALSE(interaction(read(game)).plain);
  EXPECT_FALSE(interaction(read(game + "  engine: bitplane\n")).plain);
  EXPECT_FALSE(interaction(read(game + "  engine: fast\n")).plain) << "older run directories have this name";
}

TEST(InteractionSpec, SpeciesAreNamedCountedOrColoured) {
  const auto names = [](const Spec& spec) {
    std::vector<std::string> list;
    for (const Species& species : interaction(spec).species) list.push_back(species.name);
    return list;
  };
  EXPECT_EQ(names(read(game)), (std::vector<std::string>{"red", "blue", "yellow"}));
  const Spec many = read("  species: 255\n  preys: cyclic\n" + rates);
  EXPECT_EQ(interaction(many).states(), 256u);
  EXPECT_EQ(names(many).back(), "species_255");
  const Spec coloured =
      read("  species: [{name: rock, colour: \"#102030\"}, blue, {name: paper}]\n  preys: cyclic\n" + rates);
  EXPECT_EQ(names(coloured), (std::vector<std::string>{"rock", "blue", "paper"}));
  const std::vector<io::Colour> colours = colours_of(interaction(coloured));
  EXPECT_EQ(colours[0], (io::Colour{255, 255, 255})) << "empty";
  EXPECT_EQ(colours[1], (io::Colour{16, 32, 48}));
  EXPECT_EQ(colours[2], colours_of(interaction(read(game)))[2])
      << "blue is blue, whatever its place in the list";
  EXPECT_EQ(colours[3], colours_of(interaction(read(game)))[1]) << "the next free colour";
}

TEST(InteractionSpec, NoSpeciesLooksLikeOneWhoseColourIsGiven) {
  const auto colours = [](const std::string& species) {
    return colours_of(interaction(read("  species: " + species + "\n  preys: cyclic\n" + rates)));
  };
  const auto alike = [](const std::vector<io::Colour>& shown) { return io::are_alike(shown[1], shown[2]); };
  EXPECT_FALSE(alike(colours("[{name: fox, colour: \"#ff0000\"}, hare]"))) << "red is the first default";
  EXPECT_FALSE(alike(colours("[{name: fox, colour: \"#dc1e1e\"}, red]"))) << "as red is named";
  EXPECT_FALSE(alike(colours("[red, {name: fox, colour: red}]"))) << "in any order";
  EXPECT_EQ(colours("[{name: fox, colour: black}, hare]")[1], io::colour_named("black"));
}

TEST(InteractionSpec, NoTwoSpeciesHaveOneColour) {
  std::vector<io::Colour> colours =
      colours_of(interaction(read("  species: 255\n  preys: cyclic\n" + rates)));
  const auto number = [](io::Colour c) { return c.red << 16 | c.green << 8 | c.blue; };
  std::ranges::sort(colours, {}, number);
  EXPECT_EQ(std::ranges::adjacent_find(colours), colours.end());
}

TEST(InteractionSpec, PreysAreCyclicListedOrAMatrix) {
  EXPECT_EQ(interaction(read(game)).predation, (Matrix{0, 0.25, 0, 0, 0, 0.25, 0.25, 0, 0}));
  EXPECT_EQ(interaction(read(trio + "  preys: {red: [blue, yellow], yellow: red}\n" + rates)).predation,
            (Matrix{0, 0.25, 0.25, 0, 0, 0, 0.25, 0, 0}));
  EXPECT_EQ(interaction(read(trio + "  preys: {}\n" + rates)).predation, Matrix(9));
  const std::string matrix = "  preys: [[0, 0.1, 0], [0, 0, 0.2], [0.3, 0, 0]]\n";
  const Matrix expected = {0, 0.1, 0, 0, 0, 0.2, 0.3, 0, 0};
  EXPECT_EQ(interaction(read(trio + matrix + "  rates: {mobility: 0.5, reproduction: 0.2}\n")).predation,
            expected);
  const Spec both = read(trio + matrix + "  rates: {mobility: 0.5, reproduction: 0.2, predation: 0.3}\n");
  EXPECT_EQ(interaction(both).predation, expected) << "an entry replaces the rate of its pair";
  EXPECT_EQ(both.notes.size(), 1u);
}

TEST(InteractionSpec, RatesAreOneForAllOrOneForEach) {
  const Spec spec = read(trio +
                         "  preys: cyclic\n  rates:\n    mobility: {blue: 0.2, red: 0.1, yellow: 0.3}\n"
                         "    reproduction: 0.5\n    predation: {red: 0.1, blue: 0.2, yellow: 0}\n");
  const std::vector<Species>& species = interaction(spec).species;
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_DOUBLE_EQ(species[i].mobility, 0.1 * double(i + 1));
    EXPECT_EQ(species[i].reproduction, 0.5);
  }
  EXPECT_EQ(interaction(spec).predation, (Matrix{0, 0.1, 0, 0, 0, 0.2, 0, 0, 0}));
}

TEST(InteractionSpec, DecimalsThatAddUpOnPaperAreAccepted) {
  EXPECT_NO_THROW(
      read(trio + "  preys: cyclic\n  rates: {mobility: 0.7, reproduction: 0.2, predation: 0.1}\n"));
  EXPECT_NO_THROW(
      read(trio + "  preys: cyclic\n  rates: {mobility: 0.3, reproduction: 0.6, predation: 0.1}\n"));
}

// The largest sum becomes 1. Here it is that of yellow, at the end of the feedback.
TEST(InteractionSpec, RatesOfTheLiteratureAreNormalised) {
  const Spec spec =
      read(trio +
           "  preys: cyclic\n  normalise: true\n  rates: {mobility: 1, reproduction: {red: 1, blue: "
           "1, yellow: 2}, predation: 1}\n  feedback: {rate: mobility, every: 10, "
           "at_zero_entropy: 1, at_greatest_entropy: 5}\n");
  const InteractionSpec& read_one = interaction(spec);
  EXPECT_EQ(read_one.species[0].mobility, 0.125);
  EXPECT_EQ(read_one.species[2].reproduction, 0.25);
  EXPECT_EQ(read_one.predation, (Matrix{0, 0.125, 0, 0, 0, 0.125, 0.125, 0, 0}));
  EXPECT_EQ(read_one.feedback->at_greatest, 0.625);
  ASSERT_EQ(spec.notes.size(), 1u);
  EXPECT_EQ(spec.notes[0],
            "interaction.normalise: rates are divided by 8, so a generation is 1/8 of the unit of time that "
            "they are written in");
}

TEST(InteractionSpec, RatesTooSmallToHappenAreToldOf) {
  const auto notes = [](const std::string& mobility) {
    return read(trio + "  preys: cyclic\n  rates: {mobility: " + mobility +
                ", reproduction: 0, predation: 0.25}\n")
        .notes;
  };
  EXPECT_TRUE(notes("0").empty());
  EXPECT_TRUE(notes("2.4e-10").empty()) << "above 2^-32";
  ASSERT_EQ(notes("2.3e-10").size(), 1u);
  EXPECT_EQ(notes("2.3e-10")[0],
            "interaction.rates: one or more are less than 2^-32 of all interactions, the smallest share that "
            "a draw "
            "can distinguish from 0; these actions never happen");
}

TEST(InteractionSpec, FeedbackIsRead) {
  const Spec spec =
      read(game +
           "  feedback: {rate: predation, every: 7, at_zero_entropy: 0.05, at_greatest_entropy: "
           "0.25}\n");
  const Feedback& feedback = *interaction(spec).feedback;
  EXPECT_EQ(feedback.rate, Rate::Predation);
  EXPECT_EQ(feedback.every, 7u);
  EXPECT_EQ(feedback.at_zero, 0.05);
  EXPECT_EQ(feedback.at_greatest, 0.25);
}

TEST(InteractionSpec, ReplicasAreManyOrOneOfThem) {
  EXPECT_EQ(interaction(read(game, "replicas: 1000\ninitial: {fractions: equal}\n")).replicas, 1000u);
  const Spec alone = read(game, "replicas: 1000\nreplica: 999\ninitial: {fractions: equal}\n");
  EXPECT_EQ(interaction(alone).replicas, 1u);
  EXPECT_EQ(interaction(alone).first_replica, 999u);
}

// The sequential order has no blocks, and at walls blocks may lie partly outside.
TEST(InteractionSpec, NarrowLatticesAreForWallsOrTheSequentialOrder) {
  const std::string equal = "initial: {fractions: equal}\n";
  EXPECT_THROW(read(game, equal, "{size: [1, 9]}"), SpecError);
  EXPECT_THROW(read(game + "  reproduction: with-kin\n", equal, "{size: [9, 2]}"), SpecError);
  EXPECT_NO_THROW(read(game, equal, "{size: [9, 2]}"));
  EXPECT_NO_THROW(read(game, equal, "{size: [1, 9], boundary: fixed}"));
  EXPECT_NO_THROW(read(game + "  order: sequential\n", equal, "{size: [1, 9]}"));
}

// Memory for a row of the series for each replica and, with feedback, for a table of rates.
TEST(InteractionSpec, NeedsMemoryForEveryReplica) {
  const auto host_bytes = [](const std::string& more, const std::string& root) {
    const Spec spec = read("  species: 99\n  preys: cyclic\n" + rates + more,
                           "initial: {fractions: equal}\nreplicas: 1000\n" + root);
    const Backend one_thread{BackendKind::Cpu, std::make_shared<ThreadPool>(1), nullptr};
    return family_of(spec).footprint(spec, one_thread).host_bytes;
  };
  const std::uint64_t bare = host_bytes("", "");
  EXPECT_GE(host_bytes("", "output: {series: {every: 1}}\n") - bare, 1000u * 100 * sizeof(Number));
  EXPECT_GE(
      host_bytes("  feedback: {rate: mobility, every: 1, at_zero_entropy: 0, at_greatest_entropy: 0}\n", "") -
          bare,
      1000u * 100 * 100 * sizeof(Thresholds));
}

TEST(InteractionSlowPaths, AreNamedWithTheChangeThatAvoidsThem) {
  const Backend host{BackendKind::Cpu, std::make_shared<ThreadPool>(1), nullptr};
  const auto warnings = [&](const std::string& section) { return slow_paths(read(section), host); };
  using Lines = std::vector<std::string>;
  const std::string fraction = "interaction: runs at a fraction of the usual speed, since ";
  EXPECT_EQ(warnings(game), Lines{});
  EXPECT_EQ(
      warnings(game + "  order: sequential\n"),
      Lines{"interaction.order: is sequential, which runs on one thread; parallel runs on all processors"});
  EXPECT_EQ(warnings(game + "  engine: plain\n"),
            Lines{"interaction.engine: is plain, which is slow; without this key it is quicker"});
  EXPECT_EQ(warnings(game + "  reproduction: with-kin\n"),
            Lines{fraction + "reproduction is with-kin; free is quicker"});
  EXPECT_EQ(warnings("  species: 20\n  preys: cyclic\n" + rates),
            Lines{fraction + "there are 20 species; 15 or fewer are quicker"});
}

}  // namespace
}  // namespace morula::test
