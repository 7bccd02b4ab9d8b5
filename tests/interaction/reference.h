// The process, slow and obvious, written from the family's README. It shares only the draws with the engines.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/stream.h"
#include "models/interaction/interaction_spec.h"

namespace morula::test {

class Reference {
 public:
  Reference(const InteractionSpec& spec, u64 seed, u64 replica, std::vector<u8> states)
      : spec_(spec),
        states_(std::move(states)),
        side_{i64(spec.lattice.global.x), i64(spec.lattice.global.y), i64(spec.lattice.global.z)},
        periodic_{spec.lattice.boundary.x == Boundary::Periodic,
                  spec.lattice.boundary.y == Boundary::Periodic,
                  spec.lattice.boundary.z == Boundary::Periodic},
        offset_key_(stream(seed, Purpose::InteractionOffset, replica)),
        key_(stream(seed, Purpose::Interaction, replica)),
        sequential_key_(stream(seed, Purpose::SequentialInteraction, replica)) {
    for (i64 z = -1; z <= 1; ++z)
      for (i64 y = -1; y <= 1; ++y)
        for (i64 x = -1; x <= 1; ++x) {
          const i64 distance = std::abs(x) + std::abs(y) + std::abs(z);
          if (distance > 0 && distance <= *spec.neighbourhood.reach &&
              (z == 0 || spec.lattice.dimensions == 3))
            neighbours_.push_back({x, y, z});
        }
    list_displacements();
  }

  const std::vector<u8>& states() const { return states_; }
  void overwrite(u64 first, const std::vector<u8>& states) {
    std::copy(states.begin(), states.end(), states_.begin() + std::ptrdiff_t(first));
  }

  void generation() {
    if (spec_.order == UpdateOrder::Sequential) return sequential_generation();
    ++generation_;
    while (laid_ < double(generation_ * spec_.refine) * double(states_.size()) - 1e-6) phase();
  }

 private:
  using Place = std::array<i64, 3>;

  i64 stride(int axis) const {
    return axis >= int(spec_.lattice.dimensions) ? 1 : spec_.variant.needs_kin ? 3 : 2;
  }
  i64 parts(int axis) const {
    const i64 step = stride(axis);
    return axis >= int(spec_.lattice.dimensions) ? 1
           : periodic_[axis]                     ? side_[axis] / step
                                                 : (side_[axis] + 2 * step - 2) / step;
  }
  i64 offsets(int axis) const {
    return periodic_[axis] && side_[axis] % stride(axis) != 0 ? side_[axis] : stride(axis);
  }

  void phase() {
    const u32x4 word = draw(offset_key_, 0, phase_, 0);
    const std::array<u32, 3> words = {word.x, word.y, word.z};
    Place offset{};
    double laid = 1;  // averaged over the offsets at a wall
    for (int axis = 0; axis < 3; ++axis) {
      offset[axis] = i64((u64(words[axis]) * u64(offsets(axis))) >> 32);
      laid *= periodic_[axis] ? double(parts(axis)) : double(side_[axis]) / double(stride(axis));
    }
    for (i64 z = 0; z < parts(2); ++z)
      for (i64 y = 0; y < parts(1); ++y)
        for (i64 x = 0; x < parts(0); ++x) interaction({x, y, z}, offset);
    laid_ += laid;
    ++phase_;
  }

  i64 row_of(Place part) const { return part[2] * parts(1) + part[1]; }
  i64 teeth() const { return spec_.refine < 4 ? 2 : 4; }  // one block in this many is in the same comb

  // Where a block draws, and which bit of the words belongs to it.
  struct Drawing {
    u64 where;
    i64 lane;
  };
  Drawing drawing(Place part) const {
    if (spec_.refine == 1) return {u64(row_of(part) * ((parts(0) + 31) / 32) + part[0] / 32), part[0] % 32};
    // Of a stack: its height in rows and its width in blocks.
    const i64 high = i64(spec_.refine) / teeth(), span = 32 * teeth();
    const i64 stack = row_of(part) / high;
    const i64 inside = part[0] % span;
    return {u64(stack * ((parts(0) + span - 1) / span) + part[0] / span),
            inside % 32 / teeth() * teeth() + inside / 32};
  }

  // 32 or more consecutive blocks have the same words.
  u32 word_of(u64 where, u32 which) {
    if (where != words_where_ || phase_ != words_phase_) words_.clear();
    words_where_ = where;
    words_phase_ = phase_;
    while (which >= words_.size()) {
      const u32x4 words = draw(key_, where, phase_, static_cast<u32>(words_.size() / 4));
      for (const u32 word : {words.x, words.y, words.z, words.w}) words_.push_back(word);
    }
    return words_[which];
  }

