// Which attempts the parallel order and the order of `exclusive` make, from their definitions in README.md.
// They depend on the random numbers alone, not on the tissue.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "core/stream.h"
#include "core/uint128.h"
#include "models/potts/potts_spec.h"

namespace morula::test {

struct SitePlace {
  i64 x = 0, y = 0, z = 0;
  friend auto operator<=>(const SitePlace&, const SitePlace&) = default;
};

// Attempts of a sub-step happen in the order of these values.
struct PlannedAttempt {
  u32 order = 0;
  u64 number = 0;
  SitePlace at;
  u64 direction = 0;
  u32 word = 0;  // the random word of acceptance
  friend auto operator<=>(const PlannedAttempt&, const PlannedAttempt&) = default;
};

inline u64 below(u32 word, u64 count) { return u64{word} * count >> 32; }

// The attempts of a Monte Carlo step in the parallel order.
class TurnsOfStep {
 public:
  TurnsOfStep(const potts::PottsSpec& spec, u64 seed, u64 replica, u64 step)
      : spec_(spec),
        turns_(*spec.region_turns),
        round_key_(stream(seed, Purpose::RegionOrigin, replica)),
        key_(stream(seed, Purpose::RegionCopy, replica)) {
    const Lattice& lattice = spec_.lattice;
    axes_ = {std::pair{lattice.global.x, lattice.boundary.x},
             std::pair{lattice.global.y, lattice.boundary.y}};
    if (lattice.dimensions == 3) axes_.emplace_back(lattice.global.z, lattice.boundary.z);
    for (u64 turn = 0; turn < turns_; ++turn) add_round(step, turn);
  }

  const std::vector<PlannedAttempt>& attempts() const { return attempts_; }

 private:
  using Interval = std::vector<i64>;  // coordinates of its sites

  // The even intervals of an axis, then the odd ones; or one list, if the axis is not cut.
  std::vector<std::vector<Interval>> intervals(Index side, Boundary boundary, u32 word) const {
    const i64 length = static_cast<i64>(side), pairs = length / (2 * i64{*spec_.region_side});
    std::vector<Interval> in_order;
    const auto add = [&](i64 begin, i64 end) {
      in_order.emplace_back();
      for (i64 at = begin; at < end; ++at)
        if (boundary == Boundary::Periodic)
          in_order.back().push_back(at % length);
        else if (at >= 0 && at < length)
          in_order.back().push_back(at);
    };
    if (pairs == 0) {
      add(0, length);
      return {in_order};
    }
    if (boundary == Boundary::Periodic) {
      const i64 origin = static_cast<i64>(below(word, side));
      for (i64 i = 0; i < 2 * pairs; ++i)
        add(origin + i * length / (2 * pairs), origin + (i + 1) * length / (2 * pairs));
    } else {
      const i64 width = (length + 2 * pairs - 1) / (2 * pairs),
                origin = static_cast<i64>(below(word, static_cast<u64>(2 * width)));
      for (i64 i = 0; i < 2 * pairs + 2; ++i) add(i * width - origin, (i + 1) * width - origin);
    }
    std::vector<std::vector<Interval>> by_parity(2);
    for (std::size_t i = 0; i < in_order.size(); ++i) by_parity[i % 2].push_back(in_order[i]);
    return by_parity;
  }

  static std::vector<u64> shuffled(u64 count, u32 word) {
    std::vector<u64> order(count);
    for (u64 i = 0; i < count; ++i) order[i] = i;
    for (u64 open = count; open > 1; --open) {
      std::swap(order[open - 1], order[below(word, open)]);
      word = static_cast<u32>(word * open);
    }
    return order;
  }

  // Every region has its turn number `turn` of the step.
  void add_round(u64 step, u64 turn) {
    const u64 number = step * turns_ + turn;
    const u32x4 words = draw(round_key_, 0, number, 0);
    const auto x = intervals(axes_[0].first, axes_[0].second, words.x),
               y = intervals(axes_[1].first, axes_[1].second, words.y),
               z = axes_.size() == 3 ? intervals(axes_[2].first, axes_[2].second, words.z)
                                     : std::vector<std::vector<Interval>>{{{0}}};
    const u64 kinds = x.size() * y.size() * z.size();
    u64 sub_step = number * kinds;
    for (const u64 kind : shuffled(kinds, words.w))
      add_turns(x[kind % x.size()], y[kind / x.size() % y.size()], z[kind / x.size() / y.size()], turn,
                sub_step++);
  }

  // The largest number of attempts of a region in a turn.
  u64 most_attempts() const {
    u64 most_sites = 1;
    for (const auto& [side, boundary] : axes_) {
      const u64 count = std::max<u64>(1, side / (2 * *spec_.region_side) * 2);
      most_sites *= (side + count - 1) / count;
    }
    return (most_sites + turns_ - 1) / turns_;
  }

