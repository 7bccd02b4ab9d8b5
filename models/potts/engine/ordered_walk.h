// Attempts of a sub-step on the host. A walk goes through them one after the other in their random order, and
// each attempt sees the numbers of cells that the earlier ones have left. Walks through attempts at different
// cells may run at the same time.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <span>
#include <vector>

#include "models/potts/engine/cell_bands.h"
#include "models/potts/engine/copy_attempt.h"

namespace morula::potts {

// An attempt that may happen, depending on earlier ones.
struct Candidate {
  u64 place;   // place of the site
  u32 word;    // random word of acceptance
  u32 gained;  // step in which the site was last gained, if terms read that
  Copy copy;
};

// The cells of a candidate that are in the band that walks through it: both, or only the losing or the
// gaining cell. A candidate at cells of two bands has a turn in both bands.
enum class Inside : u8 { Both, Losing, Gaining };

// The turn of a candidate in a walk.
struct Turn {
  u64 order;      // drawn; the number of the attempt is in the lower half, for equal draws
  u32 candidate;  // index in the list of `finder`
  u16 finder;
  Inside inside;
};

// Turns for each band of a layout.
class DealtTurns {
 public:
  void clear(u32 bands) {
    turns_.resize(bands);
    for (std::vector<Turn>& list : turns_) list.clear();
  }
  void deal(const CellBands& bands, Layout layout, Turn turn, u32 losing, u32 gaining) {
    if (bands.count() == 1) return turns_[0].push_back(turn);
    const u32 first = bands.band(layout, losing != 0 ? losing : gaining),
              second = bands.band(layout, gaining != 0 ? gaining : losing);
    turn.inside = first == second ? Inside::Both : Inside::Losing;
    turns_[first].push_back(turn);
    if (first == second) return;
    turn.inside = Inside::Gaining;
    turns_[second].push_back(turn);
  }
  u32 bands() const { return static_cast<u32>(turns_.size()); }
  const std::vector<Turn>& of(u32 band) const { return turns_[band]; }

 private:
  std::vector<std::vector<Turn>> turns_;
};

// Candidates that a thread has found in a sub-step.
struct alignas(64) Found {
  u16 finder = 0;
  std::vector<Candidate> candidates;
  std::vector<NumberChanges> changes;  // by candidates, in the numbers of their cells without the volume
  DealtTurns turns;
};

// Turns from several lists, sorted.
class SortedTurns {
 public:
  void clear() { gathered_.clear(); }
  void add(std::span<const Turn> turns) { gathered_.insert(gathered_.end(), turns.begin(), turns.end()); }
  // Adds a candidate with two turns only once.
  void add_once(std::span<const Turn> turns);
  std::span<const Turn> sort();

 private:
  std::vector<Turn> gathered_, sorted_;
  std::vector<u32> starts_;
};

// Data of the walks of one replica about its cells. An attempt need not be listed if it cannot happen while
// the numbers of all cells stay within `allowed_` of those at the beginning of the sub-step.
class WalkedCells {
 public:
  WalkedCells(u64 cells, u32 kept) : kept_(kept), tracks_(cells), begun_(cells * kept) {
    allowed_.fill(16);
    allowed_[0] = 4;
  }

  u64 stored() const { return kept_ - 1; }  // number of changes stored for a candidate

  // Begins a sub-step. Returns the largest change of each number that is allowed for.
  const Excursion& begin() {
    ++walk_;
    return allowed_;
  }

  // Has a copy of this sub-step changed the cell?
  bool has_changed(u32 cell) const { return tracks_[cell].changed_in == walk_; }
  void fetch(u32 cell) const { __builtin_prefetch(&tracks_[cell], 1); }
  // Does an earlier attempt at the cell wait for the next layout? If so, all later ones wait too.
  bool waits(Layout layout, u32 cell) const { return tracks_[cell].waits_in == wait(layout); }
  void let_wait(Layout layout, u32 cell) {
    if (cell != 0) tracks_[cell].waits_in = wait(layout);
  }

  // Adds the changes of a copy to the numbers in `cells`, and records in `farthest` their largest distances
  // from the values at the beginning.
  void count(const Copy& copy, const NumberChanges* changes, const SiteWords& words, i32* cells,
             Excursion& farthest) {
    const u32 losing = words.cell(copy.before), gaining = words.cell(copy.after);
    begin_cell(losing, cells);
    begin_cell(gaining, cells);
    for (u32 number = 0; number < kept_; ++number) {
      change(losing, number, lost_number(number, changes), cells, farthest);
      change(gaining, number, gained_number(number, changes), cells, farthest);
    }
  }
  // Restores the numbers of a cell at the beginning of the sub-step.
  void restore(u32 cell, i32* cells) const {
    if (has_changed(cell)) std::copy_n(&begun_[u64{cell} * kept_], kept_, cells + u64{cell} * kept_);
  }

