// The model as its README describes it: one cell at a time, with actual fluorescences. It shares only the
// draws and the tables of times with the engines.
#pragma once

#include <map>
#include <utility>

#include "core/draw.h"
#include "models/proliferation/law/quantile_table.h"
#include "models/proliferation/proliferation_engine.h"

namespace morula::test {

class ProliferationReference {
 public:
  ProliferationReference(const ProliferationSpec& spec, const Variant& variant)
      : spec_(spec), variant_(variant) {}

  void run() {
    u64 cell = 0;
    for (const Bin& bin : spec_.population)
      for (u64 i = 0; i < bin.count; ++i) begin(cell++, bin.fluorescence);
  }

  std::map<std::pair<double, std::size_t>, u64> counted;  // by fluorescence and type
  u64 divided = 0, died = 0, faded = 0;

 private:
  i64 never() const { return i64{1} << 60; }

  i64 time(const std::optional<TimeLaw>& law, std::size_t table, u32 word) const {
    if (!law) return never();
    const u32* entry = variant_.tables.quantiles.data() + table * table_words + 2 * quantile_entry(word);
    return quantile_ticks(word, entry[0], entry[1]);
  }

  void begin(u64 cell, double fluorescence) {
    const u32x4 word = draw_in_tree(variant_.key, cell, 0, 0);
    std::size_t type = 0;
    while (word.x >= variant_.tables.type_below[type]) ++type;
    const auto& division = spec_.types[type].division;
    i64 divides = time(division, type, word.y);
    if (division && spec_.start == CycleStart::Asynchronous)
      divides += (time(division, type, word.z) * i64{word.w}) >> 32;
    if (division && spec_.start == CycleStart::Aged) divides -= (divides * i64{word.w}) >> 32;
    const u32 for_death = draw_in_tree(variant_.key, cell, 0, 1).x;
    live(cell, 1, type, fluorescence, 0, divides, death(type, for_death));
  }

  i64 death(std::size_t type, u32 word) const {
    return time(spec_.types[type].death, spec_.types.size() + type, word);
  }

  // Simulates a cell that is born at `now`.
  void live(u64 cell, u64 node, std::size_t type, double fluorescence, i64 now, i64 divides, i64 dies) {
    const i64 until = variant_.tables.until;
    if (dies < divides && now + dies <= until) {
      ++died;
    } else if (now + divides > until) {
      ++counted[{fluorescence, type}];
    } else if (const double shared = halved(fluorescence); shared > spec_.minimum) {
      ++divided;
      const u32x4 word = draw_in_tree(variant_.key, cell, node, 0);
      const double uniform = draw_in_tree(variant_.key, cell, node, 1).x / 4294967296.0;
      const u32 second = uniform < spec_.siblings ? word.x : word.y;
      const auto& law = spec_.types[type].division;
      live(cell, 2 * node, type, shared, now + divides, time(law, type, word.x), death(type, word.z));
      live(cell, 2 * node + 1, type, shared, now + divides, time(law, type, second), death(type, word.w));
    } else {
      ++faded;
    }
  }

  double halved(double fluorescence) const {
    if (fluorescence <= spec_.background) return fluorescence;
    return spec_.background + (fluorescence - spec_.background) * spec_.dye_share;
  }

  const ProliferationSpec& spec_;
  const Variant& variant_;
};

}  // namespace morula::test
