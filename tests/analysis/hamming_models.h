// Small models whose pairs are compared.
#pragma once

#include <fmt/format.h>

#include "analysis/hamming.h"

namespace morula::test {

// Competing species after Bazeia 2017, unless the overrides say otherwise.
inline HammingChoice species_choice(std::uint64_t side, std::uint64_t steps,
                                    std::vector<std::string> overrides = {}) {
  HammingChoice choice;
  choice.model = {"species.yaml", fmt::format("model: interaction\nseed: 7\nsteps: {}\n"
                                              "lattice: {{size: [{}, {}], boundary: periodic}}\n"
                                              "interaction:\n  species: [red, blue, yellow]\n"
                                              "  preys: cyclic\n"
                                              "  rates: {{mobility: 0.5, reproduction: 0.25, predation: "
                                              "0.25}}\ninitial: {{fractions: equal}}\n",
                                              steps, side, side)};
  choice.overrides = std::move(overrides);
  return choice;
}

inline HammingChoice life_choice(std::uint64_t side, std::uint64_t steps) {
  HammingChoice choice;
  choice.model = {"life.yaml",
                  fmt::format("model: automaton\nseed: 3\nsteps: {}\nlattice: {{size: [{}, {}]}}\n"
                              "automaton: {{rule: B3/S23}}\ninitial: {{random: {{density: 0.3}}}}\n",
                              steps, side, side)};
  return choice;
}

inline Backend one_thread() { return {BackendKind::Cpu, std::make_shared<ThreadPool>(1), nullptr}; }

inline HammingReport hamming_of(const HammingChoice& choice, const Backend& backend = one_thread()) {
  return analyze_hamming(choice, backend, {}, std::nullopt);
}

}  // namespace morula::test
