// Lattices of many tiles, most of which are quiet for a while: skipping these must change nothing. The
// expected states come from the plain engine, which other tests compare with the references.
#include <gtest/gtest.h>

#include "tests/automaton/cases.h"
#include "tests/automaton/engines.h"
#include "tests/support/pocl_flags.h"

namespace morula::test {
namespace {

struct QuietCase {
  std::string name, size, rule, rest;  // rule: a key of `automaton` and its value
  std::vector<std::uint64_t> batches;
  std::string kernel;  // on a device; the kernel of small lattices does not search for quiet tiles
};

void PrintTo(const QuietCase& quiet, std::ostream* out) { *out << quiet.name; }

Spec spec_of(const QuietCase& quiet, const std::string& boundary, const std::string& engine) {
  return spec_from(
      fmt::format("model: automaton\nseed: 5\nsteps: 1000\nlattice: {{size: {}, boundary: {}}}\nautomaton: "
                  "{{{}, {}}}\n{}\n",
                  quiet.size, boundary, quiet.rule, engine, quiet.rest));
}

const std::vector<std::uint64_t> batches_2d = {1, 7, 8, 64, 3, 100, 201};  // passes of several lengths
const std::vector<std::uint64_t> batches_3d = {1, 7, 8, 40, 3, 64};

// Oscillators of period 2, gliders that move into quiet tiles, waves that die out and come again, and a noisy
// lattice as wide as several tiles of the widest device.
std::vector<QuietCase> quiet_cases() {
  return {
      {"lifeAndGliders", "[130, 610]", "rule: B3/S23",
       "initial: {random: {density: 0.4, box: {from: [20, 30], to: [90, 80]}}, cells: [[21, 300], [22, 301], "
       "[20, 302], [21, 302], [22, 302], [100, 590], [101, 590], [102, 590]]}",
       batches_2d, "temporal blocking"},
      {"butterfly", "[290, 610]", "rule: B2/S/C3",
       "initial: {cells: [[60, 500], [61, 500], {at: [60, 501], state: 2}, {at: [61, 501], state: 2}]}",
       batches_2d, "single step"},
      {"wide",
       "[8300, 150]",
       "rule: B3/S23",
       "initial: {random: {density: 0.3}}",
       {1, 8, 11},
       "temporal blocking"},
      {"lifeIn3D", "[290, 45, 40]", "rule: \"B5/S4,5\"",
       "initial: {random: {density: 0.2, box: {from: [3, 3, 3], to: [25, 25, 20]}}, cells: [[51, 8, 30], "
       "[51, "
       "9, 30], [50, 8, 31], [50, 9, 31], [51, 10, 31], [50, 8, 32], [50, 9, 32], [51, 10, 32], [51, 8, "
       "33], [51, 9, 33]]}",
       batches_3d, "single step"},
      {"tissue", "[290, 610]",
       "tissue: {activated: 2, refractory: 5, relative: 2, threshold: 2, relative_threshold: 4, regions: "
       "[{scar: true, ball: {centre: [60, 150], radius: 20}}], stimuli: [{ball: {centre: [20, 20], radius: "
       "3}, start: 5}, {ball: {centre: [110, 590], radius: 3}, start: 250, period: 9, count: 2}]}",
       "", batches_2d, "single step"},
      {"tissueIn3D", "[70, 45, 40]",
       "tissue: {activated: 3, refractory: 4, threshold: 3, stimuli: [{ball: {centre: [9, 9, 9], radius: "
       "2}}, "
       "{box: {from: [60, 40, 30], to: [61, 41, 31]}, start: 80, period: 25, count: 2}]}",
       "", batches_3d, "small lattice"},
  };
}

// Kernels are compiled with optimisation, since they run for longer than that takes.
class Quiet : public testing::TestWithParam<std::tuple<QuietCase, std::string>> {
  const PoclFlags optimised_{""};
};

TEST_P(Quiet, TilesLeftOutWouldNotHaveChanged) {
  const auto& [quiet, boundary] = GetParam();
  const auto backends = available_backends();
  const auto plain = make_model(spec_of(quiet, boundary, "engine: plain"), backends.front().backend);
  std::vector<Hash> right;
  for (const std::uint64_t steps : quiet.batches) {
    plain->step(steps);
    right.push_back(plain->hash());
  }
  ASSERT_NE(right.back(), right[right.size() - 2]) << "nothing moves at the end";
  for (const NamedBackend& named : backends) {
    if (is_slow(named) && boundary == "periodic") continue;
    for (const std::string what : {"skip", "compute"}) {
      const Spec spec = spec_of(quiet, boundary, "engine: bitplane, quiet_regions: " + what);
      ASSERT_EQ(stepped_by(spec, named.backend), expected_on(named.backend, true, quiet.kernel));
      const auto model = make_model(spec, named.backend);
      for (std::size_t i = 0; i < quiet.batches.size(); ++i) {
        model->step(quiet.batches[i]);
        ASSERT_EQ(model->hash(), right[i]) << named.name << ", " << what << " at " << model->time();
      }
      ASSERT_EQ(states_of(*model), states_of(*plain)) << named.name;
    }
  }
}

// Cells that are written from outside into quiet tiles are noticed.
TEST(QuietRestored, CellsWrittenIntoAQuietTileLive) {
  const QuietCase quiet = quiet_cases()[0];
  const auto backends = available_backends();
  const auto disturbed = [&](const NamedBackend& named, const std::string& engine) {
    auto model = make_model(spec_of(quiet, "fixed", engine), named.backend);
    model->step(200);
    const Field field = model->fields().front();
    const std::vector<std::byte> row(5, std::byte{1});  // becomes four blinkers
    model->restore(field, {500 * 130 + 100, 5}, row);
    model->step(40);
    return model->hash();
  };
  const auto right = disturbed(backends.front(), "engine: plain");
  for (const NamedBackend& named : backends)
    EXPECT_EQ(disturbed(named, "engine: bitplane"), right) << named.name;
}

INSTANTIATE_TEST_SUITE_P(
    All, Quiet, testing::Combine(testing::ValuesIn(quiet_cases()), testing::Values("periodic", "fixed")),
    [](const auto& test) { return std::get<0>(test.param).name + "_" + std::get<1>(test.param); });

}  // namespace
}  // namespace morula::test
