// Model files made up for tests, and their states.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "io/document.h"
#include "models/catalogue.h"

namespace morula::test {

inline Spec spec_from(const std::string& yaml) {
  return read_spec(io::parse_document(yaml, "test.yaml"), MORULA_SOURCE_DIR);
}

inline std::string soup(const std::string& size, const std::string& boundary,
                        const std::string& neighbourhood, const std::string& rule, unsigned seed = 1,
                        double density = 0.3, const std::string& engine = "bitplane") {
  return fmt::format(
      "model: automaton\nseed: {}\nsteps: 100\nlattice: {{size: {}, boundary: {}}}\n"
      "automaton: {{rule: \"{}\", neighbourhood: {}, engine: {}}}\ninitial: {{random: {{density: {}}}}}\n",
      seed, size, boundary, rule, neighbourhood, engine, density);
}

inline std::vector<std::uint8_t> states_of(Model& model) {
  const Field field = model.fields().front();
  std::vector<std::uint8_t> states(field.extent.sites());
  for (const Slab& slab : slabs_of(field, 1000))
    model.read(field, slab, std::as_writable_bytes(std::span(states)).subspan(slab.first, slab.count));
  return states;
}

}  // namespace morula::test
