// The branching process of a model file as integers, computed once on the host: every engine uses the same
// numbers.
#pragma once

#include <cstddef>
#include <vector>

#include "core/dialect.h"
#include "models/proliferation/law/quantile_rule.h"
#include "models/proliferation/law/quantile_table.h"
#include "models/proliferation/proliferation_rule.h"
#include "models/proliferation/proliferation_spec.h"

namespace morula {

constexpr std::size_t table_words = 2 * QUANTILE_ENTRIES;  // in the table of one law

// What a fit varies: the proportions of the types and their times. Everything in BranchingProcess is the same
// for all candidates of a fit.
struct TypeTables {
  u32 until = 0;                // ticks
  std::vector<u64> type_below;  // the type of a cell is the first whose threshold its word is below
  // Tables of the division times of all types; then of death times, if some type dies.
  std::vector<u32> quantiles;

  u32 time_in(std::size_t table, u32 word) const {
    const u32* entry = quantiles.data() + table * table_words + 2 * quantile_entry(word);
    return quantile_ticks(word, entry[0], entry[1]);
  }
};

// The length of a tick, which must suit the times of all types.
TickScale scale_of(const ProliferationSpec& spec);

TypeTables type_tables(const ProliferationSpec& spec);

struct BranchingProcess {
  explicit BranchingProcess(const ProliferationSpec& spec);

  u32 start = 0;                      // a StartRule
  std::vector<u64> first_cell;        // for each bin its first cell; then the number of all cells
  std::vector<u32> last_generations;  // for each bin: after more divisions than this its dye has faded
  u32 generations = 1;                // number of generations in which cells can be counted
  u32 types = 1;                      // number of types
  u64 dividing = 0, dying = 0;        // bit t is set if type t divides, or dies
  u64 siblings_below = 0;             // siblings take the same time if their word is below this threshold
  std::vector<u32> times;             // in ticks; empty unless generations are counted over time
  u32 split_depth = 0;                // see cell_of() and path_of()

  bool divides(u32 type) const { return (dividing >> type) & 1; }
  bool dies(u32 type) const { return (dying >> type) & 1; }
  std::size_t tables() const { return dying ? 2 * std::size_t{types} : types; }  // number of quantile tables

  // A large tree is shared out among 2^split_depth work-items. Each follows one path through the first
  // generations and everything below the end of that path.
  u64 cell_of(u64 item) const { return item >> split_depth; }
  u32 path_of(u64 item) const { return static_cast<u32>(item & ((u64{1} << split_depth) - 1)); }

  u64 cells() const { return first_cell.back(); }
  std::size_t bins() const { return last_generations.size(); }
  std::size_t bin_of(u64 cell) const;

  // The counters of an engine, in this order: cells at the end, [type][generation][bin]; one counter for each
  // other Fate; and, with times, the difference between the numbers of cells that live at each time and at
  // the time before it, [time][type][generation].
  static constexpr std::size_t fate_counters = Lives;
  std::size_t final_counters() const { return std::size_t{types} * generations * bins(); }
  std::size_t change_counters() const { return times.size() * types * generations; }
  std::size_t counters() const { return final_counters() + fate_counters + change_counters(); }
};

}  // namespace morula
