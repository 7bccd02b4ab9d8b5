// The parallel order on threads: order/region_rule.h. Threads take the regions of a sub-step one after the
// other. Before an attempt at a cell that other regions may change, a region waits until those of them that
// come before it are done. If there are as many replicas as threads, each thread has replicas of its own
// instead.
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <thread>

#include "core/ceil_divide.h"
#include "core/spin_barrier.h"
#include "core/stream.h"
#include "models/potts/engine/attempts_ahead.h"
#include "models/potts/engine/cell_extents.h"
#include "models/potts/engine/host_engine.h"
#include "models/potts/engine/thread_tuner.h"
#include "models/potts/order/regions.h"

namespace morula::potts {
namespace {

// What threads share while they make sub-steps together.
struct SharedSubSteps {
  SharedSubSteps(u32 threads, u64 regions, u64 replicas)
      : meeting(threads), done(regions * replicas), rounds(replicas) {}

  SpinBarrier meeting;
  alignas(64) std::atomic<u64> claimed = 0;  // chunks of the regions of the sub-step
  std::vector<std::atomic<u64>> done;  // [rank · replicas + replica]: 1 + the sub-step of the last turn
  std::vector<Round> rounds;           // of each replica
  SubStep now;
};

class OnThreads final : public HostEngine {
 public:
  OnThreads(const PottsSpec& spec, u64 seed, std::shared_ptr<ThreadPool> threads)
      : HostEngine(spec, std::move(threads)),
        regions_(spec),
        thread_tuner_(useful_threads(), useful_threads(), trial_steps, settled_steps) {
    for (u64 replica = 0; replica < spec.replicas; ++replica) {
      keys_.push_back(stream(seed, Purpose::RegionCopy, spec.first_replica + replica));
      round_keys_.push_back(stream(seed, Purpose::RegionOrigin, spec.first_replica + replica));
    }
    for (const DividedAxis& axis : regions_.axes)
      if (axis.pairs > 0) narrowest_ = std::min(narrowest_, axis.width);
  }

  void step(u64 from, u64 steps) override {
    if (rule_.contacts() == 8)
      step_by<8>(from, from + steps);
    else if (rule_.contacts() == 26)
      step_by<26>(from, from + steps);
    else
      step_by<0>(from, from + steps);
  }

 private:
  static constexpr u64 trial_steps = 4, settled_steps = 256;
  static constexpr u64 steps_between_measurements = 16;  // of extents, which only grow

  // Threads that have some hundred attempts and several regions each in a sub-step: with fewer, they would
  // wait more than they work.
  u32 useful_threads() const {
    const u64 regions = regions_.count() * spec_.replicas,
              attempts = spec_.lattice.global.sites() * spec_.replicas / regions_.sub_steps();
    return static_cast<u32>(std::clamp<u64>(std::min(regions / 2, attempts / 256), 1, threads_->size()));
  }

  template <unsigned contacts>
  void step_by(u64 from, u64 end) {
    if (spec_.replicas >= threads_->size() || useful_threads() == 1) return step_apart<contacts>(from, end);
    while (from < end) {
      const u64 count = std::min({end - from, thread_tuner_.steps(), steps_between_measurements});
      const auto begun = std::chrono::steady_clock::now();
      if (thread_tuner_.count() == 1)
        step_apart<contacts>(from, from + count);
      else
        step_together<contacts>(from, from + count, thread_tuner_.count());
      thread_tuner_.ran(count,
                        std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count());
      from += count;
    }
  }

  // Every thread has replicas of its own.
  template <unsigned contacts>
  void step_apart(u64 from, u64 end) {
    extents_.clear();
    threads_->for_ranges(spec_.replicas, [&](u64 begin, u64 behind) {
      for (u64 replica = begin; replica < behind; ++replica) step_alone<contacts>(replica, from, end);
    });
  }

  template <unsigned contacts>
  void step_alone(u64 replica, u64 from, u64 end) {
    AttemptsAhead ahead(regions_, padded_);
    u64 copies = 0;
    for (SubStep now{from}; now.step < end; now = after(now)) {
      const Round round = drawn_round(regions_, round_keys_[replica], round_of(now));
      ahead.begin(keys_[replica], replica, now, round, {0, regions_.count()});
      copies += take_turns<contacts, false>(ahead, nullptr);
    }
    accepted_[replica] += copies;
  }