  void interaction(Place part, Place offset) {
    const Drawing drawn = drawing(part);
    u32 next = 0;  // number of the next word
    const auto word = [&] { return word_of(drawn.where, next++); };
    const auto bit = [&] { return (word() >> drawn.lane) & 1u; };
    if (spec_.refine > 1) {
      // The first row of a stack has combs 0 and 1 (or 0 to 3), the second row those from 2 (or 4) on, and so
      // on.
      const i64 own_comb = row_of(part) % (i64(spec_.refine) / teeth()) * teeth() + part[0] % teeth();
      next = (spec_.variant.needs_kin ? 0 : spec_.lattice.dimensions) + u32(direction_digits());
      if (i64((u64(word()) * spec_.refine) >> 32) != own_comb) return;
      next = 0;
    }
    Place actor{};
    std::array<u32, 3> inside{};
    for (int axis = 0; axis < 3; ++axis) {
      if (!spec_.variant.needs_kin && axis < int(spec_.lattice.dimensions)) inside[axis] = bit();
      actor[axis] = part[axis] * stride(axis) - offset[axis] + inside[axis];
    }
    const Place displacement = choose_displacement([&](int digits) {
      u64 number = 0;
      for (int i = 0; i < digits; ++i) number |= u64(bit()) << (31 - i);
      return number;
    });
    Place partner{};
    for (int axis = 0; axis < 3; ++axis)
      partner[axis] = spec_.variant.needs_kin ? actor[axis] + displacement[axis]
                                              : actor[axis] + (displacement[axis] == 0 ? 0
                                                               : inside[axis]          ? -1
                                                                                       : 1);
    if (spec_.refine > 1) word();  // skips the word that chose the comb
    u64 number = 0;
    for (int i = 0; i < 32; ++i)
      number |= u64(bit()) << (31 - i);  // digits beyond those that matter decide nothing
    act(actor, partner, number);
  }

  int direction_digits() const {
    const bool halves = (neighbours_.size() & (neighbours_.size() - 1)) == 0;
    return !halves                   ? 32
           : spec_.variant.needs_kin ? (neighbours_.size() == 8 ? 3 : 2)
                                     : (neighbours_.size() == 8 ? 2 : 1);
  }

  // The displacements of the neighbourhood. In blocks, displacements that differ only in signs are one.
  void list_displacements() {
    for (Place neighbour : neighbours_) {
      if (!spec_.variant.needs_kin)
        neighbour = {std::abs(neighbour[0]), std::abs(neighbour[1]), std::abs(neighbour[2])};
      const auto listed = std::ranges::find(displacements_, neighbour, &Displacement::by);
      if (listed == displacements_.end())
        displacements_.push_back({neighbour, 1});
      else
        ++listed->share;
    }
    if (spec_.variant.needs_kin) return;
    std::ranges::sort(displacements_, {}, [](const Displacement& displacement) {
      return displacement.by[0] + 2 * displacement.by[1] + 4 * displacement.by[2];
    });
  }

  template <typename Number>
  Place choose_displacement(const Number& number) const {
    const u64 drawn = number(direction_digits());
    u64 sum = 0;
    for (const Displacement& displacement : displacements_) {
      sum += displacement.share;
      if (drawn < (sum << 32) / neighbours_.size()) return displacement.by;
    }
    return displacements_.back().by;
  }

  void sequential_generation() {
    for (u64 n = 0; n < states_.size(); ++n) {
      const u32x4 words = draw(sequential_key_, n, generation_, 0);
      const long double fraction = (words.x * 4294967296.0L + words.y) / 18446744073709551616.0L;
      const i64 site = i64(fraction * static_cast<long double>(states_.size()));
      const Place actor = {site % side_[0], site / side_[0] % side_[1], site / side_[0] / side_[1]};
      const Place& displacement =
          neighbours_[std::size_t(words.z / 4294967296.0 * double(neighbours_.size()))];
      act(actor, {actor[0] + displacement[0], actor[1] + displacement[1], actor[2] + displacement[2]},
          words.w);
    }
    ++generation_;
  }

  u8* at(Place place) {
    for (int axis = 0; axis < 3; ++axis) {
      if (periodic_[axis]) place[axis] = ((place[axis] % side_[axis]) + side_[axis]) % side_[axis];
      if (place[axis] < 0 || place[axis] >= side_[axis]) return nullptr;
    }
    return &states_[std::size_t((place[2] * side_[1] + place[1]) * side_[0] + place[0])];
  }

  void act(Place actor_place, Place partner_place, u64 number) {
    u8 *actor = at(actor_place), *partner = at(partner_place);
    if (!actor || !partner || *actor == 0) return;
    const Species& species = spec_.species[*actor - 1u];
    const double u = double(number) / 4294967296.0;
    const double move = cut(species.mobility), reproduce = cut(species.mobility + species.reproduction);
    const double predation =
        *partner == 0 ? 0 : spec_.predation[(*actor - 1u) * spec_.species.size() + *partner - 1u];
    if (u < move) {
      if (spec_.variant.swaps || *partner == 0) std::swap(*actor, *partner);
    } else if (u < reproduce) {
      bool kin = !spec_.variant.needs_kin;
      for (const Place& displacement : neighbours_) {
        const u8* state = at({actor_place[0] + displacement[0], actor_place[1] + displacement[1],
                              actor_place[2] + displacement[2]});
        kin = kin || (state && *state == *actor);
      }
      if (*partner == 0 && kin) *partner = *actor;
    } else if (predation > 0 && u < cut(species.mobility + species.reproduction + predation)) {
      *partner = spec_.variant.takes_over ? *actor : u8{0};
    }
  }

  // Rounds a probability to a 32-bit threshold.
  double cut(double probability) const {
    return std::floor(std::min(probability, 1.0) * 4294967296.0) / 4294967296.0;
  }

  InteractionSpec spec_;
  std::vector<u8> states_;
  std::array<i64, 3> side_;
  std::array<bool, 3> periodic_;
  u32x2 offset_key_, key_, sequential_key_;
  std::vector<Place> neighbours_;
  struct Displacement {
    Place by;
    u64 share;  // as a share of all neighbours
  };
  std::vector<Displacement> displacements_;
  std::vector<u32> words_;  // of the phase and place given below
  u64 words_where_ = 0, words_phase_ = 0;
  u64 generation_ = 0, phase_ = 0;
  double laid_ = 0;  // blocks or actors since the beginning
};

}  // namespace morula::test
