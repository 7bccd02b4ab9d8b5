// Changes of a running model: what they do, when they act, and which are refused.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/error.h"
#include "io/document.h"
#include "models/catalogue.h"
#include "models/changes/changing_model.h"
#include "models/changes/state_copy.h"
#include "runner/checkpoint.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

Spec changed_model(const std::string& yaml) {
  return read_spec(io::parse_document(yaml, "model.yaml"), MORULA_SOURCE_DIR);
}

Backend one_thread() { return {BackendKind::Cpu, std::make_shared<ThreadPool>(1), nullptr}; }

const std::string species =
    "model: interaction\nsteps: 20\nlattice: {size: [24, 18]}\n"
    "interaction: {species: [red, blue], preys: {red: [blue]}, "
    "rates: {mobility: 0.5, reproduction: 0.25, predation: 0.25}}\ninitial: {fractions: equal}\n";

const std::string tissue =
    "model: potts\nsteps: 20\nlattice: {size: [30, 24]}\n"
    "potts: {temperature: 10, types: [medium, light, dark], contact: {order: 2}, "
    "adhesion: {light-light: 14, dark-dark: 2, light-dark: 11, medium-light: 16, medium-dark: 16}, "
    "volume: {light: {target: 25, strength: 1}, dark: {target: 25, strength: 1}}}\n"
    "initial: {cells: {box: {from: [3, 3], to: [22, 17]}, width: 5, types: {light: 0.5, dark: 0.5}}}\n";

std::vector<u8> bytes_in(Model& model, const std::string& field) {
  StateCopy copy(model);
  const auto& values = copy.at(field).values;
  std::vector<u8> bytes;
  for (const std::byte value : values) bytes.push_back(std::to_integer<u8>(value));
  return bytes;
}

std::vector<u32> cells_in(Model& model) {
  StateCopy copy(model);
  std::vector<u32> cells(copy.at("cell").values.size() / sizeof(u32));
  std::memcpy(cells.data(), copy.at("cell").values.data(), cells.size() * sizeof(u32));
  return cells;
}

std::string complaint(const std::string& yaml) {
  try {
    changed_model(yaml);
  } catch (const SpecError& error) {
    return error.what();
  }
  return "";
}

TEST(Changes, AnAssignmentNamesAField) {
  EXPECT_NE(complaint(species + "changes: [{at: 3, assign: {}}]\n")
                .find("assign: names no field; write fields with their files, as in {state: file.h5}"),
            std::string::npos);
}

TEST(Changes, RatesOfZeroStopSpecies) {
  const Spec spec = changed_model(
      species +
      "changes: [{at: 7, set: {interaction.rates: {mobility: 0, reproduction: 0, predation: 0}}}]\n");
  const auto model = make_model(spec, one_thread()), free = make_model(changed_model(species), one_thread());
  model->step(7);
  free->step(7);
  EXPECT_EQ(model->hash(), free->hash());
  const Hash then = model->hash();
  EXPECT_EQ(model->step(13), 13u);
  free->step(13);
  EXPECT_EQ(model->hash(), then);
  EXPECT_NE(free->hash(), then);
  EXPECT_EQ(model->changes_held(), 1u);
}

TEST(Changes, AdhesionIsNamedInEitherOrder) {
  const auto hash_with = [](const std::string& pair) {
    const auto model = make_model(
        changed_model(tissue + "changes: [{at: 5, set: {potts.adhesion." + pair + ": 1}}]\n"), one_thread());
    model->step(20);
    return model->hash();
  };
  EXPECT_EQ(hash_with("dark-light"), hash_with("light-dark"));
  EXPECT_NE(hash_with("dark-light"), hash_with("dark-dark"));
  EXPECT_NE(complaint(tissue + "changes: [{at: 5, set: {potts.adhesion.dark-light: 1}},"
                               " {at: 5, set: {potts.adhesion.light-dark: 2}}]\n")
                .find("potts.adhesion.light-dark: is changed twice at step 5"),
            std::string::npos);
}