  // Ends a sub-step. Returns false if it must be repeated, because numbers have changed by more than allowed;
  // the allowance is then larger.
  bool end(const Excursion& farthest);

 private:
  struct Track {
    u64 changed_in = 0, waits_in = 0;
  };

  u64 wait(Layout layout) const { return 2 * walk_ + static_cast<u64>(layout); }
  void begin_cell(u32 cell, const i32* cells) {
    if (cell == 0 || tracks_[cell].changed_in == walk_) return;
    tracks_[cell].changed_in = walk_;
    std::copy_n(cells + u64{cell} * kept_, kept_, &begun_[u64{cell} * kept_]);
  }
  void change(u32 cell, u32 number, i32 by, i32* cells, Excursion& farthest) {
    if (cell == 0) return;
    i32& now = cells[u64{cell} * kept_ + number];
    now += by;
    farthest[number] =
        std::max<i64>(farthest[number], std::abs(i64{now} - begun_[u64{cell} * kept_ + number]));
  }

  u32 kept_;
  std::vector<Track> tracks_;
  std::vector<i32> begun_;  // numbers before the first change in walk changed_in, [cell · kept + number]
  u64 walk_ = 0;            // counts walks, including repeated ones
  Excursion allowed_;
};

// A walk through the candidates of a band, and its results.
class alignas(64) BandWalk {
 public:
  SortedTurns turns;

  // Asks `happens` for each candidate, in order, whether its copy happens. If so, the copy is counted in
  // `cells` and passed to `made`. Some turns earlier, `fetch` begins to load the data that will be needed.
  // Candidates that depend on another band wait for the next layout.
  template <Layout layout, typename Happens, typename Made, typename Fetch>
  void walk(std::span<const Found> found, const CellBands& bands, const SiteWords& words, WalkedCells& walked,
            i32* cells, Happens happens, Made made, Fetch fetch);
  void clear() {
    done_.clear();
    farthest_.fill(0);
    waiting_.clear(0);
    waiting_count_ = 0;
  }

  const std::vector<const Candidate*>& done() const { return done_; }
  const Excursion& farthest() const { return farthest_; }
  const DealtTurns& waiting() const { return waiting_; }
  u64 waiting_count() const { return waiting_count_; }

 private:
  std::vector<const Candidate*> done_;
  Excursion farthest_ = {};
  DealtTurns waiting_;  // sorted by the bands of the next layout
  u64 waiting_count_ = 0;
};

template <Layout layout, typename Happens, typename Made, typename Fetch>
void BandWalk::walk(std::span<const Found> found, const CellBands& bands, const SiteWords& words,
                    WalkedCells& walked, i32* cells, Happens happens, Made made, Fetch fetch) {
  clear();
  constexpr bool may_wait = layout != Layout::Together;
  constexpr Layout next = layout == Layout::Bands ? Layout::ShiftedBands : Layout::Together;
  if (may_wait) waiting_.clear(bands.count(next));
  const auto candidate_of = [&](const Turn& turn) { return &found[turn.finder].candidates[turn.candidate]; };
  const auto changes_of = [&](const Turn& turn) {
    return found[turn.finder].changes.data() + turn.candidate * walked.stored();
  };
  const std::span<const Turn> sorted = turns.sort();
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (i + 16 < sorted.size()) __builtin_prefetch(candidate_of(sorted[i + 16]));
    if (i + 8 < sorted.size()) fetch(*candidate_of(sorted[i + 8]));
    const Turn& turn = sorted[i];
    const Candidate& candidate = *candidate_of(turn);
    if constexpr (may_wait) {
      const u32 losing = words.cell(candidate.copy.before), gaining = words.cell(candidate.copy.after);
      if (turn.inside != Inside::Both || walked.waits(layout, losing) || walked.waits(layout, gaining)) {
        if (turn.inside != Inside::Gaining) walked.let_wait(layout, losing);
        if (turn.inside != Inside::Losing) walked.let_wait(layout, gaining);
        if (turn.inside == Inside::Gaining) continue;
        waiting_.deal(bands, next, turn, losing, gaining);
        ++waiting_count_;
        continue;
      }
    }
    if (!happens(candidate, changes_of(turn))) continue;
    walked.count(candidate.copy, changes_of(turn), words, cells, farthest_);
    made(candidate);
    done_.push_back(&candidate);
  }
}

}  // namespace morula::potts
