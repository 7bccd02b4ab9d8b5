#include "models/potts/energy/fixed_point.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/elementary.h"
#include "core/error.h"
#include "models/potts/energy/potential.h"

namespace morula::potts {
namespace {

constexpr u64 finest_scale = 1000000;
constexpr double most_entries = 1 << 21;        // of the acceptance table: 8 MiB
constexpr double entries_per_kelvin = 22.1807;  // 32 ln 2: what is rarer than 2^-32 never happens
constexpr double largest_sum = 1 << 30;         // of adhesion over a neighbourhood, in 32 bits
constexpr double largest_change = 4e18;         // of a constraint, in 64 bits

// Everything that becomes a whole number.
std::vector<double> numbers_of(const PottsSpec& spec) {
  std::vector<double> all = spec.adhesion;
  for (const CellType& type : spec.types) {
    for (const auto& term : {type.volume, type.surface})
      if (term) all.insert(all.end(), {term->strength, 2 * term->strength * term->target});
    all.insert(all.end(), type.potential.begin(), type.potential.end());
  }
  return all;
}

bool is_whole(double number) {
  return std::abs(number - std::round(number)) <= 1e-9 * std::max(1.0, std::abs(number));
}

double largest_of(const std::vector<double>& numbers) {
  double largest = 0;
  for (const double number : numbers) largest = std::max(largest, std::abs(number));
  return largest;
}

// A cell has at most all sites, and its surface at most all their faces.
double largest_constraint(const PottsSpec& spec) {
  const double most = 6.0 * static_cast<double>(spec.lattice.global.sites());
  double largest = 0;
  for (const CellType& type : spec.types)
    for (const auto& term : {type.volume, type.surface})
      if (term) largest = std::max(largest, term->strength * (2 * most + 2 * term->target + 1) * 12);
  return largest;
}

bool fits(const PottsSpec& spec, double scale) {
  std::vector<double> in_words = spec.adhesion;
  for (const CellType& type : spec.types)
    in_words.insert(in_words.end(), type.potential.begin(), type.potential.end());
  const double neighbours = 2.0 * static_cast<double>(spec.contact.offsets.size()) + 12;
  return largest_of(in_words) * neighbours * scale < largest_sum &&
         largest_constraint(spec) * scale < largest_change &&
         spec.temperature * scale * entries_per_kelvin < most_entries;
}

u64 chosen_scale(const PottsSpec& spec) {
  const std::vector<double> numbers = numbers_of(spec);
  u64 chosen = 0;
  for (u64 scale = 1; scale <= finest_scale && fits(spec, static_cast<double>(scale)); scale *= 10) {
    chosen = scale;
    if (std::ranges::all_of(numbers, [&](double n) { return is_whole(n * static_cast<double>(scale)); }))
      break;
  }
  if (chosen == 0)
    throw SpecError({}, "potts",
                    "has energies that overflow the fixed point of 64 bits; write temperature, adhesion and "
                    "strengths in a "
                    "larger unit of energy");
  return chosen;
}

i64 rounded(double number) { return static_cast<i64>(std::round(number)); }

Quadratic quadratic(const std::optional<Constraint>& term, double scale) {
  if (!term) return {};
  const double strength = term->strength * scale;
  return {rounded(strength), rounded(2 * strength * term->target)};
}

std::vector<i32> potential_table(const PottsSpec& spec, double scale) {
  std::vector<i32> table;
  const auto zero = [](const CellType& type) { return type.potential == std::array<double, 3>{}; };
  if (std::ranges::all_of(spec.types, zero)) return table;
  const std::size_t ways = spec.copy.offsets.size();
  for (const CellType& type : spec.types) {
    std::array<i64, 3> vector{};
    for (std::size_t axis = 0; axis < 3; ++axis) vector[axis] = rounded(type.potential[axis] * scale);
    for (const Offset& from : spec.copy.offsets)
      table.push_back(
          static_cast<i32>(potential_change(vector[0], vector[1], vector[2], from.x, from.y, from.z)));
  }
  table.resize(table.size() + ways, 0);
  return table;
}

}  // namespace

std::vector<u32> acceptance_table(double temperature) {
  if (temperature == 0) return {0x7FFFFFFFu};  // one half
  std::vector<u32> last = {0xFFFFFFFFu};
  for (u64 change = 1;; ++change) {
    const double words = exponential(-static_cast<double>(change) / temperature) * 4294967296.0;
    if (words < 1) return last;
    last.push_back(static_cast<u32>(std::min<u64>(static_cast<u64>(words), 0xFFFFFFFFu) - 1));
  }
}

Energies fixed_point(const PottsSpec& spec) {
  Energies energies;
  energies.scale = chosen_scale(spec);
  const double scale = static_cast<double>(energies.scale);
  energies.exact =
      std::ranges::all_of(numbers_of(spec), [&](double number) { return is_whole(number * scale); });
  const std::size_t types = spec.types.size(), all = types + 1;
  energies.types = static_cast<u32>(all);
  energies.adhesion.assign(all * all, 0);
  for (std::size_t a = 0; a < types; ++a)
    for (std::size_t b = 0; b < types; ++b)
      energies.adhesion[a * all + b] = static_cast<i32>(rounded(spec.adhesion_of(a, b) * scale));
  for (std::size_t i = 0; i < types; ++i) {
    const CellType& type = spec.types[i];
    energies.volume.push_back(quadratic(type.volume, scale));
    energies.surface.push_back(quadratic(type.surface, scale));
    energies.has_volume |= type.volume.has_value();
    energies.has_surface |= type.surface.has_value();
    energies.fixed |= u32{type.fixed} << i;
    energies.connected |= u32{type.connected} << i;
  }
  energies.volume.emplace_back();
  energies.surface.emplace_back();
  energies.fixed |= 1u << types;
  energies.potential = potential_table(spec, scale);
  energies.last = acceptance_table(spec.temperature * scale);
  return energies;
}

}  // namespace morula::potts
