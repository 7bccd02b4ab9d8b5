// Rates that follow the entropy: compared with a run whose rates are set by hand, and across checkpoints.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "models/interaction/interaction_engine.h"
#include "models/interaction/interaction_family.h"
#include "tests/interaction/cases.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

constexpr std::uint64_t feedback_seed = 3;

std::shared_ptr<InteractionSpec> fed_back_species(std::uint64_t every) {
  auto spec = std::make_shared<InteractionSpec>(cyclic(3, {64, 40, 1}, 2, Boundary::Periodic, 2));
  spec->replicas = 2;
  spec->feedback = Feedback{Rate::Mobility, every, 0.05, 0.45};
  spec->initial.counts = {640, 1100, 500, 320};
  return spec;
}

std::unique_ptr<Model> model_of(std::shared_ptr<InteractionSpec> spec, const Backend& backend, Start start) {
  Spec whole;
  whole.family = "interaction";
  whole.seed = feedback_seed;
  whole.lattice = spec->lattice;
  whole.section = std::move(spec);
  return interaction_family().make(whole, backend, start);
}

double entropy_fraction_of(std::span<const std::uint64_t> counts) {
  double sum = 0, sites = 0;
  for (const std::uint64_t count : counts) sites += static_cast<double>(count);
  for (const std::uint64_t count : counts)
    if (count > 0) sum -= static_cast<double>(count) / sites * std::log(static_cast<double>(count) / sites);
  return sum / std::log(static_cast<double>(counts.size()));
}

// The same run, with the rates written into the model whenever they must be renewed.
std::vector<u8> by_hand(const InteractionSpec& fed, const Backend& backend, std::uint64_t generations,
                        Model& start) {
  const Field field = start.fields().front();
  std::vector<u8> states(field.values());
  start.read(field, {0, states.size()}, std::as_writable_bytes(std::span(states)));
  const std::size_t sites = states.size() / fed.replicas;
  for (std::uint64_t replica = 0; replica < fed.replicas; ++replica) {
    const std::span<u8> mine = std::span(states).subspan(replica * sites, sites);
    for (std::uint64_t time = 0; time < generations; time += fed.feedback->every) {
      std::vector<std::uint64_t> counts(fed.states());
      for (const u8 state : mine) ++counts[state];
      const double fraction = std::floor(entropy_fraction_of(counts) * 4294967296.0) / 4294967296.0;
      InteractionSpec plain = fed;
      plain.replicas = 1;
      plain.first_replica = replica;
      for (Species& species : plain.species) species.mobility = 0.05 + (0.45 - 0.05) * fraction;
      const auto engine = make_engine(plain, feedback_seed, backend);
      engine->set_rates(0, action_thresholds(plain));
      engine->write({0, sites}, mine);
      engine->step(time, std::min(fed.feedback->every, generations - time));
      engine->finish();
      engine->read({0, sites}, mine);
    }
  }
  return states;
}

TEST(Feedback, SetsTheRatesByTheEntropyWheneverItIsDue) {
  for (const auto& [name, backend] : available_backends()) {
    const auto spec = fed_back_species(4);
    const auto model = model_of(spec, backend, Start::Initial);
    const std::vector<u8> expected = by_hand(*spec, backend, 10, *model);
    EXPECT_EQ(model->step(10), 10u);
    std::vector<u8> states(expected.size());
    model->read(model->fields().front(), {0, states.size()}, std::as_writable_bytes(std::span(states)));
    EXPECT_TRUE(states == expected) << name;
  }
}

TEST(Feedback, GoesOnFromACheckpointAsIfItHadNotStopped) {
  for (const auto& [name, backend] : available_backends()) {
    const auto whole = model_of(fed_back_species(4), backend, Start::Initial);
    const auto first = model_of(fed_back_species(4), backend, Start::Initial);
    const auto second = model_of(fed_back_species(4), backend, Start::Blank);
    whole->step(11);
    first->step(6);  // between two renewals
    for (const Field& field : first->fields()) {
      std::vector<std::byte> values(field.bytes());
      first->read(field, {0, field.values()}, values);
      second->restore(field, {0, field.values()}, values);
    }
    second->end_restore(6, 0);
    EXPECT_EQ(second->hash(), first->hash()) << name;
    second->step(5);
    EXPECT_EQ(second->hash(), whole->hash()) << name;
  }
}

// The entropy is part of the state, and a replica that has ended must not be renewed together with the
// others.
TEST(Feedback, OfAReplicaThatHasEndedStaysAsItIsAlone) {
  const auto small = [](std::uint64_t first, std::uint64_t replicas) {
    auto spec = std::make_shared<InteractionSpec>(cyclic(3, {8, 6, 1}, 2, Boundary::Periodic, 2));
    spec->first_replica = first;
    spec->replicas = replicas;
    spec->feedback = Feedback{Rate::Mobility, 3, 0.05, 0.45};
    spec->until_extinction = true;
    spec->initial.counts = {12, 12, 12, 12};
    return spec;
  };
  const Backend backend = available_backends().front().backend;
  const auto batch = model_of(small(0, 4), backend, Start::Initial);
  batch->step(5000);
  const std::vector<Hash> hashes = batch->replica_hashes();
  for (std::uint64_t replica = 0; replica < 4; ++replica) {
    const auto alone = model_of(small(replica, 1), backend, Start::Initial);
    alone->step(5000);
    EXPECT_EQ(alone->hash(), hashes[replica]) << replica;
  }
}

}  // namespace
}  // namespace morula::test