// Life step by step, with a box that is set between two steps.
TEST(Changes, SitesAreSetInOrderAfterTheStepBefore) {
  const std::string life =
      "model: automaton\nsteps: 9\nlattice: {size: [19, 13]}\nautomaton: {rule: B3/S23}\n"
      "initial: {random: {density: 0.4}}\n";
  const auto model = make_model(
      changed_model(life + "changes:\n  - {at: 4, sites: {box: {from: [2, 3], to: [11, 9]}}, to: 1}\n"
                           "  - {at: 4, sites: {ball: {centre: [6, 6], radius: 2}}, to: 0}\n"),
      one_thread());
  std::vector<u8> states = bytes_in(*model, "state");
  for (int step = 0; step < 9; ++step) {
    EXPECT_EQ(bytes_in(*model, "state"), states) << "at step " << step;
    if (step == 4)
      for (int y = 0; y < 13; ++y)
        for (int x = 0; x < 19; ++x) {
          if (x >= 2 && x <= 11 && y >= 3 && y <= 9) states[static_cast<std::size_t>(y * 19 + x)] = 1;
          if ((x - 6) * (x - 6) + (y - 6) * (y - 6) <= 4) states[static_cast<std::size_t>(y * 19 + x)] = 0;
        }
    std::vector<u8> next(states.size());
    for (int y = 0; y < 13; ++y)
      for (int x = 0; x < 19; ++x) {
        int live = 0;
        for (int dy = -1; dy <= 1; ++dy)
          for (int dx = -1; dx <= 1; ++dx)
            if (dx != 0 || dy != 0)
              live += states[static_cast<std::size_t>((y + dy + 13) % 13 * 19 + (x + dx + 19) % 19)];
        const auto at = static_cast<std::size_t>(y * 19 + x);
        next[at] = live == 3 || (live == 2 && states[at] == 1);
      }
    states = next;
    model->step(1);
  }
  EXPECT_EQ(bytes_in(*model, "state"), states);
}

TEST(Changes, AWoundAndANewCell) {
  const Spec spec =
      changed_model(tissue +
                    "changes:\n  - {at: 6, sites: {box: {from: [5, 5], to: [9, 9]}}, to: medium}\n"
                    "  - {at: 6, sites: {box: {from: [26, 20], to: [28, 22]}}, to: dark}\n");
  for (const auto& [name, backend] : available_backends()) {
    const auto model = make_model(spec, backend);
    model->step(6);
    const std::vector<u8> types = bytes_in(*model, "type");
    model->make_due_changes();
    const std::vector<u32> cells = cells_in(*model);
    for (std::size_t y = 0; y < 24; ++y)
      for (std::size_t x = 0; x < 30; ++x) {
        const bool is_wound = x >= 5 && x <= 9 && y >= 5 && y <= 9;
        const bool is_new = x >= 26 && x <= 28 && y >= 20 && y <= 22;
        EXPECT_TRUE(!is_wound || cells[y * 30 + x] == 0) << name;
        EXPECT_EQ(cells[y * 30 + x] == types.size(), is_new) << name;
      }
    const std::vector<u8> more = bytes_in(*model, "type");
    ASSERT_EQ(more.size(), types.size() + 1) << name;
    EXPECT_EQ(more.back(), 2) << name;  // dark
    EXPECT_EQ(model->step(14), 14u);
  }
}

TEST(Changes, TheSameHashOnEveryProcessorAndAfterEveryCheckpoint) {
  const std::string changes =
      "changes:\n  - {at: 0, set: {potts.temperature: 20}}\n"
      "  - {at: 5, set: {potts.adhesion: {light-dark: 1.5}, potts.volume.light.target: 30}}\n"
      "  - {at: 5, sites: {ball: {centre: [12, 10], radius: 3}}, to: light}\n"
      "  - {at: 11, set: {potts: {temperature: {light: 13, dark: 7.8}}}}\n";
  const Spec spec = changed_model(tissue + changes);
  const io::TemporaryFolder folder;
  std::optional<Hash> expected;
  for (const auto& [name, backend] : available_backends()) {
    const auto whole = make_model(spec, backend);
    whole->step(20);
    if (!expected) expected = whole->hash();
    EXPECT_EQ(whole->hash(), expected) << name;
  }
  for (const std::uint64_t at : {0u, 4u, 5u, 6u, 11u, 19u}) {
    const auto first = make_model(spec, one_thread());
    first->step(at);
    save_state(*first, folder.path() / "state.h5");
    const auto second = make_model(spec, one_thread(), Start::Blank);
    load_state(*second, folder.path() / "state.h5");
    EXPECT_EQ(second->hash(), first->hash());
    second->step(20 - at);
    EXPECT_EQ(second->hash(), expected) << "saved at step " << at;
  }
}

