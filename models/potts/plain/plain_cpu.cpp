// The parallel order on threads. Each takes some rows of regions through all sub-steps, and all wait for each
// other once in every sub-step.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <tuple>

#include "core/many_draws.h"
#include "core/spin_barrier.h"
#include "core/stream.h"
#include "models/potts/order/region_rule.h"
#include "models/potts/order/regions.h"
#include "models/potts/plain/host_copy.h"
#include "models/potts/plain/host_tissue.h"

namespace morula::potts {
namespace {

class OnThreads final : public HostTissue {
 public:
  OnThreads(const PottsSpec& spec, u64 seed, std::shared_ptr<ThreadPool> threads)
      : HostTissue(spec, std::move(threads)),
        rule_(spec, energies_, padded_, words_),
        regions_(spec),
        within_(sites_within(regions_)) {
    for (u64 replica = 0; replica < spec.replicas; ++replica) {
      keys_.push_back(stream(seed, Purpose::RegionCopy, spec.first_replica + replica));
      origin_keys_.push_back(stream(seed, Purpose::RegionOrigin, spec.first_replica + replica));
    }
  }

  void step(u64 from, u64 steps) override {
    if (rule_.contacts() == 8)
      step_by<8>(regions_.until(from), regions_.until(from + steps));
    else if (rule_.contacts() == 26)
      step_by<26>(regions_.until(from), regions_.until(from + steps));
    else
      step_by<0>(regions_.until(from), regions_.until(from + steps));
  }

 private:
  struct CellChange {
    u64 losing, gaining;  // places in the table of counts
    Copy copy;
  };

  // A copy that happens if both of its cells are still free, in the order of its draw; then of its region.
  struct Candidate {
    u32 order, region;
    u64 replica, place;
    CellChange change;
    friend bool operator<(const Candidate& a, const Candidate& b) {
      return std::tie(a.order, a.region, a.replica) < std::tie(b.order, b.region, b.replica);
    }
  };

  // What one thread has done.
  struct Share {
    std::vector<CellChange> earlier, now;  // the copies of the sub-step before, and of this one
    std::vector<Candidate> candidates;     // where the order is exclusive
    std::vector<u64> accepted;
  };

  // Threads that have some hundred attempts each in a sub-step: with fewer, they would wait more than they
  // work.
  u32 useful_threads() const {
    const u64 attempts = regions_.count() * regions_.attempts_each * spec_.replicas;
    return static_cast<u32>(std::clamp<u64>(attempts / 256, 1, threads_->size()));
  }

  template <unsigned contacts>
  void step_by(u64 first, u64 end) {
    if (spec_.exclusive)
      step_exclusively<contacts>(first, end);
    else
      step_all<contacts>(first, end);
  }

  // At most one change of a cell in a sub-step. All threads look for candidates, and one of them decides.
  template <unsigned contacts>
  void step_exclusively(u64 first, u64 end) {
    const u32 count = useful_threads();
    SpinBarrier together(count);
    std::vector<Share> shares(count);
    changed_.resize(counts_.size(), ~u64{0});
    threads_->on_each_thread([&](unsigned thread) {
      if (thread >= count) return;
      std::vector<std::array<u32, 3>> origins(spec_.replicas);
      for (u64 sub_step = first; sub_step < end; ++sub_step) {
        for (u64 replica = 0; replica < spec_.replicas; ++replica)
          origins[replica] = drawn_origin(regions_, origin_keys_[replica], sub_step);
        attempt_rows<contacts>(sub_step, thread, count, origins, counts_.data(), shares[thread]);
        together.arrive_and_wait();
        if (thread == 0) copy_in_order(shares, sub_step);
        together.arrive_and_wait();
      }
    });
  }

  void copy_in_order(std::vector<Share>& shares, u64 sub_step) {
    std::vector<Candidate> all;
    for (Share& share : shares) {
      all.insert(all.end(), share.candidates.begin(), share.candidates.end());
      share.candidates.clear();
    }
    std::ranges::sort(all, std::less{});
    for (const Candidate& one : all) {
      const auto [losing, gaining, copy] = one.change;
      const bool is_losing = words_.cell(copy.before) != 0, is_gaining = words_.cell(copy.after) != 0;
      if ((is_losing && changed_[losing] == sub_step) || (is_gaining && changed_[gaining] == sub_step))
        continue;
      if (is_losing) changed_[losing] = sub_step;
      if (is_gaining) changed_[gaining] = sub_step;
      set_site(sites_of(one.replica), one.place, copy.after);
      add(counts_.data(), one.change);
      ++accepted_[one.replica];
    }
  }

