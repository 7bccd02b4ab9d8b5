// Models of tissue for tests: makes a model from a case, and reads its states.
#pragma once

#include <fmt/format.h>

#include "core/mix.h"
#include "tests/automaton/cases.h"
#include "tests/automaton/engines.h"
#include "tests/automaton/tissue_cases.h"

namespace morula::test {

inline std::string tissue_file(const TissueCase& tissue, const std::string& boundary,
                               const std::string& engine, bool with_map) {
  return fmt::format(
      "model: automaton\nseed: 11\nsteps: 100\nlattice: {{size: {}, boundary: {}}}\n"
      "automaton: {{engine: {}, neighbourhood: {}, tissue: {{activation_map: {}, {}}}}}\n"
      "initial: {{random: {{fractions: {{1: 0.04, 2: 0.1, 4: 0.06}}}}}}\n",
      tissue.size, boundary, engine, tissue.neighbourhood, with_map, tissue.tissue);
}

inline std::vector<std::uint32_t> activation_times_of(Model& model) {
  const Field field = model.fields().at(1);
  std::vector<std::uint32_t> activation_times(field.extent.sites());
  for (const Slab& slab : slabs_of(field, 1000))
    model.read(field, slab,
               std::as_writable_bytes(std::span(activation_times).subspan(slab.first, slab.count)));
  return activation_times;
}

inline std::uint64_t hash_of(const TissueReference& reference, bool with_map) {
  const std::vector<std::uint8_t> states = reference.states();
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < states.size(); ++i) {
    sum += hash_term(0, i, states[i]);
    if (with_map) sum += hash_term(1, i, reference.activation_time[i]);
  }
  return sum;
}

}  // namespace morula::test
