#include "analysis/hamming.h"

#include <gtest/gtest.h>

#include "analysis/perturbation.h"
#include "core/error.h"
#include "models/catalogue.h"
#include "models/visit_sites.h"
#include "tests/analysis/hamming_models.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

TEST(Hamming, BeginsWithTheSitesThatWereChanged) {
  for (const std::uint64_t sites : {1, 5, 143}) {
    HammingChoice choice = species_choice(12, 3, {"lattice.size=[11, 13]"});
    choice.sites = sites;
    choice.pairs = 4;
    const HammingReport report = hamming_of(choice);
    ASSERT_EQ(report.density.values.size(), 4u);
    for (const auto& member : report.density.values)
      EXPECT_EQ(member.front(), static_cast<double>(sites) / 143);
  }
}

// A plain reference: one model after the other, comparing every site.
std::vector<double> by_hand(const HammingChoice& choice) {
  const Spec spec = read_pair_model(choice);
  const std::uint64_t sites = spec.lattice->global.sites();
  auto plain = make_model(spec, one_thread()), changed = make_model(spec, one_thread());
  const Field state = compared_field(*plain, {});
  std::vector<std::byte> values(sites);
  changed->read(state, {0, sites}, values);
  Perturbation(spec.seed, 0, sites, choice.sites, plain->views().front().classes)
      .change({0, sites}, ValueType::U8, values);
  changed->restore(state, {0, sites}, values);
  std::vector<double> densities;
  for (std::uint64_t step = 0; step <= *spec.steps; ++step) {
    std::vector<std::uint64_t> of_plain;
    visit_all(*plain, state, [&](const Site&, std::uint64_t value) { of_plain.push_back(value); });
    std::uint64_t differing = 0, i = 0;
    visit_all(*changed, state,
              [&](const Site&, std::uint64_t value) { differing += value != of_plain[i++]; });
    densities.push_back(static_cast<double>(differing) / static_cast<double>(sites));
    plain->step(1);
    changed->step(1);
  }
  return densities;
}

TEST(Hamming, IsThatOfTwoRunsCountedByHand) {
  const std::vector<HammingChoice> choices = {
      species_choice(12, 30, {"lattice={size: [13, 11], boundary: fixed}"}),
      species_choice(12, 30, {"lattice.size=[7, 6, 5]"}),
      species_choice(16, 30, {"interaction.order=sequential"}),
      species_choice(16, 30,
                     {"interaction.observe=[extinction]",
                      "interaction.feedback={rate: mobility, every: 4, at_zero_entropy: 0.1, "
                      "at_greatest_entropy: 0.5}"}),
      life_choice(30, 30)};
  for (HammingChoice choice : choices) {
    choice.sites = 3;
    choice.every = 1;
    EXPECT_EQ(hamming_of(choice).density.values.at(0), by_hand(choice)) << choice.model.path;
  }
}

TEST(Hamming, IsTheSameOnEveryProcessorAndForAPairAlone) {
  HammingChoice choice = species_choice(20, 60);
  choice.pairs = 4;
  const HammingReport batch = hamming_of(choice);
  for (const auto& [name, backend] : available_backends()) {
    EXPECT_EQ(hamming_of(choice, backend).density.values, batch.density.values) << name;
    HammingChoice alone = choice;
    alone.overrides.push_back("replica=2");
    const HammingReport report = hamming_of(alone, backend);
    ASSERT_EQ(report.pairs.size(), 1u);
    EXPECT_EQ(report.pairs[0].replica, 2u);
    EXPECT_EQ(report.density.values[0], batch.density.values[2]) << name;
  }
  EXPECT_NE(batch.density.values[0], batch.density.values[1]) << "pairs draw for themselves";
}

TEST(Hamming, OfAnAutomatonTakesItsReplicas) {
  HammingChoice choice = life_choice(40, 50);
  choice.pairs = 3;
  const HammingReport report = hamming_of(choice);
  ASSERT_EQ(report.pairs.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    HammingChoice alone = choice;
    alone.overrides = {fmt::format("replica={}", i)};
    EXPECT_EQ(report.pairs[i].seed, 3u);
    EXPECT_EQ(report.pairs[i].replica, i);
    EXPECT_EQ(hamming_of(alone).density.values[0], report.density.values[i]);
  }
}

// If all sites are occupied, every actor changes places with its partner, whatever their species, and a
// difference is only moved. An empty site in one of the runs does not act, so that the runs diverge there.
TEST(Hamming, MobilityAloneCarriesADifferenceAlong) {
  HammingChoice choice = species_choice(20, 100,
                                        {"interaction.rates={mobility: 1, reproduction: 0, predation: 0}",
                                         "initial.fractions={red: 0.4, blue: 0.3, yellow: 0.3}"});
  choice.pairs = 24;
  const HammingReport report = hamming_of(choice);
  int carried = 0;
  for (std::size_t i = 0; i < report.pairs.size(); ++i) {
    if (report.pairs[i].states_left.second == 4) continue;  // the changed site is empty
    ++carried;
    for (const double density : report.density.values[i]) EXPECT_EQ(density, 1.0 / 400);
  }
  EXPECT_GT(carried, 8);
  EXPECT_LT(carried, 24);
}

// Bazeia 2017, Fig. 3, on a smaller lattice.
TEST(Hamming, OfCompetingSpeciesRisesToAPlateau) {
  HammingChoice choice = species_choice(100, 500);
  choice.pairs = 3;
  const HammingReport report = hamming_of(choice);
  EXPECT_EQ(report.states_left(), 4) << "all species live on";
  EXPECT_EQ(report.everywhere(), 0u);
  EXPECT_LT(report.alike(), 3u) << "some differences heal at once, not all";
  ASSERT_TRUE(report.of_partly);
  EXPECT_GT(report.of_partly->level, 0.35);
  EXPECT_LT(report.of_partly->level, 0.75);
  EXPECT_LT(report.of_partly->width, 0.15);
  EXPECT_GT(report.of_partly->begins, 50u);
  for (const auto& member : report.density.values) EXPECT_LT(member[5], 0.05) << "after 20 generations";
}

TEST(Hamming, EndsAtNoneOrAllWhereDiversityIsLost) {
  HammingChoice choice = species_choice(10, 1000);
  choice.pairs = 20;
  const HammingReport report = hamming_of(choice);
  EXPECT_EQ(report.states_left(), 1) << "one species fills each lattice";
  EXPECT_EQ(report.alike() + report.everywhere(), 20u);
  EXPECT_GT(report.alike(), 0u);
  EXPECT_GT(report.everywhere(), 0u);
  EXPECT_FALSE(report.of_partly);
}

std::string refusal_of(const HammingChoice& choice) {
  try {
    hamming_of(choice);
  } catch (const SpecError& error) {
    return error.what();
  }
  return "";
}

TEST(Hamming, SaysEverythingThatIsWrongAtOnce) {
  HammingChoice choice = species_choice(10, 50, {"interaction.until=extinction"});
  choice.sites = 101;
  choice.from = 51;
  EXPECT_EQ(refusal_of(choice),
            "--set interaction.until=extinction: interaction.until: would end the runs of a pair at "
            "different steps; remove it\n"
            "species.yaml: --sites: is 101; must be between 1 and the lattice's 100\n"
            "species.yaml: --from: is 51; must be at most the steps, 50");
  choice = species_choice(10, 50);
  choice.sites = 0;
  EXPECT_EQ(refusal_of(choice), "species.yaml: --sites: is 0; must be between 1 and the lattice's 100");
}

}  // namespace
}  // namespace morula::test
