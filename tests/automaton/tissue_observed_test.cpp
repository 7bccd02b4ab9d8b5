// The observables of a tissue, and runs that continue on another backend without any difference.
#include <gtest/gtest.h>

#include "io/table_file.h"
#include "tests/automaton/tissue_models.h"
#include "tests/support/observation.h"

namespace morula::test {
namespace {

double number(const Observation& observation, const std::string& name) {
  for (const Observed& observed : observation)
    if (observed.name == name) return std::stod(io::cell_of(observed.value));
  ADD_FAILURE() << "no " << name << " is observed";
  return -1;
}

bool is_empty(const Observation& observation, const std::string& name) {
  const auto found = std::ranges::find(observation, name, &Observed::name);
  return found != observation.end() && std::holds_alternative<Absent>(found->value);
}

std::vector<std::string> names(const Observation& observation) {
  std::vector<std::string> names;
  for (const Observed& observed : observation) names.push_back(observed.name);
  return names;
}

TEST(TissueObserved, PhasesAreCountedOnEveryBackend) {
  const TissueCase tissue = even_tissues()[2];
  const Spec spec = spec_from(tissue_file(tissue, "fixed", "bitplane", false));
  for (const NamedBackend& named : available_backends()) {
    const auto model = make_model(spec, named.backend);
    TissueReference reference = tissue.reference;
    reference.periodic = everywhere("fixed");
    reference.start(states_of(*model));
    for (int time = 0; time <= 15; ++time, model->step(1), reference.step()) {
      const Observation observation = observe_first(*model);
      ASSERT_EQ(names(observation), (std::vector<std::string>{"resting", "activated", "refractory",
                                                              "relative", "scar", "reentry"}));
      for (int phase = TissueReference::Resting; phase <= TissueReference::Scar; ++phase)
        EXPECT_EQ(std::get<std::uint64_t>(observation[static_cast<std::size_t>(phase)].value),
                  reference.cells_in(static_cast<TissueReference::Phase>(phase)))
            << named.name << " at " << time;
    }
  }
}

// Cells are neighbours up to a distance of `range` cells, so that a front advances by that many cells per
// step.
std::string planar_wave(int range, const std::string& extra) {
  return fmt::format(
      "model: automaton\nsteps: 100\nlattice: {{size: [61, 13], boundary: fixed}}\nautomaton: {{tissue: "
      "{{range: {}, activated: 2, refractory: 4, threshold: 1, velocity: {{from: [6, 6], to: [54, 6]}}, "
      "stimuli: [{{box: {{from: [0, 0], to: [0, 12]}}, start: 2}}{}]}}}}\n",
      range, extra);
}

TEST(TissueObserved, APlanarWaveHasTheVelocityOfItsRangeAndDoesNotReenter) {
  for (const NamedBackend& named : available_backends())
    for (const int range : {1, 2, 3}) {
      if (is_slow(named) && range > 1) continue;
      const auto model = make_model(spec_from(planar_wave(range, "")), named.backend);
      model->step(static_cast<std::uint64_t>(2 + 53 / range));
      EXPECT_TRUE(is_empty(observe_first(*model), "velocity"))
          << named.name << ": the wave has not reached the second site yet";
      model->step(static_cast<std::uint64_t>(54 / range - 53 / range));
      EXPECT_EQ(number(observe_first(*model), "velocity"), range) << named.name;
      EXPECT_GT(number(observe_first(*model), "activated"), 0) << named.name;
      EXPECT_EQ(number(observe_first(*model), "reentry"), 0) << named.name;
      model->step(200);
      EXPECT_EQ(number(observe_first(*model), "activated"), 0) << named.name;
      EXPECT_EQ(number(observe_first(*model), "reentry"), 0) << named.name;
      EXPECT_EQ(number(observe_first(*model), "velocity"), range) << named.name << ": it stays known";
    }
}

// Waves come every 20 steps, and each takes 48 steps from the first site to the second, so that the last
// activations of the two sites belong to different waves. A stimulus at the second site is not a wave either.
TEST(TissueObserved, TwoWavesHaveNoVelocity) {
  const auto backend = available_backends().front().backend;
  const std::string train =
      planar_wave(1, ", {box: {from: [0, 0], to: [0, 12]}, start: 22, period: 20, count: 9}");
  const auto model = make_model(spec_from(train), backend);
  for (std::uint64_t step = 0; step < 180; ++step, model->step(1)) {
    const Observation observation = observe_first(*model);
    if (!is_empty(observation, "velocity")) {
      EXPECT_LE(number(observation, "velocity"), 1) << "at " << step;
    }
  }
  ASSERT_EQ(model->remarks().size(), 1u);
  EXPECT_TRUE(model->remarks().front().starts_with("velocity is empty in ")) << model->remarks().front();

  const auto stimulated = make_model(spec_from(planar_wave(1, ", {site: [54, 6], start: 20}")), backend);
  stimulated->step(21);
  EXPECT_TRUE(is_empty(observe_first(*stimulated), "velocity"));
  EXPECT_EQ(stimulated->remarks().size(), 1u);
  EXPECT_TRUE(make_model(spec_from(planar_wave(1, "")), backend)->remarks().empty());
}

TEST(TissueObserved, NoWaveIsFasterThanItsNeighbourhoodReaches) {
  EXPECT_EQ(fewest_steps(neighbourhood_of_reach(2, 2), 7, 5, 0), 7u) << "diagonal steps";
  EXPECT_EQ(fewest_steps(neighbourhood_of_reach(2, 1), 7, 5, 0), 12u) << "von Neumann";
  EXPECT_EQ(fewest_steps(neighbourhood_of_reach(3, 2), 5, 5, 5), 8u)
      << "with 18 neighbours, a wave advances along two axes at a time";
  const Neighbourhood along_x{{{-3, 0, 0, 2}, {3, 0, 0, 2}, {0, 1, 0, 0}}, 3, {}};
  EXPECT_EQ(fewest_steps(along_x, 7, 0, 0), 3u);
  EXPECT_GT(fewest_steps(along_x, 7, 1, 0), 1000000u) << "neighbours of weight 0 excite no cell";
}

// After the first wave has passed, a patch in its wake is excited. Half of the patch is still relatively
// refractory, so that its wave cannot follow the first: it goes backwards, around the end of the patch, and
// into the wake again.
const std::string wake =
    "model: automaton\nsteps: 400\nlattice: {size: [61, 43], boundary: fixed}\nautomaton: {engine: ENGINE, "
    "tissue: {activated: 2, refractory: 4, relative: 6, threshold: 1, relative_threshold: 8, stimuli: "
    "[{box: {from: [0, 0], to: [0, 42]}}SECOND]}}\n";
const std::string second = ", {box: {from: [17, 0], to: [20, 21]}, start: 30}";

std::string replaced(std::string text, const std::string& word, const std::string& by) {
  return text.replace(text.find(word), word.size(), by);
}

TissueReference wake_reference() {
  TissueReference tissue = uniform(61, 43, 1, neighbours_within(1, false, 2), {2, 4, 6, 1, 8},
                                   {{box(0, 0, 0, 42), {0}}, {box(17, 20, 0, 21), {30}}});
  tissue.periodic = everywhere("fixed");
  tissue.start(std::vector<std::uint8_t>(61 * 43, 0));
  return tissue;
}

TEST(TissueObserved, AStimulusInTheWakeReentersAndOneWaveDoesNot) {
  TissueReference reference = wake_reference();
  while (reference.time < 400) reference.step();
  ASSERT_GT(reference.cells_in(TissueReference::Activated), 0u);
  for (const NamedBackend& named : available_backends())
    for (const std::string engine : {"bitplane", "plain"}) {
      const std::string text = replaced(wake, "ENGINE", engine);
      const auto once = make_model(spec_from(replaced(text, "SECOND", "")), named.backend),
                 twice = make_model(spec_from(replaced(text, "SECOND", second)), named.backend);
      twice->step(30 + 61);
      EXPECT_EQ(number(observe_first(*twice), "reentry"), 0)
          << named.name << ": the crossing time is not over yet";
      twice->step(1);
      EXPECT_EQ(number(observe_first(*twice), "reentry"), 1) << named.name;
      twice->step(400 - 92);
      once->step(400);
      EXPECT_EQ(number(observe_first(*twice), "reentry"), 1) << named.name;
      EXPECT_EQ(number(observe_first(*once), "reentry"), 0) << named.name;
      EXPECT_EQ(states_of(*twice), reference.states()) << named.name << " " << engine;
    }
}

void move_state(Model& from, Model& to) {
  for (const Field& field : from.fields()) {
    std::vector<std::byte> values(field.values() * size_of(field.type));
    from.read(field, {0, field.values()}, values);
    for (const Slab& slab : slabs_of(field, 777))
      to.restore(field, slab,
                 std::span<const std::byte>(values).subspan(slab.first * size_of(field.type),
                                                            slab.count * size_of(field.type)));
  }
  to.end_restore(from.time(), 0);
}

// Time 9 lies between two stimuli, and time 15 is that of a stimulus. States and activation times are
// restored on another backend, and in the other engine too.
TEST(TissueObserved, ARunGoesOnOnAnyBackend) {
  const TissueCase tissue = even_tissues()[2];
  const auto spec = [&](const char* engine) { return spec_from(tissue_file(tissue, "fixed", engine, true)); };
  const auto backends = available_backends();
  TissueReference reference = tissue.reference;
  reference.periodic = everywhere("fixed");
  reference.start(states_of(*make_model(spec("bitplane"), backends.front().backend)));
  while (reference.time < 24) reference.step();
  for (const NamedBackend& from : backends)
    for (const NamedBackend& to : backends)
      for (const int when : {9, 15}) {
        const auto first = make_model(spec("bitplane"), from.backend);
        first->step(static_cast<std::uint64_t>(when));
        const auto next = make_model(spec("plain"), to.backend, Start::Blank);
        move_state(*first, *next);
        EXPECT_EQ(next->hash(), first->hash());
        next->step(static_cast<std::uint64_t>(24 - when));
        EXPECT_EQ(states_of(*next), reference.states()) << from.name << " to " << to.name << " at " << when;
        EXPECT_EQ(activation_times_of(*next), reference.activation_time)
            << from.name << " to " << to.name << " at " << when;
      }
}

}  // namespace
}  // namespace morula::test
