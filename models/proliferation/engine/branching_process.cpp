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
  // Exactly the end, however the product was rounded.
  if (!times.empty()) times.back() = u32{1} << scale.log2_until;
  return times;
}

// Depth at which an item counts two thousand cells on average, or at which a million items share a tree.
u32 split_depth_for(const ProliferationSpec& spec, u64 cells) {
  constexpr double enough = 2048;
  double cells_per_item = expected_population(spec) / static_cast<double>(cells);
  u32 split_depth = 0;
  while (cells_per_item > enough && split_depth < 20) {
    cells_per_item /= 2;
    ++split_depth;
  }
  return split_depth;
}

}  // namespace

TypeTables type_tables(const ProliferationSpec& spec) {
  const TickScale scale = scale_of(spec);
  TypeTables tables;
  tables.until = u32{1} << scale.log2_until;
  double sum = 0;
  for (const CellType& type : spec.types) {
    sum += type.proportion;
    tables.type_below.push_back(threshold(std::min(sum, 1.0)));
    append_table(tables.quantiles, type.division, scale);
  }
  tables.type_below.back() = threshold(1);  // decimals that add up to 1 on paper may fall short of 1
  if (std::ranges::any_of(spec.types, [](const CellType& type) { return type.death.has_value(); }))
    for (const CellType& type : spec.types) append_table(tables.quantiles, type.death, scale);
  return tables;
}

BranchingProcess::BranchingProcess(const ProliferationSpec& spec)
    : start(rule_of(spec.start)),
      types(static_cast<u32>(spec.types.size())),
      siblings_below(threshold(spec.siblings)),
      times(times_in_ticks(spec)) {
  u64 cells = 0;
  for (const Bin& bin : spec.population) {
    first_cell.push_back(cells);
    last_generations.push_back(last_generation(spec, bin.fluorescence));
    cells += bin.count;
  }
  first_cell.push_back(cells);
  generations = *std::ranges::max_element(last_generations) + 1;
  for (u32 type = 0; type < types; ++type) {
    dividing |= u64{spec.types[type].division.has_value()} << type;
    dying |= u64{spec.types[type].death.has_value()} << type;
  }
  if (dividing == 0) generations = 1;
  split_depth = split_depth_for(spec, cells);
}

std::size_t BranchingProcess::bin_of(u64 cell) const {
  return static_cast<std::size_t>(std::ranges::upper_bound(first_cell, cell) - first_cell.begin()) - 1;
}

}  // namespace morula
