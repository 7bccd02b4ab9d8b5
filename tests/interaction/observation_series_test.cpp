// The series of a model is the same on every processor, for a replica in its batch or alone, and after a
// resume.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/draw.h"
#include "io/hdf5_file.h"
#include "io/table_file.h"
#include "models/interaction/interaction_family.h"
#include "models/interaction/interaction_spec.h"
#include "runner/checkpoint.h"
#include "tests/interaction/cases.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/backends.h"
#include "tests/support/observation.h"

namespace morula::test {
namespace {

// Every replica begins with its own states, which are the same in the batch and alone.
std::unique_ptr<Model> begun(const InteractionSpec& interaction, const Backend& backend) {
  Spec spec;
  spec.seed = 3;
  spec.section = std::make_shared<InteractionSpec>(interaction);
  auto model = interaction_family().make(spec, backend, Start::Blank);
  const u64 sites = interaction.lattice.global.sites();
  for (u64 replica = 0; replica < interaction.replicas; ++replica) {
    const u32x2 key = {5, static_cast<u32>(interaction.first_replica + replica)};
    std::vector<u8> states;
    for (u64 i = 0; i < sites; ++i)
      states.push_back(static_cast<u8>(draw(key, i, 0, 0).x % interaction.states()));
    model->restore(model->fields().front(), {replica * sites, sites}, std::as_bytes(std::span(states)));
  }
  return model;
}

void copy(Model& from, Model& to) {
  for (const Field& field : from.fields()) {
    std::vector<std::byte> values(field.bytes());
    from.read(field, {0, field.values()}, values);
    to.restore(field, {0, field.values()}, values);
  }
  to.end_restore(from.time(), 0);
}

std::string text_of(const Observation& observation) {
  std::string text;
  for (const Observed& observed : observation)
    text += observed.name + '=' + io::cell_of(observed.value) + ' ';
  return text;
}

std::vector<std::string> series(Model& model, u64 batch, int batches) {
  std::vector<std::string> rows;
  for (int i = 0; i <= batches; ++i) {
    for (const Observation& observation : observe_each(model)) rows.push_back(text_of(observation));
    if (i < batches) model.step(batch);
  }
  return rows;
}

const Backend& one_thread() {
  static const Backend backend{BackendKind::Cpu, std::make_shared<ThreadPool>(1), nullptr};
  return backend;
}

InteractionSpec observed(InteractionSpec spec) {
  spec.observe = {true, true, true, true, true};
  return spec;
}

std::vector<InteractionSpec> models() {
  InteractionSpec batch = observed(cyclic(3, {38, 21, 1}, 2, Boundary::Periodic, 2));
  batch.replicas = 5;
  InteractionSpec three_d = observed(cyclic(4, {18, 10, 7}, 3, Boundary::Fixed, 3));
  three_d.replicas = 2;
  return {observed(cyclic(3, {67, 45, 1}, 2, Boundary::Fixed, 1)), batch, three_d};
}

TEST(Series, IsTheSameOnEveryProcessor) {
  for (const InteractionSpec& spec : models()) {
    const auto expected = series(*begun(spec, one_thread()), 4, 3);
    EXPECT_EQ(expected.size(), 4 * spec.replicas);
    for (const auto& [name, backend] : available_backends())
      EXPECT_EQ(series(*begun(spec, backend), 4, 3), expected) << name;
  }
}

TEST(Series, NamesWhatIsAskedForAndNothingElse) {
  InteractionSpec spec = cyclic(2, {4, 4, 1}, 2, Boundary::Periodic, 2);
  const auto names = [&] {
    std::string joined;
    for (const Observed& observed : observe_first(*begun(spec, one_thread()))) joined += observed.name + ' ';
    return joined;
  };
  EXPECT_EQ(names(), "empty s0 s1 ");
  spec = observed(spec);
  EXPECT_EQ(names(),
            "empty s0 s1 density_empty density_s0 density_s1 entropy interface correlation extinct_s0 "
            "extinct_s1 ");
  spec.replicas = 2;
  EXPECT_TRUE(names().starts_with("replica empty ")) << names();
}

TEST(Replica, AloneIsWhatItIsInTheBatch) {
  for (const InteractionSpec& spec : models()) {
    if (spec.replicas == 1) continue;
    const auto batch = begun(spec, one_thread());
    const auto rows = series(*batch, 4, 3);
    const std::vector<Hash> hashes = batch->replica_hashes();
    ASSERT_EQ(hashes.size(), spec.replicas);
    for (u64 replica = 0; replica < spec.replicas; ++replica) {
      InteractionSpec single = spec;
      single.replicas = 1;
      single.first_replica = replica;
      const auto alone = begun(single, one_thread());
      const auto of_replica = series(*alone, 4, 3);
      EXPECT_EQ(alone->hash(), hashes[replica]);
      EXPECT_TRUE(alone->replica_hashes().empty());
      for (std::size_t row = 0; row < of_replica.size(); ++row)
        EXPECT_EQ(fmt::format("replica={} {}", replica, of_replica[row]),
                  rows[row * spec.replicas + replica]);
    }
  }
}

// So small that species die out soon.
InteractionSpec dying() {
  InteractionSpec spec = cyclic(3, {6, 4, 1}, 2, Boundary::Periodic, 2);
  spec.replicas = 4;
  spec.observe.extinction = true;
  return spec;
}

// One more than the first generation at which each count is 0, found by counting at every generation.
std::vector<u64> seen_to_die(Model& model, const InteractionSpec& spec, u64 generations) {
  std::vector<u64> times(spec.replicas * spec.species.size());
  for (u64 generation = 0; generation <= generations; ++generation) {
    const auto observations = observe_each(model);
    for (u64 i = 0; i < times.size(); ++i) {
      const u64 species = i % spec.species.size();
      const auto count = std::get<u64>(observations[i / spec.species.size()][2 + species].value);
      if (count == 0 && times[i] == 0) times[i] = generation + 1;
    }
    if (generation < generations) model.step(1);
  }
  return times;
}

std::vector<u64> kept(Model& model) {
  std::vector<u64> times(model.fields().back().values());
  model.read(model.fields().back(), {0, times.size()}, std::as_writable_bytes(std::span(times)));
  return times;
}

// The state has no empty cells; an attribute says what its numbers mean.
TEST(Extinction, IsAGenerationInTheSeriesAndEmptyWhileTheSpeciesLives) {
  const InteractionSpec spec = dying();
  const auto model = begun(spec, one_thread());
  bool was_empty = false, was_full = false;
  for (int generation = 0; generation < 300; ++generation, model->step(1)) {
    const std::vector<u64> times = kept(*model);
    const auto observations = observe_each(*model);
    for (std::size_t i = 0; i < times.size(); ++i) {
      const Observation& row = observations[i / spec.species.size()];
      const Observed& observed = row[row.size() - spec.species.size() + i % spec.species.size()];
      EXPECT_TRUE(observed.name.starts_with("extinct_")) << observed.name;
      EXPECT_EQ(io::cell_of(observed.value), times[i] == 0 ? "" : std::to_string(times[i] - 1));
      (times[i] == 0 ? was_empty : was_full) = true;
    }
  }
  EXPECT_TRUE(was_empty && was_full);
  const io::TemporaryFolder folder;
  save_state(*model, folder / "a.h5");
  EXPECT_EQ(io::Hdf5Reader(folder / "a.h5").text(model->fields().back(), "meaning"),
            "of each species one more than the generation at which it died out; 0 while it lives");
}

TEST(Extinction, IsOfTheGenerationHoweverStepsAreBatched) {
  constexpr u64 generations = 300;
  InteractionSpec unwatched = dying();
  unwatched.observe.extinction = false;
  const auto expected = seen_to_die(*begun(unwatched, one_thread()), unwatched, generations);
  EXPECT_GT(std::count_if(expected.begin(), expected.end(), [](u64 time) { return time > 1; }), 3);
  for (const auto& [name, backend] : available_backends()) {
    const auto whole = begun(dying(), backend);
    whole->step(generations);
    EXPECT_EQ(kept(*whole), expected) << name;
  }
}

TEST(Extinction, IsRememberedByACopy) {
  const auto whole = begun(dying(), one_thread());
  whole->step(300);
  const auto first = begun(dying(), one_thread()), second = begun(dying(), one_thread());
  first->step(130);
  copy(*first, *second);
  EXPECT_EQ(second->hash(), first->hash());
  second->step(170);
  EXPECT_EQ(kept(*second), kept(*whole));
  EXPECT_EQ(second->hash(), whole->hash());
}

TEST(Extinction, IsKeptInACheckpointAndAnotherRunBeginsWithIt) {
  const io::TemporaryFolder folder;
  const auto first = begun(dying(), one_thread()), second = begun(dying(), one_thread());
  first->step(300);
  save_state(*first, folder / "checkpoint.h5");
  load_state(*second, folder / "checkpoint.h5");
  EXPECT_EQ(kept(*second), kept(*first));
  start_from_run(*second, folder.path());
  for (const u64 time : kept(*second)) EXPECT_LE(time, 1u) << "absent from the start";
  EXPECT_EQ(std::ranges::count(kept(*second), 0u), std::ranges::count(kept(*first), 0u));
}

// Each replica ends with the generation in which a species dies out, in the batch as well as alone.
TEST(UntilExtinction, EndsEachReplicaByItself) {
  InteractionSpec spec = dying();
  spec.until_extinction = true;
  for (const auto& [name, backend] : available_backends()) {
    const auto batch = begun(spec, backend);
    const u64 done = batch->step(10'000);
    EXPECT_LT(done, 10'000u) << name;
    EXPECT_EQ(batch->step(5), 0u) << "halted";
    u64 longest = 0;
    for (u64 replica = 0; replica < spec.replicas; ++replica) {
      InteractionSpec single = spec;
      single.replicas = 1;
      single.first_replica = replica;
      const auto alone = begun(single, backend);
      longest = std::max(longest, alone->step(10'000));
      EXPECT_EQ(alone->hash(), batch->replica_hashes()[replica]) << name << ", replica " << replica;
    }
    EXPECT_EQ(done, longest);
  }
}

TEST(UntilExtinction, ACopyEndsWhereTheWholeDoesAndStaysThere) {
  InteractionSpec spec = dying();
  spec.until_extinction = true;
  spec.observe.extinction = false;  // the states show which replicas are frozen
  const auto whole = begun(spec, one_thread());
  const u64 done = whole->step(10'000);
  for (const u64 at : {u64{1}, done / 2, done}) {
    const auto first = begun(spec, one_thread()), second = begun(spec, one_thread());
    EXPECT_EQ(first->step(at), at);
    copy(*first, *second);
    EXPECT_EQ(second->step(10'000), done - at);
    EXPECT_EQ(second->hash(), whole->hash());
  }
}

}  // namespace
}  // namespace morula::test
