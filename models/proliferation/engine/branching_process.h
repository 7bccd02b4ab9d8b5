// The branching process of a model file, as integers made once on the host: every engine reads the same
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

constexpr std::size_t table_words = 2 * QUANTILE_ENTRIES;  // of the table of one law

// What a fit varies: the proportions of the types and their times. Everything in BranchingProcess is the same
// for all candidates of a fit.
struct TypeTables {
  u32 until = 0;                // ticks
  std::vector<u64> type_below;  // the type of a cell is the first whose threshold its word is below
  std::vector<u32> quantiles;  // of the division time of each type; then of the death time, if some type dies

  u32 time_in(std::size_t table, u32 word) const {
    const u32* entry = quantiles.data() + table * table_words + 2 * quantile_entry(word);
    return quantile_ticks(word, entry[0], entry[1]);
  }
};

// How long a tick is, for the times of all its types.
TickScale scale_of(const ProliferationSpec& spec);

TypeTables type_tables(const ProliferationSpec& spec);

struct BranchingProcess {
  explicit BranchingProcess(const ProliferationSpec& spec);

  u32 start = 0;                      // a StartRule
  std::vector<u64> first_cell;        // of each bin, and the number of all cells
  std::vector<u32> last_generations;  // of each bin: after more divisions its dye has faded
  u32 generations = 1;                // that some cell can be counted in: 0, 1, … one less
  u32 types = 1;                      // how many there are
  u64 dividing = 0, dying = 0;        // bit t: type t divides, dies
  u64 siblings_below = 0;             // siblings take the same time if their word is below this threshold
  std::vector<u32> times;             // when generations are counted, in ticks; empty if they are not
  u32 split_depth = 0;                // see cell_of() and path_of()

  bool divides(u32 type) const { return (dividing >> type) & 1; }
  bool dies(u32 type) const { return (dying >> type) & 1; }
  std::size_t tables() const { return dying ? 2 * std::size_t{types} : types; }  // of quantiles

  // A large tree is shared out among 2^split_depth work-items: each follows one path through the first
  // generations and everything below it.
  u64 cell_of(u64 item) const { return item >> split_depth; }
  u32 path_of(u64 item) const { return static_cast<u32>(item & ((u64{1} << split_depth) - 1)); }

  u64 cells() const { return first_cell.back(); }
  std::size_t bins() const { return last_generations.size(); }
  std::size_t bin_of(u64 cell) const;

  // The counters of an engine, in this order: cells at the end, [type][generation][bin]; one for each other
  // Fate; and, with times, how many more cells live at each time than at the one before,
  // [time][type][generation].
  static constexpr std::size_t fate_counters = Lives;
  std::size_t final_counters() const { return std::size_t{types} * generations * bins(); }
  std::size_t change_counters() const { return times.size() * types * generations; }
  std::size_t counters() const { return final_counters() + fate_counters + change_counters(); }
};

}  // namespace morula
