// The turns of regions in the parallel order, on the host. A processor draws many attempts at once, often
// more than a region makes in its turn; so attempts are drawn ahead, for several regions together.
#pragma once

#include <array>
#include <span>

#include "core/many_draws.h"
#include "models/potts/engine/padded_lattice.h"
#include "models/potts/order/regions.h"

namespace morula::potts {

// Identifies a sub-step.
struct SubStep {
  u64 step = 0;             // Monte Carlo step, counted from 0
  u32 turn = 0;             // number of the round in its step
  u32 number_in_round = 0;  // of the sub-step
};

// Regions of a sub-step, by their ranks.
struct RankRange {
  u64 begin = 0, end = 0;
};

// The turn of a region in one replica.
struct Turn {
  u64 replica = 0;
  u64 sub_step = 0;  // counted from the start of the run
  u32 time = 0;      // Monte Carlo step, counted from 1
  u32 rank = 0;      // among the regions of the sub-step
  Region region;
  u32 attempts = 0;
};

// Attempts of one turn that are drawn together.
struct PieceOfTurn {
  Turn turn;
  u32 first = 0;           // number of the first of them in the turn
  u32 begin = 0, end = 0;  // indices in DrawnAttempts

  bool ends_turn() const { return first + (end - begin) == turn.attempts; }
};

struct DrawnAttempts {
  std::array<u64, draws_at_once> place;                  // of the site in the padded lattice
  std::array<std::array<u32, 3>, draws_at_once> within;  // number of the site in its region, along each axis
  std::array<std::array<u32, draws_at_once>, 4> word;    // two for the site, neighbour, acceptance
};

// The coordinate, along an axis, of the site with number `within` in a region.
inline u32 coordinate_in(const Regions& regions, const Turn& turn, u32 within, std::size_t axis) {
  const u32 at = turn.region.ranges[axis].begin + within, length = regions.axes[axis].length;
  return at >= length ? at - length : at;
}

// Draws the attempts of some regions of a sub-step, in the order in which they are made.
class AttemptsAhead {
 public:
  AttemptsAhead(const Regions& regions, const PaddedLattice& padded) : regions_(regions), padded_(padded) {}
  AttemptsAhead(const AttemptsAhead&) = delete;  // it is large
  AttemptsAhead& operator=(const AttemptsAhead&) = delete;

  // The regions to draw for from now on. `key` is that of the replica's copies.
  void begin(u32x2 key, u64 replica, const SubStep& now, const Round& round, RankRange ranks);
  // Draws the next attempts. Returns false if all regions have made theirs.
  bool draw_next();
  std::span<const PieceOfTurn> pieces() const { return {pieces_.data(), count_}; }
  const DrawnAttempts& drawn() const { return drawn_; }

 private:
  Turn turn_of(u32 rank) const;
  void choose_pieces();
  void draw_words();
  void find_sites(const PieceOfTurn& piece);

  const Regions& regions_;
  const PaddedLattice& padded_;
  u32x2 key_ = {};
  u64 replica_ = 0;
  SubStep now_;
  Round round_;
  RankRange ranks_;  // of regions with attempts that are not drawn yet
  u32 begun_ = 0;    // attempts of the first of them that are drawn already
  std::size_t count_ = 0;
  std::array<PieceOfTurn, draws_at_once> pieces_;
  DrawnAttempts drawn_;
};

}  // namespace morula::potts