  // The regions with even numbers along all axes come first, then those with an odd number along x, and so
  // on.
  void add_turns(const std::vector<Interval>& x, const std::vector<Interval>& y,
                 const std::vector<Interval>& z, u64 turn, u64 sub_step) {
    for (u64 parities = 0; parities < 8; ++parities)
      for (u64 k = parities / 4; k < z.size(); k += 2)
        for (u64 j = parities / 2 % 2; j < y.size(); j += 2)
          for (u64 i = parities % 2; i < x.size(); i += 2) {
            const u64 sites = x[i].size() * y[j].size() * z[k].size(),
                      region = (k * y.size() + j) * x.size() + i,
                      count = sites * (turn + 1) / turns_ - sites * turn / turns_;
            for (u64 n = 0; n < count; ++n)
              add_attempt(x[i], y[j], z[k], region * most_attempts() + n, sub_step);
          }
  }

  // The first 64 bits are a random fraction, which chooses one of all sites, layer by layer and row by row.
  void add_attempt(const Interval& x, const Interval& y, const Interval& z, u64 number, u64 sub_step) {
    const u32x4 word = draw(key_, number, sub_step, 0);
    const u64 site = high_product(u64{word.x} << 32 | word.y, x.size() * y.size() * z.size());
    const SitePlace at{x[site % x.size()], y[site / x.size() % y.size()], z[site / x.size() / y.size()]};
    attempts_.push_back({0, number, at, below(word.z, spec_.copy.neighbours.size()), word.w});
  }

  const potts::PottsSpec& spec_;
  u64 turns_;
  u32x2 round_key_, key_;
  std::vector<std::pair<Index, Boundary>> axes_;
  std::vector<PlannedAttempt> attempts_;
};

// The regions of `exclusive`, sub-step by sub-step.
class ExclusiveRegions {
 public:
  ExclusiveRegions(const potts::PottsSpec& spec, u64 seed, u64 replica)
      : spec_(spec),
        origin_key_(stream(seed, Purpose::RegionOrigin, replica)),
        key_(stream(seed, Purpose::RegionCopy, replica)) {}

  // Sub-steps are made until the mean number of attempts is as large as the number of sites for every step.
  bool begins_before(u64 step) const {
    return laid_ < static_cast<double>(step) * static_cast<double>(spec_.lattice.global.sites()) - 1e-6;
  }

  // The attempts of the next sub-step, in their order.
  std::vector<PlannedAttempt> next_attempts() {
    const Lattice& lattice = spec_.lattice;
    const u32x4 origin = draw(origin_key_, 0, sub_step_, 0);
    const Axis x = lay(lattice.global.x, lattice.boundary.x, origin.x),
               y = lay(lattice.global.y, lattice.boundary.y, origin.y),
               z = lattice.dimensions == 3 ? lay(lattice.global.z, lattice.boundary.z, origin.z)
                                           : Axis{{{0}}, 1};
    std::vector<PlannedAttempt> attempts;
    u64 number = 0;
    for (const auto& in_z : z.regions)
      for (const auto& in_y : y.regions)
        for (const auto& in_x : x.regions) {
          const u32x4 word = draw(key_, number, sub_step_, 0);
          const u64 within = below(word.x, in_x.size() * in_y.size() * in_z.size());
          const SitePlace at{in_x[within % in_x.size()], in_y[within / in_x.size() % in_y.size()],
                             in_z[within / in_x.size() / in_y.size()]};
          if (at.x >= 0 && at.y >= 0 && at.z >= 0)
            attempts.push_back({word.w, number, at, below(word.y, spec_.copy.neighbours.size()), word.z});
          ++number;
        }
    std::ranges::sort(attempts);
    laid_ += static_cast<double>(number) * x.share * y.share * z.share;
    ++sub_step_;
    return attempts;
  }

 private:
  struct Axis {
    std::vector<std::vector<i64>> regions;  // the sites of each region; -1 beyond a wall
    double share = 1;                       // mean share of regions that is not beyond a wall
  };

  Axis lay(Index side, Boundary boundary, u32 word) const {
    const i64 length = static_cast<i64>(side), width = *spec_.region_side, pair = 2 * width;
    Axis axis;
    const auto add = [&](i64 first, i64 sites) {
      axis.regions.emplace_back();
      for (i64 i = first; i < first + sites; ++i) {
        const i64 wrapped = boundary == Boundary::Periodic ? i % length : i;
        axis.regions.back().push_back(wrapped >= 0 && wrapped < length ? wrapped : -1);
      }
    };
    if (boundary == Boundary::Periodic) {
      const i64 origin = static_cast<i64>(below(word, static_cast<u64>(length % pair == 0 ? pair : length)));
      if (length < pair)
        add(origin, std::min(width, length));
      else
        for (i64 k = 0; k < length / pair; ++k) add(origin + k * pair, width);
    } else if (length <= width) {
      add(0, length);
    } else {
      const i64 origin = static_cast<i64>(below(word, static_cast<u64>(pair)));
      for (i64 first = -origin; first < length + pair - 1 - origin; first += pair) add(first, width);
      axis.share =
          static_cast<double>(length) / static_cast<double>(pair) / static_cast<double>(axis.regions.size());
    }
    return axis;
  }

  potts::PottsSpec spec_;
  u32x2 origin_key_, key_;
  u64 sub_step_ = 0;
  double laid_ = 0;
};

}  // namespace morula::test
