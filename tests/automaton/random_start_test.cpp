// A device and the host draw the same random initial states.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "models/automaton/initial/initial_states.h"
#include "tests/automaton/cases.h"
#include "tests/automaton/engines.h"

namespace morula::test {
namespace {

class RandomStart : public testing::TestWithParam<std::tuple<std::string, std::string>> {};

TEST_P(RandomStart, IsTheSameOnEveryBackend) {
  const auto& [size, automaton] = GetParam();
  const Spec spec =
      spec_from(fmt::format("model: automaton\nseed: 9\nsteps: 1\nlattice: {{size: {}}}\n"
                            "automaton: {}\ninitial: {{random: {{fractions: {{1: 0.3, 2: 0.4}}}}}}\n",
                            size, automaton));
  const auto& section = dynamic_cast<const AutomatonSpec&>(*spec.section);
  std::vector<std::uint8_t> expected(section.lattice.global.sites());
  ThreadPool threads(1);
  fill_initial(section.initial, section.lattice, stream(spec.seed, Purpose::InitialState),
               {0, expected.size()}, expected, threads);
  for (const NamedBackend& named : available_backends())
    EXPECT_EQ(states_of(*make_model(spec, named.backend)), expected) << named.name;
}

INSTANTIATE_TEST_SUITE_P(Sizes, RandomStart,
                         testing::Combine(testing::Values("[1, 1]", "[37, 5]", "[130, 66]", "[5, 7, 3]"),
                                          testing::Values("{rule: B2/S/C3}",
                                                          "{rule: B2/S/C3, engine: plain}")));

}  // namespace
}  // namespace morula::test
