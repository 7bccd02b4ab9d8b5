#include "models/potts/terms/potential_term.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/potts/read/types_reader.h"
#include "models/potts/terms/fixed_point.h"
#include "texts/morula_potts.h"

namespace morula::potts {

gpu::Text PotentialTerm::text() const { return gpu::text::models::potts::terms::potential_rule; }

std::vector<Amount> PotentialTerm::amounts(const PottsSpec& spec) const {
  std::vector<Amount> amounts;
  for (std::size_t type = 0; type < spec.types.size(); ++type)
    for (const double along : of_type(type))
      amounts.push_back({"potts.potential." + spec.types[type].name, along});
  return amounts;
}

std::vector<i32> PotentialTerm::words(const PottsSpec& spec, double scale) const {
  std::vector<i32> words;
  for (std::size_t type = 0; type <= spec.types.size(); ++type) {  // the last one is for sites beyond walls
    std::array<i64, 3> vector{};
    for (std::size_t axis = 0; axis < 3; ++axis) vector[axis] = rounded(of_type(type)[axis] * scale);
    for (const Neighbour& from : spec.copy.neighbours)
      words.push_back(
          static_cast<i32>(potential_change(vector[0], vector[1], vector[2], from.dx, from.dy, from.dz)));
  }
  return words;
}

void PotentialTerm::read(io::Section& section, PottsSpec& spec) {
  auto potential = section.section("potential");
  if (!potential) return;
  PotentialTerm term;
  term.of_types.resize(spec.types.size());
  for (std::size_t i = 1; i < spec.types.size(); ++i) {
    const io::Value* vector = potential->value(spec.types[i].name);
    if (!vector) continue;
    bool is_right = vector->kind == io::Value::Kind::List && vector->items.size() == spec.lattice.dimensions;
    for (std::size_t axis = 0; is_right && axis < vector->items.size(); ++axis) {
      const auto number = io::parse_real(vector->items[axis].text);
      is_right = number && std::abs(*number) <= most_energy;
      term.of_types[i][axis] = number.value_or(0);
    }
    if (!is_right)
      potential->problem(spec.types[i].name,
                         fmt::format("must be a vector of {} numbers, as in {}", spec.lattice.dimensions,
                                     spec.lattice.dimensions == 2 ? "[1, 0]" : "[1, 0, 0]"));
  }
  potential->finish();
  if (std::ranges::any_of(term.of_types,
                          [](const auto& vector) { return vector != std::array<double, 3>{}; }))
    spec.terms.change<PotentialTerm>([&](PotentialTerm& changed) { changed = term; });
}

}  // namespace morula::potts
