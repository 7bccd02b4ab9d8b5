#include "models/proliferation/engine/branching_process.h"

#include <algorithm>
#include <cmath>

#include "core/stream.h"
#include "models/proliferation/expectation/expected_population.h"
#include "models/proliferation/law/quantile_table.h"

namespace morula {

TickScale scale_of(const ProliferationSpec& spec) {
  std::vector<TimeLaw> laws;
  for (const CellType& type : spec.types) {
    if (type.division) laws.push_back(*type.division);
    if (type.death) laws.push_back(*type.death);
  }
  return tick_scale(spec.until, laws);
}

namespace {

u32 rule_of(CycleStart start) {
  switch (start) {
    case CycleStart::Synchronous:
      return StartsTogether;
    case CycleStart::Asynchronous:
      return StartsAtAnOffset;
    case CycleStart::Aged:
      return StartsInsideItsCycle;
  }
  return StartsTogether;
}

void append_table(std::vector<u32>& tables, const std::optional<TimeLaw>& law, const TickScale& scale) {
  if (law) {
    const std::vector<u32> table = quantile_table(*law, scale);
    tables.insert(tables.end(), table.begin(), table.end());
  } else {
    tables.resize(tables.size() + table_words);
  }
}

std::vector<u32> times_in_ticks(const ProliferationSpec& spec) {
  const TickScale scale = scale_of(spec);
  std::vector<u32> times;
  for (const double time : times_observed(spec))
    times.push_back(static_cast<u32>(std::floor(time * scale.ticks_per_time)));
  if (!times.empty()) times.back() = u32{1} << scale.log2_until;  // whatever the product was rounded to
  return times;
}

// So many that an item ends with two thousand cells in the mean, or a million items share a tree.
u32 turns_for(const ProliferationSpec& spec, u64 cells) {
  constexpr double enough = 2048;
  double each = expected_population(spec) / static_cast<double>(cells);
  u32 turns = 0;
  while (each > enough && turns < 20) {
    each /= 2;
    ++turns;
  }
  return turns;
}

}  // namespace

Clocks clocks_of(const ProliferationSpec& spec) {
  const TickScale scale = scale_of(spec);
  Clocks clocks;
  clocks.until = u32{1} << scale.log2_until;
  double sum = 0;
  for (const CellType& type : spec.types) {
    sum += type.proportion;
    clocks.below.push_back(threshold(std::min(sum, 1.0)));
    append_table(clocks.tables, type.division, scale);
  }
  clocks.below.back() = threshold(1);  // decimals that add up to 1 on paper
  if (std::ranges::any_of(spec.types, [](const CellType& type) { return type.death.has_value(); }))
    for (const CellType& type : spec.types) append_table(clocks.tables, type.death, scale);
  return clocks;
}

WalkPlan::WalkPlan(const ProliferationSpec& spec)
    : start(rule_of(spec.start)),
      kinds(static_cast<u32>(spec.types.size())),
      alike_below(threshold(spec.siblings)),
      times(times_in_ticks(spec)) {
  u64 cells = 0;
  for (const Bin& bin : spec.population) {
    first_cell.push_back(cells);
    deepest.push_back(deepest_of(spec, bin.fluorescence));
    cells += bin.count;
  }
  first_cell.push_back(cells);
  generations = *std::ranges::max_element(deepest) + 1;
  for (u32 type = 0; type < kinds; ++type) {
    dividing |= u64{spec.types[type].division.has_value()} << type;
    dying |= u64{spec.types[type].death.has_value()} << type;
  }
  if (dividing == 0) generations = 1;
  turns = turns_for(spec, cells);
}

std::size_t WalkPlan::bin_of(u64 cell) const {
  return static_cast<std::size_t>(std::ranges::upper_bound(first_cell, cell) - first_cell.begin()) - 1;
}

}  // namespace morula