  template <unsigned contacts>
  void step_together(u64 from, u64 end, u32 threads) {
    SharedSubSteps shared(threads, regions_.count(), spec_.replicas);
    unread_numbers_.assign(rule_.kept(), 0);
    measure_extents(from);
    begin_sub_step(shared, {from});
    std::vector<std::atomic<u64>> copies(spec_.replicas);
    threads_->on_each_thread([&](unsigned thread) {
      if (thread >= threads) return;
      AttemptsAhead ahead(regions_, padded_);
      while (shared.now.step < end) {
        take_chunks<contacts>(ahead, shared, threads, copies);
        shared.meeting.arrive_and_wait([&] { begin_sub_step(shared, after(shared.now)); });
      }
    });
    for (u64 replica = 0; replica < spec_.replicas; ++replica) accepted_[replica] += copies[replica];
  }

  // Extents are measured anew if they have grown for some steps, or if sites have changed otherwise.
  void measure_extents(u64 step) {
    if (energies_.linking == 0) return;
    if (!extents_.empty() && measured_revision_ == revision_ &&
        step - measured_at_ < steps_between_measurements)
      return;
    extents_.clear();
    for (u64 replica = 0; replica < spec_.replicas; ++replica)
      extents_.emplace_back(padded_, words_, sites_of(replica), cells_);
    measured_at_ = step;
    measured_revision_ = revision_;
  }

  void begin_sub_step(SharedSubSteps& shared, SubStep now) const {
    shared.now = now;
    shared.claimed = 0;
    if (now.number_in_round > 0) return;
    for (u64 replica = 0; replica < spec_.replicas; ++replica)
      shared.rounds[replica] = drawn_round(regions_, round_keys_[replica], round_of(now));
  }

  // Threads claim chunks of the regions of a replica in the order of their ranks, so that no region waits for
  // one that is not begun.
  template <unsigned contacts>
  void take_chunks(AttemptsAhead& ahead, SharedSubSteps& shared, u32 threads,
                   std::vector<std::atomic<u64>>& copies) {
    const u64 regions = regions_.count(),
              size = std::min(regions, ceil_divide(regions * spec_.replicas, u64{threads} * 8)),
              count = ceil_divide(regions, size) * spec_.replicas;
    for (u64 chunk = shared.claimed++; chunk < count; chunk = shared.claimed++) {
      const u64 replica = chunk % spec_.replicas, begin = chunk / spec_.replicas * size;
      ahead.begin(keys_[replica], replica, shared.now, shared.rounds[replica],
                  {begin, std::min(begin + size, regions)});
      copies[replica].fetch_add(take_turns<contacts, true>(ahead, &shared), std::memory_order_relaxed);
    }
  }

  SubStep after(SubStep now) const {
    if (++now.number_in_round < regions_.kinds) return now;
    now.number_in_round = 0;
    if (++now.turn < regions_.turns) return now;
    return {now.step + 1};
  }
  u64 round_of(const SubStep& now) const { return now.step * regions_.turns + now.turn; }

  // Makes the attempts of regions, one after the other. Returns the number of copies.
  template <unsigned contacts, bool among_threads>
  u64 take_turns(AttemptsAhead& ahead, SharedSubSteps* shared) {
    u64 copies = 0;
    while (ahead.draw_next())
      for (const PieceOfTurn& piece : ahead.pieces()) {
        copies += make_attempts<contacts, among_threads>(piece, ahead.drawn(), shared);
        if (among_threads && piece.ends_turn())
          shared->done[piece.turn.rank * spec_.replicas + piece.turn.replica].store(
              piece.turn.sub_step + 1, std::memory_order_release);
      }
    return copies;
  }

  // Makes some attempts of a region and returns the number of copies. Most attempts are inside a cell, where
  // a copy changes nothing. They end with the first comparison.
  template <unsigned contacts, bool among_threads>
  u64 make_attempts(const PieceOfTurn& piece, const DrawnAttempts& drawn, const SharedSubSteps* shared) {
    const Turn& turn = piece.turn;
    u32* const sites = sites_of(turn.replica);
    i32* const cells = numbers_of(turn.replica);
    const i64* const sources = rule_.sources();
    const u32 directions = rule_.directions();
    std::array<NumberChanges, most_kept> changes;
    u64 copies = 0;
    for (u32 i = piece.begin; i < piece.end; ++i) {
      u32* const at = sites + drawn.place[i];
      const u32 direction = drawn_below(drawn.word[2][i], directions);
      Copy copy{at[0], at[sources[direction]], direction};
      if (copy.before == copy.after) continue;
      if constexpr (among_threads) {
        await_sharers(turn, drawn.within[i], copy, *shared);
        const NumbersOfCopy numbers{read_numbers(cells, copy.before), read_numbers(cells, copy.after)};
        if (!happens<contacts>(turn.replica, at, turn.time, drawn.word[3][i], numbers, copy, changes.data()))
          continue;
        count_copy_among_threads(cells, copy, changes.data());
        include(turn, drawn.within[i], copy.after);
      } else {
        if (!happens<contacts>(turn.replica, at, turn.time, drawn.word[3][i], cells, copy, changes.data()))
          continue;
        count_copy(cells, copy, changes.data());
      }
      make_copy(sites, drawn.place[i], copy.after, turn.time);
      ++copies;
    }
    return copies;
  }

