// The parallel order on threads. Each takes some rows of regions through all sub-steps, and all wait for each
// other once in every sub-step.
#include <algorithm>
#include <array>
#include <atomic>
#include <barrier>
#include <cstring>

#include "core/many_draws.h"
#include "core/stream.h"
#include "models/potts/order/region_rule.h"
#include "models/potts/order/regions.h"
#include "models/potts/plain/copy_rule.h"
#include "models/potts/plain/host_tissue.h"

namespace morula::potts {
namespace {

class OnThreads final : public HostTissue {
 public:
  OnThreads(const PottsSpec& spec, u64 seed, std::shared_ptr<ThreadPool> threads)
      : HostTissue(spec, std::move(threads)), rule_(spec, energies_, padded_, words_), regions_(spec) {
    for (u64 replica = 0; replica < spec.replicas; ++replica) {
      keys_.push_back(stream(seed, Purpose::RegionCopy, spec.first_replica + replica));
      origin_keys_.push_back(stream(seed, Purpose::RegionOrigin, spec.first_replica + replica));
    }
  }

  void step(u64 from, u64 steps) override {
    if (rule_.contacts() == 8)
      step_all<8>(regions_.until(from), regions_.until(from + steps));
    else if (rule_.contacts() == 26)
      step_all<26>(regions_.until(from), regions_.until(from + steps));
    else
      step_all<0>(regions_.until(from), regions_.until(from + steps));
  }

 private:
  struct CellChange {
    u64 losing, gaining;  // places in the table of counts
    Copy copy;
  };

  // What one thread has done.
  struct Share {
    std::vector<CellChange> earlier, now;  // the copies of the sub-step before, and of this one
    std::vector<u64> accepted;
  };

  // An attempt sees volumes as they stood when its sub-step began. There are two tables: one is read, and the
  // other, which is one sub-step behind, gets the copies of the sub-step before and of this one.
  template <unsigned contacts>
  void step_all(u64 first, u64 end) {
    if (first == end) return;
    next_ = counts_;
    const u64 count = threads_->size();
    std::barrier together(static_cast<std::ptrdiff_t>(count));
    std::vector<Share> shares(count);
    for (Share& share : shares) share.accepted.resize(spec_.replicas);
    threads_->for_ranges(count, [&](u64 begin, u64) {
      Share& share = shares[begin];
      CellCounts* seen = counts_.data();
      CellCounts* next = next_.data();
      for (u64 sub_step = first; sub_step < end; ++sub_step) {
        for (const CellChange& change : share.earlier) add(next, change);
        attempt_rows<contacts>(sub_step, begin, count, seen, share);
        for (const CellChange& change : share.now) add(next, change);
        together.arrive_and_wait();
        std::swap(seen, next);
        std::swap(share.earlier, share.now);
        share.now.clear();
      }
    });
    if ((end - first) % 2 != 0) counts_.swap(next_);
    for (const Share& share : shares)
      for (u64 replica = 0; replica < spec_.replicas; ++replica)
        accepted_[replica] += share.accepted[replica];
  }

  void add(CellCounts* counts, const CellChange& change) const {
    const auto to = [&](u64 place, i32 volume, i32 surface) {
      std::atomic_ref(counts[place].volume).fetch_add(volume, std::memory_order_relaxed);
      if (surface != 0) std::atomic_ref(counts[place].surface).fetch_add(surface, std::memory_order_relaxed);
    };
    if (words_.cell(change.copy.before) != 0) to(change.losing, -1, change.copy.surface_before);
    if (words_.cell(change.copy.after) != 0) to(change.gaining, 1, change.copy.surface_after);
  }

  // Part `part` of `parts` of the rows of regions of all replicas.
  template <unsigned contacts>
  void attempt_rows(u64 sub_step, u64 part, u64 parts, const CellCounts* seen, Share& share) {
    const u64 rows = u64{regions_.cuts[1].parts} * regions_.cuts[2].parts, all = rows * spec_.replicas;
    for (u64 row = all * part / parts, end = all * (part + 1) / parts; row < end;) {
      const u64 replica = row / rows;
      const std::array<u32, 3> origin = drawn_origin(regions_, origin_keys_[replica], sub_step);
      for (; row < end && row / rows == replica; ++row)
        for (u32 which = 0; which < regions_.attempts_each; ++which)
          attempt_row<contacts>(sub_step, replica, row % rows, origin, which, seen, share);
    }
  }

  // Attempt number `which` of every region in a row. Regions do not see each other, so their order is free.
  template <unsigned contacts>
  void attempt_row(u64 sub_step, u64 replica, u64 row, const std::array<u32, 3>& origin, u32 which,
                   const CellCounts* seen, Share& share) {
    const u32 parts = regions_.cuts[0].parts;
    ManyDraws draws;
    std::array<std::array<u32, draws_at_once>, 4> word;
    for (u32 first = 0; first < parts; first += draws_at_once) {
      draws_from(keys_[replica], row * parts + first, sub_step, which, draws);
      std::memcpy(&word, &draws.word, sizeof word);
      const std::size_t here = std::min<std::size_t>(draws_at_once, parts - first);
      for (std::size_t i = 0; i < here; ++i)
        attempt<contacts>(replica, first + static_cast<u32>(i), row, origin,
                          {word[0][i], word[1][i], word[2][i], 0}, seen, share);
    }
  }

  template <unsigned contacts>
  void attempt(u64 replica, u32 region, u64 row, const std::array<u32, 3>& origin, u32x4 word,
               const CellCounts* seen, Share& share) {
    const auto& [along_x, along_y, along_z] = regions_.cuts;
    const u32 within = drawn_below(word.x, regions_.region_sites());
    const u32 plane = within / along_x.region;
    const i32 x = at(along_x, region, within % along_x.region, origin[0]);
    const i32 y = at(along_y, static_cast<u32>(row % along_y.parts), plane % along_y.region, origin[1]);
    const i32 z = at(along_z, static_cast<u32>(row / along_y.parts), plane / along_y.region, origin[2]);
    if ((x | y | z) < 0) return;
    u32* const sites = sites_of(replica);
    u32* const site = sites + padded_.index(static_cast<u32>(x), static_cast<u32>(y), static_cast<u32>(z));
    const u32 way = drawn_below(word.y, rule_.ways());
    Copy copy{site[0], site[rule_.source(way)]};
    if (copy.before == copy.after) return;
    if (!rule_.happens<contacts>(site, way, word.z, seen + replica * cells_, copy)) return;
    if (padded_.is_near_end(static_cast<u32>(x), static_cast<u32>(y), static_cast<u32>(z)))
      set_images(sites, static_cast<u32>(x), static_cast<u32>(y), static_cast<u32>(z), copy.after);
    else
      *site = copy.after;
    share.now.push_back(
        {replica * cells_ + words_.cell(copy.before), replica * cells_ + words_.cell(copy.after), copy});
    ++share.accepted[replica];
  }

  static i32 at(const Cut& cut, u32 region, u32 within, u32 origin) {
    return site_in_region(region, within, origin, cut.stride, cut.side, cut.periodic);
  }

  CopyRule rule_;
  Regions regions_;
  std::vector<CellCounts> next_;
  std::vector<u32x2> keys_, origin_keys_;
};

}  // namespace

std::unique_ptr<PottsEngine> make_on_threads(const PottsSpec& spec, u64 seed,
                                             std::shared_ptr<ThreadPool> threads) {
  return std::make_unique<OnThreads>(spec, seed, std::move(threads));
}

}  // namespace morula::potts
