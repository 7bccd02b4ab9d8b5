#include "models/potts/terms/fixed_point.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/elementary.h"
#include "core/error.h"
#include "models/potts/terms/length_term.h"
#include "models/potts/terms/persistence_term.h"

namespace morula::potts {
namespace {

constexpr u64 finest_scale = 1000000;
constexpr double most_entries = 1 << 21;        // size of the acceptance table: 8 MiB
constexpr double entries_per_degree = 22.1807;  // 32 ln 2: copies with a probability below 2^-32 never happen
constexpr double largest_sum = 1 << 30;         // sum of adhesion over a neighbourhood, in 32 bits
constexpr double largest_change = 4e18;         // change of a constraint, in 64 bits
constexpr double largest_linear = 1 << 28;      // linear parts of varying targets, summed in 32 bits

// Calls `visit` with the term and the constraint of every type that has one.
template <typename Visit>
void for_constraints(const PottsSpec& spec, Visit visit) {
  for (const auto& term : spec.terms)
    if (const Constraints* constraints = term->constraints())
      for (std::size_t type = 0; type < spec.types.size(); ++type)
        if (const auto constraint = constraint_of(*constraints, type)) visit(*term, type, *constraint);
}

std::vector<Amount> amounts_of(const PottsSpec& spec) {
  std::vector<Amount> amounts;
  for (const auto& term : spec.terms)
    for (Amount& amount : term->amounts(spec)) amounts.push_back(std::move(amount));
  return amounts;
}

// The largest target that a constraint can get, if processes or life set its target.
std::optional<double> largest_set_target(const PottsSpec& spec, const Term& term) {
  std::optional<double> largest;
  for (const auto& process : processes_of(spec))
    for (const LargestTarget& set : process->largest_targets())
      if (set.term == term.key()) largest = std::max(largest.value_or(0), set.target);
  if (!spec.life.has_target(term.key())) return largest;
  largest = std::max(largest.value_or(0), spec.life.most(term.key()));
  if (const Constraints* constraints = term.constraints())
    for (std::size_t type = 0; type < spec.types.size(); ++type)
      if (const auto constraint = constraint_of(*constraints, type))
        largest = std::max(*largest, constraint->target);
  return largest;
}

// All numbers that become whole numbers of the fixed-point scale.
std::vector<double> numbers_of(const PottsSpec& spec) {
  std::vector<double> numbers;
  for (const Amount& amount : amounts_of(spec)) numbers.push_back(amount.number);
  for_constraints(spec, [&](const Term& term, std::size_t, const Constraint& constraint) {
    numbers.push_back(constraint.strength);
    if (!largest_set_target(spec, term)) numbers.push_back(2 * constraint.strength * constraint.target);
  });
  return numbers;
}

bool is_whole(double number) {
  return std::abs(number - std::round(number)) <= 1e-9 * std::max(1.0, std::abs(number));
}

double largest_amount(const PottsSpec& spec) {
  double largest = 0;
  for (const Amount& amount : amounts_of(spec)) largest = std::max(largest, std::abs(amount.number));
  return largest;
}

// Upper bound: a cell has at most all sites of the lattice, and a kept number counts at most all neighbours
// of these.
double largest_constraint(const PottsSpec& spec) {
  double largest = 0;
  for (const auto& term : spec.terms) largest = std::max(largest, 4 * term->largest_change(spec));
  for_constraints(spec, [&](const Term& term, std::size_t, const Constraint& constraint) {
    const auto around = term.neighbours(spec);
    const double neighbours = around ? std::max(6.0, static_cast<double>(around->neighbours.size())) : 6.0;
    const double largest_number = neighbours * static_cast<double>(spec.lattice.global.sites());
    const double target = std::max(constraint.target, largest_set_target(spec, term).value_or(0));
    largest = std::max(largest, constraint.strength * (2 * largest_number + 2 * target + 1) * 2 * neighbours);
  });
  return largest;
}

// The largest linear part of targets that vary. It is added to the amounts in 32 bits.
double largest_linear_part(const PottsSpec& spec) {
  double largest = 0;
  for_constraints(spec, [&](const Term& term, std::size_t, const Constraint& constraint) {
    const auto around = term.neighbours(spec);
    const double by = around ? static_cast<double>(around->neighbours.size()) : 1;
    if (const auto target = largest_set_target(spec, term))
      largest = std::max(largest, 2 * constraint.strength * *target * by);
  });
  return largest * static_cast<double>(varying_targets(spec).size());
}

// The temperatures of copies between two types of cells.
std::set<double> temperatures_of(const PottsSpec& spec) {
  std::set<double> temperatures;
  for (std::size_t a = 0; a < spec.types.size(); ++a)
    for (std::size_t b = 1; b < spec.types.size(); ++b) temperatures.insert(spec.temperature_of(a, b));
  if (!spec.has_cells()) temperatures.insert(spec.temperature);
  return temperatures;
}

// Number of entries of the acceptance tables of all temperatures.
double entries_at(const PottsSpec& spec, double scale) {
  double entries = 0;
  for (const double temperature : temperatures_of(spec)) entries += temperature * scale * entries_per_degree;
  return entries;
}

bool fits(const PottsSpec& spec, double scale) {
  const double neighbours = 2.0 * static_cast<double>(spec.contact.neighbours.size()) + 12;
  return largest_amount(spec) * neighbours * scale < largest_sum &&
         largest_constraint(spec) * scale < largest_change && entries_at(spec, scale) < most_entries &&
         largest_linear_part(spec) * scale < largest_linear;
}

// Targets that vary and some terms are rounded anyway, so the finest scale is the best for them.
u64 chosen_scale(const PottsSpec& spec) {
  const std::vector<double> numbers = numbers_of(spec);
  const bool wants_finest =
      !varying_targets(spec).empty() ||
      std::ranges::any_of(spec.terms, [](const auto& term) { return term->is_rounded(); });
  u64 chosen = 0;
  for (u64 scale = 1; scale <= finest_scale && fits(spec, static_cast<double>(scale)); scale *= 10) {
    chosen = scale;
    if (!wants_finest &&
        std::ranges::all_of(numbers, [&](double n) { return is_whole(n * static_cast<double>(scale)); }))
      break;
  }
  if (chosen == 0)
    throw SpecError({}, "potts",
                    "has energies that overflow the fixed point of 64 bits; write temperature, adhesion and "
                    "strengths in a "
                    "larger unit of energy");
  return chosen;
}

Quadratic quadratic(const std::optional<Constraint>& term, double scale, bool varies) {
  if (!term) return {};
  // Computed from the rounded strength, so that the target does not shift.
  const i64 strength = rounded(term->strength * scale);
  return {strength, varies ? 0 : rounded(2 * static_cast<double>(strength) * term->target)};
}

// Throws if a number that is not 0 in the model file would be rounded to 0.
void check_rounded(const PottsSpec& spec, double scale) {
  const auto check = [&](const std::string& key, double number) {
    if (number != 0 && rounded(number * scale) == 0)
      throw SpecError(
          {}, key,
          fmt::format(
              "is {}; at temperature {} energies are whole numbers of 1/{}, and it would become 0: write a "
              "larger number, or lower the temperature",
              number, *temperatures_of(spec).rbegin(), scale));
  };
  for (const Amount& amount : amounts_of(spec)) check(amount.key, amount.number);
  for_constraints(spec, [&](const Term& term, std::size_t type, const Constraint& constraint) {
    check(fmt::format("potts.{}.{}.strength", term.key(), spec.types[type].name), constraint.strength);
  });
}

// Adds a table for each temperature. Copies within the medium or beyond a wall never happen, so any table
// will do for these.
void add_acceptances(const PottsSpec& spec, Energies& energies) {
  std::map<double, Acceptance> at;
  for (const double temperature : temperatures_of(spec)) {
    const std::vector<u32> table = acceptance_table(temperature * static_cast<double>(energies.scale));
    at[temperature] = {static_cast<u32>(energies.thresholds.size()), static_cast<u32>(table.size())};
    energies.thresholds.insert(energies.thresholds.end(), table.begin(), table.end());
  }
  energies.acceptances.assign(u64{energies.types} * energies.types, at.begin()->second);
  for (std::size_t a = 0; a < spec.types.size(); ++a)
    for (std::size_t b = 0; b < spec.types.size(); ++b)
      if (a + b > 0) energies.acceptances[a * energies.types + b] = at.at(spec.temperature_of(a, b));
}

void add_term(const PottsSpec& spec, const Term& term, Energies& energies) {
  const double scale = static_cast<double>(energies.scale);
  const std::vector<i32> words = term.words(spec, scale);
  for (SiteLevel& level : term.levels(spec, scale)) energies.levels.push_back(std::move(level));
  energies.first_words.push_back(static_cast<u32>(energies.words.size()));
  energies.words.insert(energies.words.end(), words.begin(), words.end());
  const Constraints* const constraints = term.constraints();
  for (std::size_t number = 0; number < term.numbers(spec).size(); ++number)
    for (u32 type = 0; type < energies.types; ++type)
      energies.constraints.push_back(
          quadratic(constraint_of(*constraints, type), scale, largest_set_target(spec, term).has_value()));
}

// Energies that are not quadratic may depend on the numbers of every cell.
u32 linking_types(const PottsSpec& spec, const Energies& energies) {
  const bool depends_on_every_cell = std::ranges::any_of(spec.terms, [](const auto& term) {
    return term->host().change != nullptr || term->host().joint != nullptr;
  });
  u32 linking = 0;
  for (std::size_t type = 1; type < spec.types.size(); ++type) {
    bool links = depends_on_every_cell;
    for (std::size_t number = 0; number < energies.numbers.size(); ++number)
      links = links || energies.constraints[number * energies.types + type].strength != 0;
    linking |= u32{links} << type;
  }
  return linking;
}

}  // namespace

i64 rounded(double number) { return static_cast<i64>(std::round(number)); }

std::vector<u32> acceptance_table(double temperature) {
  if (temperature == 0) return {0x7FFFFFFFu};  // one half
  std::vector<u32> thresholds = {0xFFFFFFFFu};
  for (u64 change = 1;; ++change) {
    const double words = exponential(-static_cast<double>(change) / temperature) * 4294967296.0;
    if (words < 1) return thresholds;
    thresholds.push_back(static_cast<u32>(std::min<u64>(static_cast<u64>(words), 0xFFFFFFFFu) - 1));
  }
}

std::vector<std::string> kept_numbers(const PottsSpec& spec) {
  std::vector<std::string> names;
  for (const auto& term : spec.terms)
    for (std::string& name : term->numbers(spec)) names.push_back(std::move(name));
  return names;
}

std::vector<VaryingTarget> varying_targets(const PottsSpec& spec) {
  std::vector<VaryingTarget> varying;
  u32 number = 0;
  for (const auto& term : spec.terms) {
    const std::size_t kept = term->numbers(spec).size();
    if (kept == 0) continue;
    if (const auto largest_target = largest_set_target(spec, *term))
      varying.push_back({number, target_column(term->key()).name, *largest_target});
    number += static_cast<u32>(kept);
  }
  return varying;
}

u32 Energies::number(std::string_view name) const {
  return static_cast<u32>(std::ranges::find(numbers, name) - numbers.begin());
}

Energies fixed_point(const PottsSpec& spec) {
  Energies energies;
  energies.scale = chosen_scale(spec);
  const double scale = static_cast<double>(energies.scale);
  check_rounded(spec, scale);
  energies.exact =
      std::ranges::all_of(numbers_of(spec), [&](double number) { return is_whole(number * scale); });
  energies.types = static_cast<u32>(spec.types.size()) + 1;
  energies.numbers = kept_numbers(spec);
  energies.varying = varying_targets(spec);
  for (const auto& term : spec.terms) add_term(spec, *term, energies);
  if (const auto* persistence = spec.terms.find<PersistenceTerm>())
    for (std::size_t type = 0; type < energies.types; ++type)
      energies.drifts.push_back(rounded(persistence->of_type(type).strength * scale));
  if (const auto* length = spec.terms.find<LengthTerm>()) {
    energies.moments = static_cast<u32>(length->numbers(spec).size());
    energies.first_moment = energies.number(length->numbers(spec).front());
    for (std::size_t place = 0; const auto& term : spec.terms) {
      if (term.get() == length) energies.length_words = energies.first_words[place];
      ++place;
    }
  }
  for (std::size_t type = 0; type < spec.types.size(); ++type)
    energies.fixed |= u32{spec.types[type].fixed} << type;
  energies.fixed |= 1u << spec.types.size();
  energies.linking = linking_types(spec, energies);
  add_acceptances(spec, energies);
  return energies;
}

}  // namespace morula::potts
