// Compares the plain kernel with the plain engine on threads: both methods for the next states, and every
// kind of row length.
#include <gtest/gtest.h>

#include <algorithm>

#include "models/automaton/automaton_engine.h"
#include "tests/automaton/cases.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

struct KernelCase {
  const char* size;
  const char* boundary;
  const char* automaton;
  bool has_corrections = true;
};

constexpr const char* fibres =
    "{tissue: {activated: 3, refractory: 8, threshold: 6, weights: {x: 3}, range: 2}}";
constexpr const char* wide = "{tissue: {activated: 3, refractory: 8, threshold: 6, range: 3}}";
constexpr const char* two_regions =
    "{tissue: {activated: 3, refractory: 5, relative: 3, threshold: 3, relative_threshold: 5, range: 2, "
    "regions: [{box: {from: [0, 0], to: [30, 3]}, activated: 2, refractory: 9, threshold: 5}, {scar: true, "
    "site: [20, 2]}]}}";

// Rows of whole words of 32 cells, of half words, of four cells, and of any length; tissue in which cells may
// count themselves, and rules in which they may not; 127 states, and 128, which are one too many for
// corrections.
const KernelCase kernel_cases[] = {
    {"[96, 11]", "periodic", fibres},
    {"[64, 9]", "fixed", wide},
    {"[32, 7]", "periodic", wide},
    {"[80, 9]", "{x: fixed, y: periodic}", two_regions},
    {"[132, 9]", "periodic", two_regions},
    {"[133, 8]", "fixed", fibres},
    {"[32, 7, 9]", "{x: periodic, y: fixed, z: periodic}",
     "{neighbourhood: 26, tissue: {activated: 2, refractory: 4, threshold: 9, range: 3}}"},
    {"[64, 9]", "periodic", "{rule: B3/S23, engine: plain}"},
    {"[64, 9]", "periodic", "{tissue: {activated: 20, refractory: 106, threshold: 6, range: 2}}"},
    {"[64, 9]", "periodic", "{tissue: {activated: 20, refractory: 107, threshold: 6, range: 2}}", false},
};

std::vector<std::vector<std::uint8_t>> states_at_moments(Model& model) {
  std::vector<std::vector<std::uint8_t>> moments;
  for (const std::uint64_t steps : {3, 2, 12}) {
    model.step(steps);
    moments.push_back(states_of(model));
  }
  return moments;
}

TEST(PlainKernel, GivesTheStatesOfThreads) {
  const auto backends = available_backends();
  for (const KernelCase& kernel_case : kernel_cases) {
    const Spec spec = spec_from(fmt::format(
        "model: automaton\nseed: 6\nsteps: 100\nlattice: {{size: {}, boundary: {}}}\nautomaton: {}\n"
        "initial: {{random: {{fractions: {{1: 0.2}}}}}}\n",
        kernel_case.size, kernel_case.boundary, kernel_case.automaton));
    const gpu::Source source = plain_source(dynamic_cast<const AutomatonSpec&>(*spec.section));
    const auto define = std::ranges::find(source.defines, "HAS_CORRECTIONS", &gpu::Define::name);
    EXPECT_EQ(define->value, kernel_case.has_corrections ? "1" : "0") << kernel_case.automaton;
    const auto expected = make_model(spec, backends.front().backend);
    const auto moments = states_at_moments(*expected);
    const auto has_moved = [](std::uint8_t state) { return state != 0; };
    EXPECT_GT(std::ranges::count_if(moments.front(), has_moved), 20) << "too few cells have left state 0";
    for (const NamedBackend& named : backends)
      EXPECT_EQ(states_at_moments(*make_model(spec, named.backend)), moments)
          << named.name << ": " << kernel_case.size << ", " << kernel_case.automaton;
  }
}

}  // namespace
}  // namespace morula::test
