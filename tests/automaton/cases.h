// Model files for tests, and the states of their models.
#pragma once

#include <fmt/format.h>

#include <array>
#include <ostream>
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

// For a reference: is this boundary, the same for every axis, periodic along x, y, z?
inline std::array<bool, 3> everywhere(const std::string& boundary) {
  const bool periodic = boundary == "periodic";
  return {periodic, periodic, periodic};
}

// A boundary for each axis, as text for a model file and as flags for a reference.
struct MixedBoundary {
  std::string written;
  std::array<bool, 3> periodic;

  unsigned fixed_axes(unsigned dimensions) const {
    unsigned count = 0;
    for (unsigned axis = 0; axis < dimensions; ++axis) count += periodic[axis] ? 0 : 1;
    return count;
  }
};

inline void PrintTo(const MixedBoundary& boundary, std::ostream* out) { *out << boundary.written; }

// Every combination in which the axes do not all have the same boundary.
inline std::vector<MixedBoundary> mixed_boundaries(unsigned dimensions) {
  std::vector<MixedBoundary> mixed;
  for (unsigned which = 1; which + 1 < 1u << dimensions; ++which) {
    MixedBoundary boundary{"", {(which & 1) != 0, (which & 2) != 0, (which & 4) != 0}};
    for (unsigned axis = 0; axis < dimensions; ++axis)
      boundary.written += fmt::format("{}{}: {}", axis ? ", " : "{", "xyz"[axis],
                                      boundary.periodic[axis] ? "periodic" : "fixed");
    boundary.written += "}";
    mixed.push_back(boundary);
  }
  return mixed;
}

inline std::vector<std::uint8_t> states_of(Model& model) {
  const Field field = model.fields().front();
  std::vector<std::uint8_t> states(field.extent.sites());
  for (const Slab& slab : slabs_of(field, 1000))
    model.read(field, slab, std::as_writable_bytes(std::span(states)).subspan(slab.first, slab.count));
  return states;
}

}  // namespace morula::test
