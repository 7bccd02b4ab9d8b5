// Published results, reproduced by rules that are written as transitions.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/automaton/cases.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

// The decline of the number of wet sites from step 100 to step 1000, as an exponent of time.
double decay_of_wet_sites(double p, const std::string& by_two) {
  const Spec spec = spec_from(fmt::format(R"yaml(
model: automaton
seed: 1
steps: 1000
lattice: {{size: [20000, 1], boundary: {{x: periodic, y: fixed}}}}
automaton:
  states: [dry, wet]
  parameters: {{p: {}}}
  transitions:
    - {{to: wet, when: "at(-1, 0) != at(1, 0) and chance(p)"}}
    - {{to: wet, when: "at(-1, 0) + at(1, 0) == 2 and chance({})"}}
    - {{to: dry}}
initial: {{random: {{density: 1}}}}
)yaml",
                                          p, by_two));
  const auto model = make_model(spec, available_backends().front().backend);
  model->step(100);
  const auto early = static_cast<double>(total_sums(*model)[1]);
  model->step(900);
  return std::log10(early / static_cast<double>(total_sums(*model)[1]));
}

// Directed percolation in 1 + 1 dimensions has its threshold at 0.7055 for sites and at 0.6447 for bonds,
// where the density falls as t^-0.1595. One percent below the threshold it must fall faster, one percent
// above slower. E. Domany, W. Kinzel, Phys. Rev. Lett. 53:311, 1984; I. Jensen, J. Phys. A 32:5233, 1999.
TEST(FormulaPublished, ThresholdsOfDirectedPercolation) {
  constexpr double exponent = 0.1595;
  EXPECT_GT(decay_of_wet_sites(0.7055 * 0.99, "p"), exponent + 0.03);
  EXPECT_LT(decay_of_wet_sites(0.7055 * 1.01, "p"), exponent - 0.03);
  EXPECT_GT(decay_of_wet_sites(0.6447 * 0.99, "p * (2 - p)"), exponent + 0.03);
  EXPECT_LT(decay_of_wet_sites(0.6447 * 1.01, "p * (2 - p)"), exponent - 0.03);
}

// In the forest fire of Drossel and Schwabl (Phys. Rev. Lett. 69:1629, 1992), simulations gave a density of
// trees of about 0.408 if lightning is rare: P. Grassberger, New J. Phys. 4:17, 2002 (arXiv
// cond-mat/0202022). Here p / f is 1000, which is high enough for an agreement within 5 %. The density
// oscillates; the mean is taken over many periods.
TEST(FormulaPublished, DensityOfTheForestFire) {
  const auto model = make_model(spec_from(R"yaml(
model: automaton
seed: 1
steps: 6000
lattice: {size: [512, 512], boundary: periodic}
automaton:
  states: [empty, tree, fire]
  neighbourhood: von-neumann
  parameters: {growth: 2.0e-3, lightning: 2.0e-6}
  transitions:
    - {from: fire, to: empty}
    - {from: tree, to: fire, when: "count(fire) > 0 or chance(lightning)"}
    - {from: empty, to: tree, when: "chance(growth)"}
initial: {random: {fractions: {tree: 0.4}}}
)yaml"),
                                available_backends().front().backend);
  model->step(2000);
  double trees = 0;
  constexpr int rows = 400;
  for (int row = 0; row < rows; ++row) {
    model->step(10);
    trees += static_cast<double>(total_sums(*model)[1]);
  }
  EXPECT_NEAR(trees / rows / (512 * 512), 0.408, 0.05 * 0.408);
}

// In a well-mixed population, the fraction s that is never infected solves s = s0 exp(-R0 (1 - s)): W. O.
// Kermack, A. G. McKendrick, Proc. R. Soc. A 115:700, 1927. The test requires agreement within 1 %.
TEST(FormulaPublished, FinalSizeOfAnEpidemic) {
  const auto model = make_model(spec_from(R"yaml(
model: automaton
seed: 1
steps: 3000
lattice: {size: [400, 400]}
automaton:
  states: [susceptible, infected, recovered]
  parameters: {infection: 0.04, recovery: 0.02}
  transitions:
    - {from: susceptible, to: infected, when: "chance(infection * total(infected) / 160000)"}
    - {from: infected, to: recovered, when: "chance(recovery)"}
initial: {random: {fractions: {infected: 0.01}}}
output: {series: {every: 10}}
until: {when: "infected == 0"}
)yaml"),
                                available_backends().front().backend);
  model->step(3000);
  const Sums counts = total_sums(*model);
  EXPECT_EQ(counts[1], 0u);
  double never = 0.5;
  for (int i = 0; i < 200; ++i) never = 0.99 * std::exp(-2 * (1 - never));
  const double infected = 1 - static_cast<double>(counts[0]) / 160000;
  EXPECT_NEAR(infected, 1 - never, 0.01 * (1 - never));
}

}  // namespace
}  // namespace morula::test
