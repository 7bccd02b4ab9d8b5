#include "models/potts/terms/length_term.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/potts/observe/tissue_sums.h"
#include "models/potts/read/types_reader.h"
#include "texts/morula_potts.h"

namespace morula::potts {

gpu::Text LengthTerm::text() const { return gpu::text::models::potts::terms::length_rule; }

std::vector<Amount> LengthTerm::amounts(const PottsSpec& spec) const {
  std::vector<Amount> amounts;
  for (std::size_t type = 0; type < spec.types.size(); ++type)
    if (const auto constraint = constraint_of(of_types, type))
      amounts.push_back({"potts.length." + spec.types[type].name + ".strength", constraint->strength});
  return amounts;
}

std::vector<i32> LengthTerm::words(const PottsSpec& spec, double scale) const {
  std::vector<i32> words = {static_cast<i32>(spec.lattice.dimensions)};
  for (std::size_t type = 0; type <= spec.types.size(); ++type) {  // the last one is for sites beyond walls
    const Constraint constraint = constraint_of(of_types, type).value_or(Constraint{});
    words.push_back(static_cast<i32>(rounded(constraint.strength * scale)));
    words.push_back(static_cast<i32>(rounded(constraint.target * (1 << LENGTH_UNIT))));
  }
  return words;
}

std::vector<std::string> LengthTerm::numbers(const PottsSpec& spec) const {
  if (spec.lattice.dimensions == 2) return {"moment_x", "moment_y", "moment_xx", "moment_xy", "moment_yy"};
  return {"moment_x",  "moment_y",  "moment_z",  "moment_xx", "moment_xy",
          "moment_xz", "moment_yy", "moment_yz", "moment_zz"};
}

double LengthTerm::largest_change(const PottsSpec& spec) const {
  const Extent& side = spec.lattice.global;
  const double longest = std::min(most_length, static_cast<double>(std::max({side.x, side.y, side.z})));
  double largest = 0;
  for (std::size_t type = 0; type < spec.types.size(); ++type)
    if (const auto constraint = constraint_of(of_types, type)) {
      const double away = std::max(4 * longest, constraint->target);
      largest = std::max(largest, constraint->strength * away * away);
    }
  return largest;
}

double LengthTerm::energy(const Energies& energies, const TissueSums& sums) const {
  double energy = 0;
  for (std::size_t type = 0; type < sums.types(); ++type)
    energy += static_cast<double>(sums.length_energy(type)) / static_cast<double>(energies.scale);
  return energy;
}

void LengthTerm::read(io::Section& section, PottsSpec& spec) {
  auto written = section.section("length");
  if (!written) return;
  LengthTerm term;
  term.of_types.resize(spec.types.size());
  for (std::size_t type = 1; type < spec.types.size(); ++type) {
    auto elongated = written->section(spec.types[type].name);
    if (!elongated) continue;
    const auto target = elongated->real("target", 0, most_length, io::Presence::Required);
    const auto strength = elongated->real("strength", 0, most_energy, io::Presence::Required);
    elongated->finish();
    if (target && strength && *strength > 0) term.of_types[type] = Constraint{*target, *strength};
  }
  if (written->has(spec.types[0].name)) {
    written->allow(spec.types[0].name);
    written->problem(spec.types[0].name, "is the medium, which has no length; remove it");
  }
  written->finish();
  if (any_constrained(term.of_types))
    spec.terms.change<LengthTerm>([&](LengthTerm& changed) { changed = term; });
}

std::vector<std::size_t> types_with_length(const PottsSpec& spec) {
  std::vector<std::size_t> types;
  const auto* term = spec.terms.find<LengthTerm>();
  for (std::size_t type = 0; term && type < spec.types.size(); ++type)
    if (constraint_of(term->of_types, type)) types.push_back(type);
  return types;
}

}  // namespace morula::potts