  // Do copies at the cell of this word depend on its numbers?
  bool links(u32 word) const { return (energies_.linking >> words_.type(word) & 1u) != 0; }

  // The numbers of a cell. Where copies do not depend on them, other threads may be changing them, and zeros
  // are read instead.
  const i32* read_numbers(const i32* cells, u32 word) const {
    return links(word) ? cells + words_.cell(word) * rule_.kept() : unread_numbers_.data();
  }

  // Waits until all regions have had their turn that come before this one and may change one of the two
  // cells.
  void await_sharers(const Turn& turn, const std::array<u32, 3>& within, const Copy& copy,
                     const SharedSubSteps& shared) {
    for (const u32 word : {copy.before, copy.after}) {
      if (!links(word)) continue;
      const std::array<AxisExtent, 3> extent = extents_[turn.replica].of(words_.cell(word));
      if (std::ranges::any_of(extent, [&](const AxisExtent& axis) {
            return may_be_shared(axis, spec_.copy.range, narrowest_);
          }))
        await_regions_of(turn, within, extent, shared);
    }
  }

  void await_regions_of(const Turn& turn, const std::array<u32, 3>& within,
                        const std::array<AxisExtent, 3>& extent, const SharedSubSteps& shared) const {
    const RegionGrid grid = regions_.grid(), own = region_of_rank(grid, turn.rank);
    std::array<RegionsBeside, 3> beside;
    for (std::size_t axis = 0; axis < 3; ++axis)
      beside[axis] = regions_beside(regions_.axes[axis], within[axis], turn.region.ranges[axis].count,
                                    coordinate(turn, within, axis), extent[axis], spec_.copy.range);
    for_parts(own.z, beside[2], regions_.axes[2], [&](u32 z) {
      for_parts(own.y, beside[1], regions_.axes[1], [&](u32 y) {
        for_parts(own.x, beside[0], regions_.axes[0], [&](u32 x) {
          if (const u32 rank = rank_of_region(grid, {x, y, z}); rank < turn.rank) await(turn, rank, shared);
        });
      });
    });
  }

  // Calls `visit` for the number of a region along an axis, and for those beside it.
  template <typename Visit>
  static void for_parts(u32 own, const RegionsBeside& beside, const DividedAxis& axis, Visit visit) {
    for (i32 away = -static_cast<i32>(beside.before); away <= static_cast<i32>(beside.behind); ++away)
      if (const u32 part = part_beside(axis, own, away); part < axis.parts) visit(part);
  }

  // A waiting thread gives up its core, since the other thread may have none.
  void await(const Turn& turn, u32 rank, const SharedSubSteps& shared) const {
    const std::atomic<u64>& done = shared.done[rank * spec_.replicas + turn.replica];
    while (done.load(std::memory_order_acquire) <= turn.sub_step) std::this_thread::yield();
  }

  i32 coordinate(const Turn& turn, const std::array<u32, 3>& within, std::size_t axis) const {
    return static_cast<i32>(coordinate_in(regions_, turn, within[axis], axis));
  }

  // Enlarges the extent of the cell that gains a site.
  void include(const Turn& turn, const std::array<u32, 3>& within, u32 word) {
    if (!links(word)) return;
    extents_[turn.replica].include(words_.cell(word), coordinate(turn, within, 0),
                                   coordinate(turn, within, 1), coordinate(turn, within, 2));
  }

  Regions regions_;
  u32 narrowest_ = ~0u;  // the smallest width of an interval
  std::vector<u32x2> keys_, round_keys_;
  ThreadTuner thread_tuner_;          // threads that share a sub-step
  std::vector<CellExtents> extents_;  // of each replica; empty if not measured
  u64 measured_at_ = 0, measured_revision_ = 0;
  std::vector<i32> unread_numbers_;
};

}  // namespace

std::unique_ptr<PottsEngine> make_on_threads(const PottsSpec& spec, u64 seed,
                                             std::shared_ptr<ThreadPool> threads) {
  return std::make_unique<OnThreads>(spec, seed, std::move(threads));
}

}  // namespace morula::potts
