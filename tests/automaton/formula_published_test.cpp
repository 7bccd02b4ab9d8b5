// Published numbers, by rules that are written as transitions.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/automaton/cases.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

// How the number of wet sites falls from step 100 to step 1000, as an exponent of time.
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

// E. Domany, W. Kinzel, Phys. Rev. Lett. 53:311, 1984; I. Jensen, J. Phys. A 32:5233, 1999: directed
// percolation in 1 + 1 dimensions has its threshold at 0.7055 for sites and at 0.6447 for bonds, where the
// density falls as t^-0.1595. One percent below it falls faster, one percent above slower.
TEST(FormulaPublished, ThresholdsOfDirectedPercolation) {
  constexpr double exponent = 0.1595;
  EXPECT_GT(decay_of_wet_sites(0.7055 * 0.99, "p"), exponent + 0.03);
  EXPECT_LT(decay_of_wet_sites(0.7055 * 1.01, "p"), exponent - 0.03);
  EXPECT_GT(decay_of_wet_sites(0.6447 * 0.99, "p * (2 - p)"), exponent + 0.03);
  EXPECT_LT(decay_of_wet_sites(0.6447 * 1.01, "p * (2 - p)"), exponent - 0.03);
}

}  // namespace
}  // namespace morula::test