  // An attempt sees volumes as they stood when its sub-step began. There are two tables: one is read, and the
  // other, which is one sub-step behind, gets the copies of the sub-step before and of this one.
  template <unsigned contacts>
  void step_all(u64 first, u64 end) {
    if (first == end) return;
    next_ = counts_;
    const u32 count = useful_threads();
    SpinBarrier together(count);
    std::vector<Share> shares(count);
    for (Share& share : shares) share.accepted.resize(spec_.replicas);
    threads_->on_each_thread([&](unsigned thread) {
      if (thread >= count) return;
      Share& share = shares[thread];
      std::vector<std::array<u32, 3>> origins(spec_.replicas);
      CellCounts* seen = counts_.data();
      CellCounts* next = next_.data();
      for (u64 sub_step = first; sub_step < end; ++sub_step) {
        for (const CellChange& change : share.earlier) add(next, change);
        for (u64 replica = 0; replica < spec_.replicas; ++replica)
          origins[replica] = drawn_origin(regions_, origin_keys_[replica], sub_step);
        attempt_rows<contacts>(sub_step, thread, count, origins, seen, share);
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
  void attempt_rows(u64 sub_step, u64 part, u64 parts, std::span<const std::array<u32, 3>> origins,
                    const CellCounts* seen, Share& share) {
    const u32 down = regions_.cuts[1].parts, rows = down * regions_.cuts[2].parts;
    const u64 all = rows * spec_.replicas;
    for (u64 i = all * part / parts, end = all * (part + 1) / parts; i < end; ++i) {
      const u32 number = static_cast<u32>(i % rows);
      const Row row{i / rows, sub_step, number, number % down, number / down, origins[i / rows]};
      for (u32 which = 0; which < regions_.attempts_each; ++which)
        attempt_row<contacts>(row, which, seen, share);
    }
  }

  // A row of regions in one sub-step.
  struct Row {
    u64 replica, when;
    u32 number, y, z;  // counted along all axes but the first, and along each
    std::array<u32, 3> origin;
  };

  // Attempt number `which` of every region in a row. Regions do not see each other, so their order is free.
  template <unsigned contacts>
  void attempt_row(const Row& row, u32 which, const CellCounts* seen, Share& share) {
    const u32 parts = regions_.cuts[0].parts;
    ManyDraws draws;
    std::array<std::array<u32, draws_at_once>, 4> word;
    for (u32 first = 0; first < parts; first += draws_at_once) {
      draws_from(keys_[row.replica], u64{row.number} * parts + first, row.when, which, draws);
      std::memcpy(&word, &draws.word, sizeof word);
      const u32 here = std::min<u32>(draws_at_once, parts - first);
      std::array<u64, draws_at_once> places;
      for (u32 i = 0; i < here; ++i) {
        places[i] = drawn_place(row, first + i, word[0][i]);
        if (places[i] != outside) __builtin_prefetch(sites_of(row.replica) + places[i], 1);
      }
      for (u32 i = 0; i < here; ++i)
        if (places[i] != outside)
          attempt<contacts>(row, first + i, places[i], {0, word[1][i], word[2][i], word[3][i]}, seen, share);
    }
  }

  static constexpr u64 outside = ~u64{0};

  // The place of the site that a region's attempt is at.
  u64 drawn_place(const Row& row, u32 region, u32 word) const {
    const std::array<u32, 3>& within = within_[drawn_below(word, static_cast<u32>(within_.size()))];
    const i32 x = at(regions_.cuts[0], region, within[0], row.origin[0]),
              y = at(regions_.cuts[1], row.y, within[1], row.origin[1]),
              z = at(regions_.cuts[2], row.z, within[2], row.origin[2]);
    if ((x | y | z) < 0) return outside;
    return padded_.index(static_cast<u32>(x), static_cast<u32>(y), static_cast<u32>(z));
  }

  template <unsigned contacts>
  void attempt(const Row& row, u32 region, u64 place, u32x4 word, const CellCounts* seen, Share& share) {
    u32* const sites = sites_of(row.replica);
    const u32* const site = sites + place;
    const u32 way = drawn_below(word.y, rule_.ways());
    Copy copy{site[0], site[rule_.sources()[way]]};
    if (copy.before == copy.after) return;
    const u64 table = row.replica * cells_;
    if (!rule_.happens<contacts>(site, way, word.z, seen + table, copy)) return;
    const CellChange change{table + words_.cell(copy.before), table + words_.cell(copy.after), copy};
    if (spec_.exclusive) {
      share.candidates.push_back(
          {word.w, row.number * regions_.cuts[0].parts + region, row.replica, place, change});
      return;
    }
    set_site(sites, place, copy.after);
    share.now.push_back(change);
    ++share.accepted[row.replica];
  }

  static i32 at(const Cut& cut, u32 region, u32 within, u32 origin) {
    return site_in_region(region, within, origin, cut.stride, cut.side, cut.periodic);
  }

  // The sites of a region, as a draw counts them.
  static std::vector<std::array<u32, 3>> sites_within(const Regions& regions) {
    std::vector<std::array<u32, 3>> all;
    for (u32 z = 0; z < regions.cuts[2].region; ++z)
      for (u32 y = 0; y < regions.cuts[1].region; ++y)
        for (u32 x = 0; x < regions.cuts[0].region; ++x) all.push_back({x, y, z});
    return all;
  }

  HostCopy rule_;
  Regions regions_;
  std::vector<std::array<u32, 3>> within_;
  std::vector<CellCounts> next_;
  std::vector<u64> changed_;  // the last sub-step in which each cell changed, where the order is exclusive
  std::vector<u32x2> keys_, origin_keys_;
};

}  // namespace

std::unique_ptr<PottsEngine> make_on_threads(const PottsSpec& spec, u64 seed,
                                             std::shared_ptr<ThreadPool> threads) {
  return std::make_unique<OnThreads>(spec, seed, std::move(threads));
}

}  // namespace morula::potts
