// Competing species over ranks give the same results as one process.
#include <gtest/gtest.h>

#include "tests/ranks/spread.h"

namespace morula::test {
namespace {

struct SpeciesCase {
  std::string name, size, interaction, rest = "";
};
void PrintTo(const SpeciesCase& species_case, std::ostream* out) { *out << species_case.name; }

Spec species_model(const SpeciesCase& species_case, const std::string& boundary, const std::string& engine) {
  return spec_from(fmt::format(
      "model: interaction\nseed: 7\nsteps: 1000\nlattice: {{size: {}, boundary: {}}}\ninteraction: "
      "{{engine: {}, {}}}\ninitial: {{fractions: equal}}\n{}\n",
      species_case.size, boundary, engine, species_case.interaction, species_case.rest));
}

void expect_same_species(const Spec& spec, int ranks, Index halo,
                         const std::vector<std::uint64_t>& batches = {1, 3, 2, 7}) {
  if (!can_spread(spec, ranks)) return;
  SCOPED_TRACE(fmt::format("{} ranks, halos of {}", ranks, halo));
  const auto alone = make_model(spec, on_one_thread());
  const std::vector<Seen> expected = see_after(*alone, batches);
  ASSERT_NE(expected.front().hash, expected.back().hash) << "nothing happens";
  const HaloDepth depth(halo);
  with_ranks(ranks, spec, [&](Model& model) {
    const std::vector<Seen> seen = see_after(model, batches);
    for (std::size_t i = 0; i < seen.size(); ++i)
      EXPECT_TRUE(seen[i] == expected[i]) << "at step " << expected[i].time;
    EXPECT_EQ(model.replica_hashes(), alone->replica_hashes());
    EXPECT_EQ(model.replica_ends(), alone->replica_ends());
  });
}

class SpeciesRanks : public testing::TestWithParam<SpeciesCase> {};

TEST_P(SpeciesRanks, GiveTheSameAnswer) {
  const bool is_solid = GetParam().size.find(',') != GetParam().size.rfind(',');
  std::vector<std::string> boundaries = {"periodic", "fixed"};
  boundaries.push_back(mixed_boundaries(is_solid ? 3 : 2).front().written);
  boundaries.push_back(mixed_boundaries(is_solid ? 3 : 2).back().written);
  for (const std::string& boundary : boundaries) {
    SCOPED_TRACE(boundary);
    expect_same_species(species_model(GetParam(), boundary, "bitplane"), 2, 0);
    expect_same_species(species_model(GetParam(), boundary, "bitplane"), 8, 5);
    expect_same_species(species_model(GetParam(), boundary, "plain"), 3, 2);
  }
}

const std::string three_species =
    "species: [a, b, c], preys: cyclic, rates: {mobility: 0.5, reproduction: 0.25, predation: 0.25}, "
    "mobility: swap";

INSTANTIATE_TEST_SUITE_P(
    , SpeciesRanks,
    testing::Values(
        SpeciesCase{"Even", "[70, 32]", three_species}, SpeciesCase{"Odd", "[37, 29]", three_species},
        SpeciesCase{"OneRowSlabs", "[40, 8]", three_species},
        SpeciesCase{"OddOneRowSlabs", "[33, 9]", three_species},
        SpeciesCase{"WithKin", "[40, 34]", three_species + ", reproduction: with-kin"},
        SpeciesCase{"WithKinIn3D", "[15, 12, 17]", three_species + ", reproduction: with-kin"},
        SpeciesCase{"Refined", "[40, 27]", three_species + ", refine: 3"},
        SpeciesCase{"RefinedStacks", "[140, 38]", three_species + ", refine: 16"},
        SpeciesCase{"RefinedSolid", "[19, 6, 16]", three_species + ", refine: 20"},
        SpeciesCase{"Observed", "[41, 30]",
                    three_species + ", observe: [densities, entropy, interface, correlation, extinction]"},
        SpeciesCase{"ObservedIn3D", "[12, 10, 15]", three_species + ", observe: [interface, correlation]"},
        SpeciesCase{"Batch", "[34, 19]", three_species + ", observe: [interface, correlation]",
                    "replicas: 3"},
        SpeciesCase{
            "Feedback", "[34, 20]",
            three_species +
                ", feedback: {rate: mobility, at_zero_entropy: 0.1, at_greatest_entropy: 0.5, every: 2}"},
        SpeciesCase{"Solid", "[19, 7, 16]", three_species},
        SpeciesCase{"OddSolid", "[16, 9, 11]", three_species}),
    [](const auto& test) { return test.param.name; });

// There are too many species for bit planes on threads, so the engine on bytes is used.
TEST(ManySpeciesRanks, GiveTheSameAnswer) {
  std::string names;
  for (int i = 0; i < 20; ++i) names += fmt::format("{}s{}", i ? ", " : "", i);
  const SpeciesCase many{
      "", "[45, 31]",
      "species: [" + names + "], preys: cyclic, rates: {mobility: 0.4, reproduction: 0.3, predation: 0.3}"};
  for (const std::string boundary : {"periodic", "fixed"})
    for (const int ranks : {2, 5}) expect_same_species(species_model(many, boundary, "bitplane"), ranks, 3);
}

// Each replica ends on its own, and the run ends with the last replica.
TEST(ExtinctSpeciesRanks, EndWithTheSameGeneration) {
  const SpeciesCase small{"", "[8, 9]", three_species + ", until: extinction, observe: [extinction]",
                          "replicas: 3"};
  const Spec spec = species_model(small, "periodic", "bitplane");
  const auto alone = make_model(spec, on_one_thread());
  ASSERT_LT(alone->step(900), 900u);
  expect_same_species(spec, 3, 0, {5, 900});
}

// How often halos are renewed during some generations. The results must equal those of one process.
int exchanges_of(const Spec& spec, int ranks, Index halo, std::uint64_t generations) {
  const auto alone = make_model(spec, on_one_thread());
  alone->step(generations);
  const HaloDepth depth(halo);
  int exchanges = 0;
  run_thread_ranks(ranks, [&](Communicator& communicator) {
    if (communicator.rank() != 0) return serve_spread_model(spec, on_one_thread(), communicator);
    CountingCommunicator counting(communicator);
    const auto model = make_spread_model(spec, on_one_thread(), counting);
    model->step(generations);
    exchanges = counting.exchanges;
    EXPECT_EQ(model->hash(), alone->hash());
  });
  return exchanges;
}

// A phase with the same offset as the phase before makes no layer wrong, and offsets are 0 or 1. On a
// periodic axis of odd length there are many offsets, and every phase makes layers wrong.
TEST(SpeciesHalos, AreRenewedWhenBlocksHaveMoved) {
  const auto model = [](const std::string& size, const std::string& rest, const std::string& boundary) {
    return species_model({"", size, three_species, rest}, boundary, "bitplane");
  };
  constexpr Index halo = 4;
  constexpr int phases = 4 * 50;  // on an even lattice
  for (const std::string boundary : {"periodic", "fixed"}) {
    const int exchanges = exchanges_of(model("[40, 34]", "", boundary), 3, halo, 50);
    EXPECT_GT(exchanges, phases / 12);
    EXPECT_LT(exchanges, phases / 6);  // one phase in 8 on average
  }
  EXPECT_LT(exchanges_of(model("[40, 34]", "replicas: 2", "periodic"), 3, halo, 50), phases / 4);
  EXPECT_GE(exchanges_of(model("[40, 33]", "", "periodic"), 3, halo, 50), phases / 4);
}

// Halos that have never been filled must be filled, whether or not the first phase has the offset of the
// phase before it.
TEST(SpeciesHalos, AreFilledAtTheStartAndAfterARestore) {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6}) {
    SCOPED_TRACE(seed);
    Spec spec = species_model({"", "[40, 34]", three_species}, "periodic", "bitplane");
    spec.seed = seed;
    expect_same_species(spec, 3, 0, {1, 2});
    const auto alone = make_model(spec, on_one_thread());
    alone->step(1);
    const Field field = alone->fields().front();
    const std::vector<std::byte> states = see(*alone).fields.front();
    alone->step(2);
    with_ranks(
        3, spec,
        [&](Model& model) {
          model.begin_restore({field});
          model.restore(field, {0, field.values()}, states);
          model.end_restore(1, 0);
          model.step(2);
          EXPECT_EQ(model.hash(), alone->hash());
        },
        on_one_thread, Start::Blank);
  }
}

