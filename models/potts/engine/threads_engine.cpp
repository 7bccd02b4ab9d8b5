// The parallel order on threads. Threads look together for the attempts of a sub-step that may happen, and
// walk through these in their order, each thread through those at cells in bands of its own. Attempts at
// cells of two bands, and those that depend on them, are walked through after that, by bands that are
// shifted, and what even these share by one thread. Where there are as many replicas as threads, each thread
// has replicas of its own instead.
#include <algorithm>
#include <array>
#include <chrono>

#include "core/ceil_divide.h"
#include "core/spin_barrier.h"
#include "core/stream.h"
#include "models/potts/engine/claimed_parts.h"
#include "models/potts/engine/count_tuner.h"
#include "models/potts/engine/host_engine.h"
#include "models/potts/engine/ordered_walk.h"
#include "models/potts/engine/region_draws.h"
#include "models/potts/order/regions.h"

namespace morula::potts {
namespace {

// One sub-step of one replica.
struct SubStep {
  u64 replica = 0, when = 0;
  u64 round = 0;  // counts sub-steps, and those that were done again
  u32 time = 0;   // its Monte Carlo step, counted from 1; only where terms read gains
  std::array<u32, 3> origin = {};
  Excursion allowed;
};

// What is seen at the sites of drawn attempts.
struct SeenAttempts : DrawnAttempts {
  std::array<u64, draws_at_once> places;
  std::array<Copy, draws_at_once> copies;
  std::array<u32, draws_at_once> crossing;  // those that copy one cell into another
  u32 crossing_count = 0;
};

// What threads share while they do sub-steps of one replica together.
struct Team {
  Team(u32 threads, CellBands cell_bands, u32 count)
      : meeting(threads),
        attempt_parts(count, threads),
        bands(std::move(cell_bands)),
        band_parts(bands.count(), threads),
        found(threads),
        walks(bands.count()),
        shifted_walks(bands.count()) {
    for (u32 thread = 0; thread < threads; ++thread) found[thread].finder = static_cast<u16>(thread);
  }

  SpinBarrier meeting;
  ClaimedParts attempt_parts;
  CellBands bands;
  ClaimedParts band_parts;
  std::vector<Found> found;                    // of each thread
  std::vector<BandWalk> walks, shifted_walks;  // of each band
  BandWalk last_walk;
  bool is_shifted = false;  // do shifted bands come next?
};

class OnThreads final : public HostEngine {
 public:
  OnThreads(const PottsSpec& spec, u64 seed, std::shared_ptr<ThreadPool> threads)
      : HostEngine(spec, std::move(threads)),
        regions_(spec),
        attempts_(static_cast<u32>(regions_.attempt_numbers())),
        attempt_sites_(regions_),
        team_size_(useful_threads(), useful_threads(), 512, u64{1} << 14) {
    for (u64 replica = 0; replica < spec.replicas; ++replica) {
      keys_.push_back(stream(seed, Purpose::RegionCopy, spec.first_replica + replica));
      origin_keys_.push_back(stream(seed, Purpose::RegionOrigin, spec.first_replica + replica));
    }
  }

