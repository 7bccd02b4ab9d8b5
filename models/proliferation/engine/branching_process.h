// What walking the trees takes, as integers made once on the host: every engine reads the same numbers.
#pragma once

#include <cstddef>
#include <vector>

#include "core/dialect.h"
#include "models/proliferation/law/quantile_rule.h"
#include "models/proliferation/law/quantile_table.h"
#include "models/proliferation/proliferation_rule.h"
#include "models/proliferation/proliferation_spec.h"

namespace morula {

constexpr std::size_t table_words = 2 * QUANTILE_ENTRIES;  // of a law

// What a fit varies: times and proportions. The rest of a plan is the same for a whole swarm.
struct Clocks {
  u32 until = 0;            // ticks
  std::vector<u64> below;   // a cell has the first type whose number its word is below
  std::vector<u32> tables;  // of quantiles: division of each type, then death of each where some type dies

  u32 time_in(std::size_t table, u32 word) const {
    const u32* entry = tables.data() + table * table_words + 2 * quantile_entry(word);
    return quantile_ticks(word, entry[0], entry[1]);
  }
};

// How long a tick is, for the times of all its types.
TickScale scale_of(const ProliferationSpec& spec);

Clocks clocks_of(const ProliferationSpec& spec);

struct WalkPlan {
  explicit WalkPlan(const ProliferationSpec& spec);

  u32 start = 0;                // a StartRule
  std::vector<u64> first_cell;  // of each bin, and the number of all cells
  std::vector<u32> deepest;     // of each bin
  u32 generations = 1;          // that some cell can be counted in: 0, 1, … one less
  u32 kinds = 1;                // types of cells
  u64 dividing = 0, dying = 0;  // bit t: type t divides, dies
  u64 alike_below = 0;          // siblings take the same time when their word is below
  std::vector<u32> times;       // when generations are counted, in ticks; none where they are not
  u32 turns = 0;                // a tree is shared out among 2^turns items by the first turns of the way down

  bool divides(u32 type) const { return (dividing >> type) & 1; }
  bool dies(u32 type) const { return (dying >> type) & 1; }
  std::size_t tables() const { return dying ? 2 * std::size_t{kinds} : kinds; }  // of a variant's clocks

  // What engines share out: item i is way i mod 2^turns of cell i / 2^turns.
  u64 cell_of(u64 item) const { return item >> turns; }
  u32 way_of(u64 item) const { return static_cast<u32>(item & ((u64{1} << turns) - 1)); }

  u64 cells() const { return first_cell.back(); }
  std::size_t bins() const { return deepest.size(); }
  std::size_t bin_of(u64 cell) const;

  static constexpr std::size_t outcomes = Lives;  // fates that are counted alone

  // Counted: cells at the end, [type][generation][bin]; then the others, by their Fate; then, with times, how
  // many more live at each than at the one before: [time][type][generation].
  std::size_t ends() const { return std::size_t{kinds} * generations * bins(); }
  std::size_t changes() const { return times.size() * kinds * generations; }
  std::size_t counters() const { return ends() + outcomes + changes(); }
};

}  // namespace morula