// A change at step 0 is allowed too: the tables of cells continue from it.
TEST(Changes, DisplacementsSurviveAChangeAtStepZero) {
  const auto table = [](const std::string& changes) {
    const auto model = make_model(changed_model(tissue + changes), one_thread());
    std::vector<Number> first, second;
    const auto take = [&](std::vector<Number>& rows) {
      model->read_table(model->tables().front(), [&](std::span<const Number> row) {
        rows.insert(rows.end(), row.begin(), row.end());
      });
    };
    take(first);
    model->step(5);
    take(second);
    return second;
  };
  EXPECT_EQ(table(""), table("changes: [{at: 0, set: {potts.temperature: 10}}]\n"));
}

TEST(Changes, FromOutsideTheyActAtOnceAndAreReplayed) {
  const auto steered = make_changing_model(changed_model(species), one_thread());
  steered->step(4);
  std::vector<std::byte> turned = StateCopy(*steered).at("state").values;
  std::ranges::reverse(turned);
  steered->assign("state", turned);
  EXPECT_TRUE(std::ranges::equal(StateCopy(*steered).at("state").values, turned));
  steered->change({"{set: {interaction.rates.predation: 0.05}}", "test"});
  steered->step(6);
  steered->change({"{sites: {site: [3, 3]}, to: red}", "test"});
  steered->step(10);
  ASSERT_EQ(steered->spec().changes.size(), 3u);

  Spec spec = changed_model(species);
  spec.changes = steered->spec().changes;
  const auto again = make_model(spec, one_thread());
  again->step(20);
  EXPECT_EQ(again->hash(), steered->hash());
}

TEST(Changes, AFailedChangeLeavesTheModelAsItWas) {
  const auto model = make_changing_model(changed_model(species), one_thread());
  model->step(4);
  const Hash then = model->hash();
  const std::vector<std::byte> unknown(24 * 18, std::byte{9});
  EXPECT_THROW(model->assign("state", unknown), Error);
  EXPECT_THROW(model->assign("states", unknown), Error);
  EXPECT_THROW(model->change({"{set: {interaction.rates.predation: 2}}", "test"}), SpecError);
  EXPECT_THROW(model->change({"{set: {interaction.order: sequential}}", "test"}), SpecError);
  const auto refuse_to_log = [] { throw Error("no room on the disk"); };
  EXPECT_THROW(model->change({"{set: {interaction.rates.predation: 0}}", "test"}, refuse_to_log), Error);
  EXPECT_EQ(model->hash(), then);
  EXPECT_TRUE(model->spec().changes.empty());
  model->step(16);
  const auto free = make_model(changed_model(species), one_thread());
  free->step(20);
  EXPECT_EQ(model->hash(), free->hash());
}

TEST(Changes, TheMediumKeepsItsType) {
  const auto model = make_changing_model(changed_model(tissue), one_thread());
  std::vector<std::byte> types;
  for (const u8 type : bytes_in(*model, "type")) types.push_back(std::byte{type});
  types[0] = std::byte{1};
  EXPECT_THROW(model->assign("type", types), Error);
}