  void count_cells() override {
    HostEngine::count_cells();
    walked_.assign(spec_.replicas, WalkedCells(cells_, rule_.kept()));
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
  // Threads that have some hundred attempts each in a sub-step: with fewer, they would wait more than they
  // work.
  u32 useful_threads() const {
    return static_cast<u32>(std::clamp<u64>(attempts_ / 256, 1, threads_->size()));
  }

  template <unsigned contacts>
  void step_by(u64 first, u64 end) {
    if (spec_.replicas >= threads_->size() || useful_threads() == 1)
      return threads_->for_ranges(spec_.replicas, [&](u64 begin, u64 behind) {
        for (u64 replica = begin; replica < behind; ++replica) step_alone<contacts>(replica, first, end);
      });
    for (u64 replica = 0; replica < spec_.replicas; ++replica)
      for (u64 from = first; from < end;) {
        const u64 count = std::min({end - from, team_size_.sub_steps(), steps_between_placings});
        const auto begun = std::chrono::steady_clock::now();
        if (team_size_.count() == 1)
          step_alone<contacts>(replica, from, from + count);
        else
          step_together<contacts>(replica, from, from + count, team_size_.count());
        team_size_.ran(count,
                       std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count());
        from += count;
      }
  }

  template <unsigned contacts>
  void step_alone(u64 replica, u64 first, u64 end) {
    Team alone(1, CellBands(padded_, cells_, 1), 1);
    for (SubStep now = sub_step(replica, first, 1); now.when < end;) {
      clear(alone.found[0], alone.bands);
      find_candidates<contacts>(now, 0, attempts_, alone.bands, alone.found[0]);
      walk_band(now, alone, 0);
      now = next_of(now, alone);
    }
  }

  // Cells move slowly from band to band.
  static constexpr u64 steps_between_placings = 1024;

  template <unsigned contacts>
  void step_together(u64 replica, u64 first, u64 end, u32 threads) {
    Team team(threads, CellBands(padded_, cells_, 2 * threads), std::min(batches(), 8 * threads));
    SubStep now = sub_step(replica, first, 1);
    team.bands.place_cells(padded_, words_, sites_of(replica));
    threads_->on_each_thread([&](unsigned thread) {
      if (thread < threads)
        while (now.when < end) do_sub_step<contacts>(now, team, thread);
    });
  }

  // What one thread does of a sub-step. The last thread to arrive at the end moves `now` on.
  template <unsigned contacts>
  void do_sub_step(SubStep& now, Team& team, u32 thread) {
    const u32 parts = team.attempt_parts.count();
    clear(team.found[thread], team.bands);
    while (const auto part = team.attempt_parts.claim(thread, now.round))
      find_candidates<contacts>(now, attempts_until(*part, parts), attempts_until(*part + 1, parts),
                                team.bands, team.found[thread]);
    team.meeting.arrive_and_wait();
    while (const auto band = team.band_parts.claim(thread, 2 * now.round)) walk_band(now, team, *band);
    team.meeting.arrive_and_wait([&] {
      team.is_shifted = waiting(team.walks) > few_turns;
      if (!team.is_shifted) finish_sub_step(now, team);
    });
    if (!team.is_shifted) return;
    while (const auto band = team.band_parts.claim(thread, 2 * now.round + 1)) walk_shifted(now, team, *band);
    team.meeting.arrive_and_wait([&] { finish_sub_step(now, team); });
  }

  // One thread makes this many turns in less time than threads need to meet.
  static constexpr u64 few_turns = 100;

  static u64 waiting(std::span<const BandWalk> walks) {
    u64 turns = 0;
    for (const BandWalk& walk : walks) turns += walk.waiting_count();
    return turns;
  }

  SubStep sub_step(u64 replica, u64 when, u64 round) {
    return {replica,
            when,
            round,
            gains_ == 0 ? 0 : static_cast<u32>(regions_.step_of(when) + 1),
            drawn_origin(regions_, origin_keys_[replica], when),
            walked_[replica].begin()};
  }

  void clear(Found& found, const CellBands& bands) const {
    found.candidates.clear();
    found.changes.clear();
    found.turns.clear(bands.count());
  }

  void walk_band(const SubStep& now, Team& team, u32 band) {
    BandWalk& walk = team.walks[band];
    walk.turns.clear();
    for (const Found& found : team.found) walk.turns.add(found.turns.of(band));
    if (team.bands.count() == 1)
      walk_through<Layout::Together>(now, team, walk);
    else
      walk_through<Layout::Bands>(now, team, walk);
  }

  void walk_shifted(const SubStep& now, Team& team, u32 band) {
    BandWalk& walk = team.shifted_walks[band];
    walk.turns.clear();
    for (const BandWalk& earlier : team.walks) walk.turns.add(earlier.waiting().of(band));
    walk_through<Layout::ShiftedBands>(now, team, walk);
  }

  // All that still waits.
  void finish_sub_step(SubStep& now, Team& team) {
    team.last_walk.turns.clear();
    for (const BandWalk& earlier : team.is_shifted ? team.shifted_walks : team.walks)
      for (u32 band = 0; band < earlier.waiting().bands(); ++band)
        team.last_walk.turns.add_once(earlier.waiting().of(band));
    walk_through<Layout::Together>(now, team, team.last_walk);
    now = next_of(now, team);
  }

  // Lets the candidates of a walk happen in their order.
  template <Layout layout>
  void walk_through(const SubStep& now, Team& team, BandWalk& walk) {
    u32* const sites = sites_of(now.replica);
    i32* const cells = numbers_of(now.replica);
    WalkedCells& walked = walked_[now.replica];
    const auto happens = [&](const Candidate& candidate, const NumberChanges* changes) {
      if (spec_.exclusive)
        return !walked.has_changed(words_.cell(candidate.copy.before)) &&
               !walked.has_changed(words_.cell(candidate.copy.after));
      return rule_.is_accepted(candidate.copy, rule_.energy_change(candidate.copy, changes, cells),
                               candidate.word) &&
             rule_.is_allowed(sites + candidate.place, candidate.copy);
    };
    const auto made = [&](const Candidate& candidate) {
      make_copy(sites, candidate.place, candidate.copy.after, now.time);
    };
    const auto fetch = [&](const Candidate& candidate) {
      __builtin_prefetch(sites + candidate.place, 1);
      for (const u32 word : {candidate.copy.before, candidate.copy.after}) {
        __builtin_prefetch(cells + u64{words_.cell(word)} * rule_.kept(), 1);
        walked.fetch(words_.cell(word));
      }
    };
    walk.walk<layout>(team.found, team.bands, words_, walked, cells, happens, made, fetch);
  }

  // The next sub-step; this one again where numbers have departed too far.
  SubStep next_of(const SubStep& now, Team& team) {
    Excursion farthest = {};
    u64 copies = 0;
    for_walks(team, [&](const BandWalk& walk) {
      for (u32 number = 0; number < rule_.kept(); ++number)
        if (!rule_.is_moment(number))  // attempts that depend on moments are all candidates
          farthest[number] = std::max(farthest[number], walk.farthest()[number]);
      copies += walk.done().size();
    });
    const bool is_done = walked_[now.replica].end(farthest);
    if (is_done)
      accepted_[now.replica] += copies;
    else
      for_walks(team, [&](const BandWalk& walk) { undo(now, walk); });
    for_walks(team, [](BandWalk& walk) { walk.clear(); });
    return sub_step(now.replica, now.when + (is_done ? 1 : 0), now.round + 1);
  }

  template <typename Visit>
  static void for_walks(Team& team, Visit visit) {
    for (BandWalk& walk : team.walks) visit(walk);
    if (team.is_shifted)
      for (BandWalk& walk : team.shifted_walks) visit(walk);
    visit(team.last_walk);
  }

  void undo(const SubStep& now, const BandWalk& walk) {
    for (const Candidate* const candidate : walk.done()) {
      for (const u32 word : {candidate->copy.before, candidate->copy.after})
        walked_[now.replica].restore(words_.cell(word), numbers_of(now.replica));
      set_site(sites_of(now.replica), candidate->place, candidate->copy.before);
      if (gains_ != 0) set_site(sites_of(now.replica) + gains_, candidate->place, candidate->gained);
    }
  }

  // Parts begin with a batch of draws.
  u32 batches() const { return static_cast<u32>(ceil_divide(attempts_, u64{draws_at_once})); }
  u32 attempts_until(u32 part, u32 parts) const {
    return std::min(attempts_, static_cast<u32>(u64{batches()} * part / parts * draws_at_once));
  }

  // The candidates among the attempts from `begin` to `end`.
  template <unsigned contacts>
  void find_candidates(const SubStep& now, u32 begin, u32 end, const CellBands& bands, Found& found) const {
    SeenAttempts drawn = {};
    draw_attempts(keys_[now.replica], now.when, begin, end, drawn,
                  [&] { find_drawn<contacts>(now, bands, drawn, found); });
  }

  // The candidates among drawn attempts. Those whose site and source belong to one cell change nothing. They
  // are left out without a branch, since no processor could predict it.
  template <unsigned contacts>
  void find_drawn(const SubStep& now, const CellBands& bands, SeenAttempts& drawn, Found& found) const {
    look_at_sites(now, drawn);
    for (u32 k = 0; k < drawn.crossing_count; ++k)
      attempt<contacts>(now, drawn, drawn.crossing[k], bands, found);
  }

  void look_at_sites(const SubStep& now, SeenAttempts& drawn) const {
    const u32* const sites = &sites_[now.replica * padded_.size];
    for (u32 i = 0; i < drawn.count; ++i) {
      drawn.places[i] = place_of(now, drawn.first + i, drawn.word[0][i]);
      if (drawn.places[i] != outside) __builtin_prefetch(sites + drawn.places[i]);
    }
    drawn.crossing_count = 0;
    for (u32 i = 0; i < drawn.count; ++i) {
      const bool is_inside = drawn.places[i] != outside;
      const u32* const site = sites + (is_inside ? drawn.places[i] : 0);
      const u32 direction = drawn_below(drawn.word[1][i], rule_.directions());
      drawn.copies[i] = {site[0], site[is_inside ? rule_.sources()[direction] : 0], direction, 0};
      drawn.crossing[drawn.crossing_count] = i;
      drawn.crossing_count += drawn.copies[i].before != drawn.copies[i].after;
      __builtin_prefetch(site - padded_.held[0]);
      __builtin_prefetch(site + padded_.held[0]);
    }
  }

  static constexpr u64 outside = ~u64{0};

  // The place of the site at which an attempt is made.
  u64 place_of(const SubStep& now, u32 attempt, u32 word) const {
    const auto [x, y, z] = attempt_sites_.site(attempt, word, now.origin);
    if ((x | y | z) < 0) return outside;
    return padded_.index(static_cast<u32>(x), static_cast<u32>(y), static_cast<u32>(z));
  }

  template <unsigned contacts>
  void attempt(const SubStep& now, const SeenAttempts& drawn, u32 i, const CellBands& bands,
               Found& found) const {
    const u64 place = drawn.places[i];
    const u32 word = drawn.word[2][i];
    const u32* const site = &sites_[now.replica * padded_.size] + place;
    const i32* const cells = &numbers_[now.replica * cells_ * rule_.kept()];
    Copy copy = drawn.copies[i];
    if (!rule_.may_change(copy)) return;
    std::array<NumberChanges, most_kept> changes;
    rule_.weigh<contacts>(site, now.time, copy, changes.data());
    if (rule_.varies()) [[unlikely]]
      add_cell_words(now.replica, place, copy, changes.data());
    if (spec_.exclusive || !rule_.waits(copy)) {
      const i64 change = rule_.energy_change(copy, changes.data(), cells);
      const i64 least =
          spec_.exclusive ? change : rule_.least_change(copy, change, changes.data(), now.allowed, cells);
      if (!rule_.is_accepted(copy, least, word)) return;
    }
    if (spec_.exclusive && !rule_.is_allowed(site, copy)) return;
    const Turn turn{u64{drawn.word[3][i]} << 32 | (drawn.first + i),
                    static_cast<u32>(found.candidates.size()), found.finder, Inside::Both};
    found.turns.deal(bands, Layout::Bands, turn, words_.cell(copy.before), words_.cell(copy.after));
    found.candidates.push_back({place, word, gains_ == 0 ? 0 : site[gains_], copy});
    if (rule_.kept() > 1)
      found.changes.insert(found.changes.end(), changes.begin(), changes.begin() + (rule_.kept() - 1));
  }

  Regions regions_;
  u32 attempts_;  // the attempts of a sub-step are numbered below this
  AttemptSites attempt_sites_;
  std::vector<WalkedCells> walked_;  // of each replica
  std::vector<u32x2> keys_, origin_keys_;
  CountTuner team_size_;  // threads that share a sub-step
};

}  // namespace

std::unique_ptr<PottsEngine> make_on_threads(const PottsSpec& spec, u64 seed,
                                             std::shared_ptr<ThreadPool> threads) {
  return std::make_unique<OnThreads>(spec, seed, std::move(threads));
}

}  // namespace morula::potts