// A lattice whose state has not been restored yet has no species, but none of them has died out.
TEST(ExtinctSpeciesRanks, GoOnFromAStateThatWasSaved) {
  const SpeciesCase small{"", "[8, 9]", three_species + ", until: extinction, observe: [extinction]",
                          "replicas: 3"};
  const Spec spec = species_model(small, "periodic", "bitplane");
  const auto alone = make_model(spec, on_one_thread());
  alone->step(5);
  std::vector<Bytes> saved;
  for (const StateField& field : alone->fields())
    alone->read(field, {0, field.values()}, saved.emplace_back(field.bytes()));
  const auto go_on = [&](Model& model) {
    std::vector<Field> fields;
    for (const StateField& field : model.fields()) fields.push_back(field);
    model.begin_restore(fields);
    for (std::size_t i = 0; i < fields.size(); ++i)
      for (const Slab& slab : slabs_of(fields[i], 50))
        model.restore(fields[i], slab,
                      std::span(saved[i]).subspan(slab.first * size_of(fields[i].type),
                                                  slab.count * size_of(fields[i].type)));
    model.end_restore(5, 0);
    EXPECT_EQ(model.step(900), alone->step(900));
    EXPECT_EQ(model.hash(), alone->hash());
    EXPECT_EQ(model.replica_ends(), alone->replica_ends());
  };
  with_ranks(3, spec, go_on, on_one_thread, Start::Blank);
}

TEST(RefusedSpeciesRanks, OtherOrdersAreRefused) {
  const Spec sequential =
      species_model({"", "[20, 20]", three_species + ", order: sequential"}, "periodic", "plain");
  EXPECT_THROW(check_spread(sequential, 2), SpecError);
}

}  // namespace
}  // namespace morula::test