// A replica that is run alone has the same answer as in its batch, and a replica that has ended is not
// changed any more.
TEST(Changes, ReplicasThatHaveEndedStayAsTheyAre) {
  const std::string burning =
      "model: automaton\nseed: 7\nsteps: 300\nlattice: {size: [12, 12]}\n"
      "automaton: {states: [empty, tree], transitions: [{from: tree, to: empty, when: \"chance(p)\"}], "
      "parameters: {p: 0.05}}\ninitial: {random: {fractions: {tree: 0.5}}}\noutput: {series: {every: 5}}\n"
      "until: {when: \"tree < 20\"}\n"
      "changes: [{at: 20, set: {automaton.parameters.p: 0.02}}, "
      "{at: 50, sites: {box: {from: [0, 0], to: [3, 3]}}, to: tree}]\n";
  const auto batch = make_model(changed_model(burning + "replicas: 6\n"), one_thread());
  batch->step(300);
  const auto ends = batch->replica_ends();
  const std::vector<Hash> hashes = batch->replica_hashes();
  const auto has_ended = [](const auto& end) { return end && *end <= 50; };  // the test needs both kinds
  EXPECT_TRUE(std::ranges::any_of(ends, has_ended));
  EXPECT_FALSE(std::ranges::all_of(ends, has_ended));
  for (std::uint64_t i = 0; i < 6; ++i) {
    const auto alone = make_model(
        changed_model(burning + "replicas: 6\nreplica: " + std::to_string(i) + "\n"), one_thread());
    alone->step(300);
    EXPECT_EQ(alone->hash(), hashes[i]) << "replica " << i;
  }
}

TEST(Changes, OfAParameterThatTheModelHasNot) {
  const std::string fire =
      "model: automaton\nsteps: 9\nlattice: {size: [8, 8]}\nautomaton: {states: [empty, tree], transitions: "
      "[{from: empty, to: tree, when: \"chance(growth)\"}], parameters: {growth: 0.1}}\ninitial: {random: "
      "{fractions: {tree: 0.5}}}\n";
  const std::string what = complaint(fire + "changes: [{at: 3, set: {automaton.parameters.grwth: 0.5}}]\n");
  EXPECT_TRUE(
      what.ends_with("automaton.parameters.grwth: is no parameter of the model; did you mean 'growth'?"))
      << what;
}

TEST(Changes, RefusedByName) {
  const std::string fixed = complaint(tissue + "changes: [{at: 5, set: {potts.order: sequential}}]\n");
  EXPECT_TRUE(fixed.starts_with(
      "model.yaml:6:38: potts.order: cannot change while the model runs; in this family these "
      "can: potts.temperature, "))
      << fixed;
  for (const char* key : {"potts.parameters", "potts.life.*.{", "potts.volume.*.{target|strength}"})
    EXPECT_NE(fixed.find(key), std::string::npos) << key;
  EXPECT_EQ(
      complaint(tissue + "changes: [{at: 21, set: {potts.temperature: 5}}]\n"),
      "model.yaml:6:16: changes[0].at: is 21, beyond the last step, 20; remove the change or make more steps "
      "('morula run … --set changes=[]' leaves out all changes)");
  EXPECT_EQ(complaint(tissue + "changes: [{at: 5, set: {potts.temperature: 5}}, "
                               "{at: 5, set: {potts: {temperature: 6}}}]\n"),
            "model.yaml:6:84: potts.temperature: is changed twice at step 5; remove one of the changes");
  EXPECT_EQ(complaint(tissue + "changes: [{at: 5, from: outside, set: {potts.temperature: 5}}]\n"),
            "model.yaml:6:25: changes[0].from: is 'outside', which is only for changes in changes.jsonl; "
            "remove the key");
  EXPECT_EQ(complaint(tissue + "changes: [{at: 5, set: {potts.temperature: -5}}]\n"),
            "model.yaml:6:44: potts.temperature: is -5; must be between 0 and 94500");
  EXPECT_EQ(complaint(tissue + "changes: [{at: 5, sites: {site: [1, 1]}, to: darc}]\n"),
            "model.yaml:6:46: changes[0].to: is 'darc'; must be one of medium, light, dark");
  EXPECT_EQ(
      complaint(tissue + "changes: [{at: 5, set: {potts.surface: {light: {target: 20, strength: 1}}}}]\n"),
      "model.yaml:6:71: potts.surface.light.strength: alters the columns of the series, which cannot "
      "change while the model runs");
  EXPECT_EQ(complaint(species + "changes: [{at: 5, set: {lattice.size: [9, 9]}}]\n").substr(0, 70),
            "model.yaml:6:39: lattice.size: cannot change while the model runs; in ");
}

}  // namespace
}  // namespace morula::test
