#include "models/potts/terms/constraint_term.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/counted.h"
#include "models/neighbourhood_reader.h"
#include "models/potts/observe/tissue_sums.h"
#include "models/potts/read/types_reader.h"
#include "texts/morula_potts.h"

namespace morula::potts {
namespace {

constexpr double largest_target = 1e12;

// Reads `key: {light: {target: 40, strength: 1}}`.
Constraints read_constraints(io::Section& terms, const PottsSpec& spec, double most_target) {
  Constraints constraints(spec.types.size());
  for (std::size_t i = 1; i < spec.types.size(); ++i) {
    auto constraint = terms.section(spec.types[i].name);
    if (!constraint) continue;
    const auto target = constraint->real("target", 0, largest_target, io::Presence::Required);
    const auto strength = constraint->real("strength", 0, most_energy, io::Presence::Required);
    constraint->finish();
    if (target && strength) constraints[i] = Constraint{*target, *strength};
    if (target && *target > most_target)
      constraint->problem("target", fmt::format("is {}; the lattice has only {}", *target,
                                                counted(spec.lattice.global.sites(), "site")));
  }
  if (terms.has(spec.types[0].name)) {
    terms.allow(spec.types[0].name);
    terms.problem(spec.types[0].name, "is the medium, which has no such target; remove it");
  }
  terms.finish();
  return constraints;
}

}  // namespace

// Uses the fixed-point numbers, because copies are decided with these.
double ConstraintTerm::energy(const Energies& energies, const TissueSums& sums) const {
  double energy = 0;
  const double unit = static_cast<double>(energies.scale);
  const u32 number = energies.number(key());
  const auto varying = std::ranges::find(energies.varying, number, &VaryingTarget::number);
  for (std::size_t type = 0; type < sums.types(); ++type) {
    const Quadratic& term = energies.constraints[number * energies.types + type];
    if (term.strength == 0) continue;
    const double strength = static_cast<double>(term.strength);
    const double target = static_cast<double>(term.linear) / (2 * strength);
    const double squares =
        varying == energies.varying.end()
            ? sums.squared_distance(number, type, target)
            : sums.target_distance(static_cast<std::size_t>(varying - energies.varying.begin()), type);
    energy += strength * squares / unit;
  }
  return energy;
}

gpu::Text VolumeTerm::text() const { return gpu::text::models::potts::terms::constraint_rule; }

void VolumeTerm::read(io::Section& section, PottsSpec& spec) {
  auto written = section.section("volume");
  if (!written) return;
  const auto read = read_constraints(*written, spec, static_cast<double>(spec.lattice.global.sites()));
  spec.terms.change<VolumeTerm>([&](VolumeTerm& term) { term.of_types = read; });
}

gpu::Text SurfaceTerm::text() const { return gpu::text::models::potts::terms::surface_rule; }

std::optional<Neighbourhood> SurfaceTerm::neighbours(const PottsSpec& spec) const {
  return neighbourhood ? neighbourhood : neighbours_of_order(spec.lattice.dimensions, 1);
}

void SurfaceTerm::read(io::Section& section, PottsSpec& spec) {
  auto written = section.section("surface");
  if (!written) return;
  if (type_called(spec, "neighbourhood"))
    section.problem("types", "names a type 'neighbourhood', which is a key of surface; rename it");
  SurfaceTerm term;
  term.neighbourhood = read_neighbourhood(*written, "neighbourhood", spec.lattice.dimensions);
  term.of_types = read_constraints(*written, spec, largest_target);
  if (any_constrained(term.of_types))
    spec.terms.change<SurfaceTerm>([&](SurfaceTerm& changed) { changed = term; });
}

}  // namespace morula::potts
