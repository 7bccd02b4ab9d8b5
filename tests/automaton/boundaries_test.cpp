// A different boundary for each axis: compares every engine, and every kernel that steps bit planes, with the
// references.
#include <gtest/gtest.h>

#include <array>
#include <ostream>

#include "tests/automaton/cases.h"
#include "tests/automaton/engines.h"
#include "tests/automaton/many_states_reference.h"
#include "tests/automaton/tissue_models.h"

namespace morula::test {
namespace {

struct BoundaryCase {
  std::string name, size, rule, neighbourhood;
  long width, height, depth;
  std::string fractions;  // of the initial states
  Next next;
  std::string kernel;                  // the kernel by which a device steps bit planes
  bool plain_on_slow_devices = false;  // run the plain engine too where compiling a kernel takes seconds

  unsigned dimensions() const { return depth > 1 ? 3 : 2; }
};

void PrintTo(const BoundaryCase& boundary_case, std::ostream* out) { *out << boundary_case.name; }

// The sizes are not multiples of any word or tile size. Lattices of more than one tile have several tiles in
// each direction in which their kernel divides them.
std::vector<BoundaryCase> boundary_cases() {
  const auto life = generations({3}, {2, 3}, 2, 2);
  return {
      {"life", "[2083, 47]", "B3/S23", "moore", 2083, 47, 1, "{1: 0.3}", life, "temporal blocking"},
      {"narrowLife", "[61, 83]", "B3/S23", "moore", 61, 83, 1, "{1: 0.3}", life, "small lattice"},
      {"briansBrain", "[301, 37]", "B2/S/C3", "moore", 301, 37, 1, "{1: 0.1, 2: 0.1}",
       generations({2}, {}, 3, 2), "single step", true},
      {"cube26", "[13, 21, 19]", "B4..6/S3,5,26", "26", 13, 21, 19, "{1: 0.3}",
       generations({4, 5, 6}, {3, 5, 26}, 2, 3), "small lattice", true},
      {"wide18", "[263, 13, 9]", "B3,4/S5", "18", 263, 13, 9, "{1: 0.3}", generations({3, 4}, {5}, 2, 2),
       "single step"},
  };
}

class MixedBoundaries : public testing::TestWithParam<BoundaryCase> {
 protected:
  static Spec spec(const MixedBoundary& boundary, const std::string& engine) {
    const BoundaryCase& boundary_case = GetParam();
    return spec_from(fmt::format(
        "model: automaton\nseed: 3\nsteps: 100\nlattice: {{size: {}, boundary: {}}}\nautomaton: "
        "{{rule: \"{}\", neighbourhood: {}, engine: {}}}\ninitial: {{random: {{fractions: {}}}}}\n",
        boundary_case.size, boundary.written, boundary_case.rule, boundary_case.neighbourhood, engine,
        boundary_case.fractions));
  }
};

// On devices that take seconds to compile, only the cases with one fixed axis are run.
TEST_P(MixedBoundaries, FollowTheReferenceOnEveryBackend) {
  const BoundaryCase& boundary_case = GetParam();
  const auto backends = available_backends();
  for (const MixedBoundary& boundary : mixed_boundaries(boundary_case.dimensions())) {
    ManyStates now{boundary_case.width, boundary_case.height, boundary_case.depth, boundary.periodic,
                   states_of(*make_model(spec(boundary, "plain"), backends.front().backend))};
    std::vector<std::vector<std::uint8_t>> moments;
    for (const int batch : {1, 20}) {
      for (int i = 0; i < batch; ++i) now.step(boundary_case.next);
      moments.push_back(now.cells);
    }
    for (const NamedBackend& named : backends)
      for (const std::string engine : {"bitplane", "plain"}) {
        if (is_slow(named) && boundary.fixed_axes(boundary_case.dimensions()) > 1) continue;
        if (is_slow(named) && engine == "plain" && !boundary_case.plain_on_slow_devices) continue;
        ASSERT_EQ(stepped_by(spec(boundary, engine), named.backend),
                  expected_on(named.backend, engine == "bitplane", boundary_case.kernel));
        const auto model = make_model(spec(boundary, engine), named.backend);
        model->step(1);
        ASSERT_EQ(states_of(*model), moments[0]) << named.name << ", " << engine << ", " << boundary.written;
        model->step(20);  // passes of several steps, and leftover single steps
        ASSERT_EQ(states_of(*model), moments[1]) << named.name << ", " << engine << ", " << boundary.written;
      }
  }
}

INSTANTIATE_TEST_SUITE_P(All, MixedBoundaries, testing::ValuesIn(boundary_cases()),
                         [](const auto& test) { return test.param.name; });

// Neighbours at a distance of more than one cell, on lattices narrower than twice their range, with the plain
// engines.
TEST(MixedBoundariesOfTissue, WideNeighbourhoodsFollowTheReference) {
  const auto backends = available_backends();
  for (const TissueCase& tissue : {wide_tissues()[1], wide_tissues()[2]}) {
    const unsigned dimensions = tissue.reference.depth > 1 ? 3 : 2;
    for (const MixedBoundary& boundary : mixed_boundaries(dimensions)) {
      const Spec spec = spec_from(tissue_file(tissue, boundary.written, "plain", true));
      TissueReference reference = tissue.reference;
      reference.periodic = boundary.periodic;
      reference.start(states_of(*make_model(spec, backends.front().backend)));
      while (reference.time < 20) reference.step();
      for (const NamedBackend& named : backends) {
        if (is_slow(named) && boundary.written != mixed_boundaries(dimensions).front().written) continue;
        const auto model = make_model(spec, named.backend);
        model->step(20);
        ASSERT_EQ(states_of(*model), reference.states()) << named.name << ", " << boundary.written;
        ASSERT_EQ(activation_times_of(*model), reference.activation_time) << named.name;
      }
    }
  }
}

// Quiet tiles at a fixed boundary, tiles that are neighbours across a periodic one, and tiles in between.
TEST(MixedBoundariesOfQuietTiles, TilesLeftOutWouldNotHaveChanged) {
  const auto backends = available_backends();
  for (const MixedBoundary& boundary : mixed_boundaries(2)) {
    const auto spec = [&](const std::string& keys) {
      return spec_from(fmt::format(
          "model: automaton\nsteps: 1000\nlattice: {{size: [130, 610], boundary: {}}}\nautomaton: {{rule: "
          "B3/S23, {}}}\ninitial: {{cells: [[21, 600], [22, 601], [20, 602], [21, 602], [22, 602], [125, "
          "20], "
          "[126, 21], [124, 22], [125, 22], [126, 22]]}}\n",
          boundary.written, keys));
    };
    const auto plain = make_model(spec("engine: plain"), backends.front().backend);
    std::vector<Hash> right;
    for (int i = 0; i < 3; ++i) {
      plain->step(40);
      right.push_back(plain->hash());
    }
    for (const NamedBackend& named : backends) {
      const auto model = make_model(spec("engine: bitplane"), named.backend);
      for (const Hash& hash : right) {
        model->step(40);
        ASSERT_EQ(model->hash(), hash) << named.name << ", " << boundary.written << " at " << model->time();
      }
    }
  }
}

}  // namespace
}  // namespace morula::test
