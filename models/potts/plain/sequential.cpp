// The sequential order: the definition of the model. Copies are attempted one at a time, at random sites.
#include <algorithm>
#include <array>
#include <cstring>

#include "core/many_draws.h"
#include "core/stream.h"
#include "core/wide.h"
#include "models/potts/plain/copy_rule.h"
#include "models/potts/plain/host_tissue.h"

namespace morula::potts {
namespace {

class Sequential final : public HostTissue {
 public:
  Sequential(const PottsSpec& spec, u64 seed)
      : HostTissue(spec, std::make_shared<ThreadPool>(1)), rule_(spec, energies_, padded_, words_) {
    for (u64 replica = 0; replica < spec.replicas; ++replica)
      keys_.push_back(stream(seed, Purpose::Copy, spec.first_replica + replica));
  }

  void step(u64 from, u64 steps) override {
    for (u64 replica = 0; replica < spec_.replicas; ++replica)
      for (u64 i = 0; i < steps; ++i) {
        if (rule_.contacts() == 8)
          attempt_all<8>(replica, from + i);
        else if (rule_.contacts() == 26)
          attempt_all<26>(replica, from + i);
        else
          attempt_all<0>(replica, from + i);
      }
  }

 private:
  // Attempts that are known but have not happened yet.
  struct Ahead {
    std::array<std::array<u32, 3>, draws_at_once> site;
    std::array<u64, draws_at_once> place;
    std::array<i64, draws_at_once> source;
    std::array<u32, draws_at_once> way, word;
  };

  void look_ahead(u64 replica, u64 first, u64 when, Ahead& ahead) const {
    ManyDraws draws;
    draws_from(keys_[replica], first, when, 0, draws);
    std::array<std::array<u32, draws_at_once>, 4> word;
    static_assert(sizeof word == sizeof draws.word);
    std::memcpy(&word, &draws.word, sizeof word);
    const auto [width, height, depth] = padded_.side;
    for (std::size_t i = 0; i < draws_at_once; ++i) {
      // The digits of a fraction: each product's upper half is a coordinate, its lower half the fraction that
      // is left.
      const u64 fraction = u64{word[0][i]} << 32 | word[1][i], in_plane = fraction * depth,
                in_row = in_plane * height;
      const u32 z = depth == 1 ? 0 : static_cast<u32>(high_product(fraction, u64{depth}));
      const u32 y = static_cast<u32>(high_product(in_plane, u64{height}));
      const u32 x = static_cast<u32>(high_product(in_row, u64{width}));
      ahead.site[i] = {x, y, z};
      ahead.place[i] = padded_.index(x, y, z);
      ahead.way[i] = drawn_below(word[2][i], rule_.ways());
      ahead.source[i] = rule_.source(ahead.way[i]);
      ahead.word[i] = word[3][i];
    }
  }

  // Most attempts are inside a cell, where a copy changes nothing, and end with the first comparison.
  template <unsigned contacts>
  void attempt_all(u64 replica, u64 when) {
    const u64 count = spec_.lattice.global.sites();
    u32* const sites = sites_of(replica);
    CellCounts* const cells = &counts_[replica * cells_];
    u64 accepted = 0;
    Ahead ahead;
    for (u64 first = 0; first < count; first += draws_at_once) {
      look_ahead(replica, first, when, ahead);
      const std::size_t here = static_cast<std::size_t>(std::min<u64>(draws_at_once, count - first));
      for (std::size_t i = 0; i < here; ++i) {
        const u32* const at = sites + ahead.place[i];
        Copy copy{at[0], at[ahead.source[i]]};
        if (copy.before == copy.after) continue;
        if (!rule_.happens<contacts>(at, ahead.way[i], ahead.word[i], cells, copy)) continue;
        happen(sites, ahead.place[i], ahead.site[i], cells, copy);
        ++accepted;
      }
    }
    accepted_[replica] += accepted;
  }

  void happen(u32* sites, u64 place, const std::array<u32, 3>& site, CellCounts* cells,
              const Copy& copy) const {
    const auto [x, y, z] = site;
    if (padded_.is_near_end(x, y, z))
      set_images(sites, x, y, z, copy.after);
    else
      sites[place] = copy.after;
    const u32 losing = words_.cell(copy.before), gaining = words_.cell(copy.after);
    if (losing != 0) cells[losing].volume -= 1, cells[losing].surface += copy.surface_before;
    if (gaining != 0) cells[gaining].volume += 1, cells[gaining].surface += copy.surface_after;
  }

  CopyRule rule_;
  std::vector<u32x2> keys_;
};

}  // namespace

std::unique_ptr<PottsEngine> make_sequential(const PottsSpec& spec, u64 seed) {
  return std::make_unique<Sequential>(spec, seed);
}

}  // namespace morula::potts
