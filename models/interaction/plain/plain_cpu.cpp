// The parallel order on threads, plainly: one word of 32 blocks or actors after the other, each block by
// itself.
#include <array>

#include "models/interaction/order/block_order.h"
#include "models/interaction/order/block_sites.h"
#include "models/interaction/order/draw_layout.h"
#include "models/interaction/order/replica_keys.h"
#include "models/interaction/plain/byte_states.h"

namespace morula {
namespace {

using Words = std::array<u32, most_words + 1>;  // whole draws
using Coordinates = std::array<i64, 3>;

bool is_inside(const Coordinates& place) { return place[0] >= 0 && place[1] >= 0 && place[2] >= 0; }

// Digits of one block out of their words, the first the most significant of 32.
u32 number_in(const Words& words, unsigned first, unsigned digits, u32 lane) {
  u32 number = 0;
  for (unsigned digit = 0; digit < digits; ++digit)
    number |= ((words[first + digit] >> lane) & 1u) << (31 - digit);
  return number;
}

class InteractionCpu final : public HostStates {
 public:
  InteractionCpu(const InteractionSpec& interaction, u64 seed, std::shared_ptr<ThreadPool> threads)
      : HostStates(interaction, std::move(threads)),
        plan_(interaction),
        phases_(interaction),
        keys_(replica_keys(interaction, seed, Purpose::Interaction)),
        offset_keys_(replica_keys(interaction, seed, Purpose::InteractionOffset)) {}

  void step(std::uint64_t from, std::uint64_t generations) override {
    const u64 end = phases_.until(from + generations);
    const u64 words = phases_.words();
    for (u64 phase = phases_.until(from); phase < end; ++phase)
      threads_->for_ranges(interaction_.replicas * words, [&](u64 first, u64 last) {
        for (u64 i = first; i < last; ++i)
          if (!frozen_[i / words]) interact_in_word(i / words, i % words, phase);
      });
  }

 private:
  // Where the parts of a word lie, and what was drawn for them.
  struct PartsOfWord {
    u64 replica;
    u64 x;  // of the first part
    u64 y, z;
    std::array<u32, 3> offset;
    Words words;
  };

  void interact_in_word(u64 replica, u64 word, u64 phase) {
    const u64 rows = phases_.cuts[1].parts();
    PartsOfWord parts{replica,
                      word % phases_.words_x * 32,
                      word / phases_.words_x % rows,
                      word / phases_.words_x / rows,
                      offset_of(replica, phase),
                      {}};
    for (u32 which = 0; which * 4 < plan_.words(); ++which) {
      const u32x4 drawn = draw(keys_[replica], word, phase, which);
      const std::array<u32, 4> four = {drawn.x, drawn.y, drawn.z, drawn.w};
      std::copy(four.begin(), four.end(), parts.words.begin() + which * 4);
    }
    for (u32 lane = 0; lane < 32 && parts.x + lane < phases_.cuts[0].parts(); ++lane)
      interact_in_part(parts, lane);
  }

  std::array<u32, 3> offset_of(u64 replica, u64 phase) const {
    const u32x4 drawn = draw(offset_keys_[replica], 0, phase, 0);
    return {offset_from(drawn.x, phases_.cuts[0].offsets()), offset_from(drawn.y, phases_.cuts[1].offsets()),
            offset_from(drawn.z, phases_.cuts[2].offsets())};
  }

  // The site of a part that is so many steps from its first one.
  Coordinates site_of(const PartsOfWord& parts, u32 lane, std::array<u32, 3> steps) const {
    const std::array<u64, 3> part = {parts.x + lane, parts.y, parts.z};
    Coordinates place{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const Cut& cut = phases_.cuts[axis];
      place[axis] = site_in_part(part[axis], steps[axis], parts.offset[axis], static_cast<u32>(cut.stride),
                                 static_cast<i64>(cut.side), cut.periodic);
    }
    return place;
  }

  void interact_in_part(const PartsOfWord& parts, u32 lane) {
    const u32 chosen = number_in(parts.words, plan_.way_first(), plan_.ways.digits, lane);
    std::size_t way = 0;
    while (chosen >= plan_.ways.below[way]) ++way;
    const u32 action = number_in(parts.words, plan_.action_first(), plan_.action_digits, lane);
    if (interaction_.choices.needs_kin) {
      const Coordinates actor = site_of(parts, lane, {0, 0, 0});
      return interact_at(parts.replica, actor, moved(actor, plan_.displacements[way]), action);
    }
    u32 place = 0;
    for (unsigned axis = 0; axis < plan_.actor_words; ++axis)
      place |= ((parts.words[axis] >> lane) & 1u) << axis;
    const u32 other = place ^ plan_.across[way];
    const auto steps = [](u32 at) { return std::array<u32, 3>{at & 1u, (at >> 1) & 1u, at >> 2}; };
    interact_at(parts.replica, site_of(parts, lane, steps(place)), site_of(parts, lane, steps(other)),
                action);
  }

  Coordinates moved(const Coordinates& place, const Displacement& by) const {
    const std::array<i32, 3> steps = {by.x, by.y, by.z};
    Coordinates there{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const Cut& cut = phases_.cuts[axis];
      there[axis] = steps[axis] == 0
                        ? place[axis]
                        : site_inside(place[axis] + steps[axis], static_cast<i64>(cut.side), cut.periodic);
    }
    return there;
  }

  u8& state_at(u64 replica, const Coordinates& place) {
    const Site site{static_cast<Index>(place[0]), static_cast<Index>(place[1]), static_cast<Index>(place[2])};
    return states_[replica * sites_ + interaction_.lattice.index_of(site)];
  }

  bool has_kin(u64 replica, const Coordinates& actor, u8 species) {
    for (const Displacement& one : plan_.displacements)
      if (const Coordinates place = moved(actor, one);
          is_inside(place) && state_at(replica, place) == species)
        return true;
    return false;
  }

  void interact_at(u64 replica, const Coordinates& actor, const Coordinates& partner, u32 action) {
    if (!is_inside(actor) || !is_inside(partner)) return;
    u8 &first = state_at(replica, actor), &second = state_at(replica, partner);
    const bool kin = interaction_.choices.needs_kin && has_kin(replica, actor, first);
    const Pair after =
        interact({first, second}, action, rates_of(replica).of(first, second), interaction_.choices, kin);
    first = static_cast<u8>(after.actor);
    second = static_cast<u8>(after.partner);
  }

  DrawPlan plan_;
  Phases phases_;
  std::vector<u32x2> keys_, offset_keys_;
};

}  // namespace

std::unique_ptr<InteractionEngine> make_interaction_cpu(const InteractionSpec& interaction,
                                                        std::uint64_t seed,
                                                        std::shared_ptr<ThreadPool> threads) {
  return std::make_unique<InteractionCpu>(interaction, seed, std::move(threads));
}

}  // namespace morula
