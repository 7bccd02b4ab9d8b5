// The plain engine on threads, in the parallel order: a byte per site. It handles one word of 32 blocks after
// the other, block by block.
#include <array>

#include "models/interaction/order/block_order.h"
#include "models/interaction/order/block_sites.h"
#include "models/interaction/order/draw_layout.h"
#include "models/interaction/order/replica_keys.h"
#include "models/interaction/plain/byte_states.h"

namespace morula {
namespace {

using DrawnWords = std::array<u32, most_draw_words>;  // the words of all draws that are needed
using Coordinates = std::array<i64, 3>;               // -1 beyond a wall

bool is_inside(const Coordinates& site) { return site[0] >= 0 && site[1] >= 0 && site[2] >= 0; }

// The random number of one block: each word provides one of its binary digits, the most significant of 32
// first.
u32 number_in(const DrawnWords& words, unsigned first, unsigned digits, u32 lane) {
  u32 number = 0;
  for (unsigned digit = 0; digit < digits; ++digit)
    number |= ((words[first + digit] >> lane) & 1u) << (31 - digit);
  return number;
}

class PlainCpu final : public ByteStates {
 public:
  PlainCpu(const InteractionSpec& interaction, u64 seed, std::shared_ptr<ThreadPool> threads)
      : ByteStates(interaction, std::move(threads)),
        layout_(interaction),
        order_(interaction),
        keys_(replica_keys(interaction, seed, Purpose::Interaction)),
        offset_keys_(replica_keys(interaction, seed, Purpose::InteractionOffset)) {}

  void step(std::uint64_t from, std::uint64_t generations) override {
    step_phases(order_.phases_until(from), order_.phases_until(from + generations));
  }
  void step_phases(std::uint64_t begin, std::uint64_t end) override {
    const u64 rows = order_.most_stored_rows();
    for (u64 phase = begin; phase < end; ++phase)
      threads_->for_ranges(interaction_.replicas * rows, [&](u64 first, u64 last) {
        for (u64 i = first; i < last; ++i)
          if (!frozen_[i / rows]) interact_in_row(i / rows, i % rows, phase);
      });
  }

 private:
  // Where 32 blocks of a row lie, and what was drawn for them.
  struct WordOfBlocks {
    u64 replica;
    std::array<u64, 32> x;
    u64 y, z;
    std::array<u32, 3> offset;
    i64 shift;  // see StoredRows
    DrawnWords words;
  };

  void interact_in_row(u64 replica, u64 row, u64 phase) {
    const std::array<u32, 3> offset = order_.offset_of(offset_keys_[replica], phase);
    order_.for_stored_rows(offset, row, row + 1, [&](const StoredRows& stored) {
      for (u64 at = stored.begin; at < stored.end; ++at)
        for (u64 column = 0; column < order_.columns(); ++column)
          interact_in_column(replica, at, column, phase, offset, stored.shift);
    });
  }

  // Handles the blocks of a word of the row or, in refined phases, those of the acting comb if it has one in
  // this column.
  void interact_in_column(u64 replica, u64 row, u64 column, u64 phase, const std::array<u32, 3>& offset,
                          i64 shift) {
    const u64 rows = order_.axes[1].blocks(), where = order_.draw_of(row, column);
    const auto four_words = [&](u32 which) {
      const u32x4 drawn = draw(keys_[replica], where, phase, which);
      return std::array<u32, 4>{drawn.x, drawn.y, drawn.z, drawn.w};
    };
    WordOfBlocks blocks{replica, {}, row % rows, row / rows, offset, shift, {}};
    if (order_.is_refined()) {
      const u32 word = layout_.comb_first();
      const Comb comb = acting_comb(four_words(word / 4)[word % 4], order_.refine, order_.comb_spacing);
      if (comb.row != row % order_.stack_rows) return;
      for (u32 lane = 0; lane < 32; ++lane)
        blocks.x[lane] = column * order_.comb_span() + block_of_lane(lane, comb.first, order_.comb_spacing);
    } else {
      for (u32 lane = 0; lane < 32; ++lane) blocks.x[lane] = column * 32 + lane;
    }
    for (u32 which = 0; which * 4 < layout_.words(); ++which) {
      const std::array<u32, 4> four = four_words(which);
      std::copy(four.begin(), four.end(), blocks.words.begin() + which * 4);
    }
    for (u32 lane = 0; lane < 32; ++lane)
      if (blocks.x[lane] < order_.axes[0].blocks()) interact_in_block(blocks, lane);
  }

  // The site of a block that lies this many steps from its first site along each axis.
  Coordinates site_of(const WordOfBlocks& blocks, u32 lane, std::array<u32, 3> steps) const {
    const std::array<u64, 3> block = {blocks.x[lane], blocks.y, blocks.z};
    Coordinates site{};
    for (unsigned axis = 0; axis < 3; ++axis)
      site[axis] = order_.coordinate(axis, block[axis], steps[axis], blocks.offset[axis], blocks.shift);
    return site;
  }

  void interact_in_block(const WordOfBlocks& blocks, u32 lane) {
    const u32 chosen = number_in(blocks.words, layout_.partner_first(), layout_.partner.digits, lane);
    std::size_t partner = 0;
    while (chosen >= layout_.partner.below[partner]) ++partner;
    const u32 action = number_in(blocks.words, layout_.action_first(), layout_.action_digits, lane);
    if (interaction_.variant.needs_kin) {
      const Coordinates actor = site_of(blocks, lane, {0, 0, 0});
      if (!is_inside(actor)) return;
      return interact_at(blocks, actor, displaced(actor, layout_.displacements[partner], blocks.shift),
                         action);
    }
    u32 place = 0;
    for (unsigned axis = 0; axis < layout_.actor_words; ++axis)
      place |= ((blocks.words[axis] >> lane) & 1u) << axis;
    const u32 other = place ^ layout_.across[partner];
    const auto steps = [](u32 at) { return std::array<u32, 3>{at & 1u, (at >> 1) & 1u, at >> 2}; };
    interact_at(blocks, site_of(blocks, lane, steps(place)), site_of(blocks, lane, steps(other)), action);
  }

  Coordinates displaced(const Coordinates& site, const Neighbour& by, i64 shift) const {
    const std::array<i32, 3> steps = {by.dx, by.dy, by.dz};
    Coordinates there{};
    for (unsigned axis = 0; axis < 3; ++axis)
      there[axis] =
          steps[axis] == 0 ? site[axis] : order_.coordinate_beside(axis, site[axis], steps[axis], shift);
    return there;
  }

  u8& state_at(u64 replica, const Coordinates& at) {
    const Site site{static_cast<Index>(at[0]), static_cast<Index>(at[1]), static_cast<Index>(at[2])};
    return states_[replica * sites_ + interaction_.lattice.index_of(site)];
  }

  bool has_kin(const WordOfBlocks& blocks, const Coordinates& actor, u8 species) {
    for (const Neighbour& displacement : layout_.displacements)
      if (const Coordinates site = displaced(actor, displacement, blocks.shift);
          is_inside(site) && state_at(blocks.replica, site) == species)
        return true;
    return false;
  }

  void interact_at(const WordOfBlocks& blocks, const Coordinates& actor, const Coordinates& partner,
                   u32 action) {
    if (!is_inside(actor) || !is_inside(partner)) return;
    u8 &first = state_at(blocks.replica, actor), &second = state_at(blocks.replica, partner);
    const bool kin = interaction_.variant.needs_kin && has_kin(blocks, actor, first);
    const Pair after = interact({first, second}, action, rates_of(blocks.replica).of(first, second),
                                interaction_.variant, kin);
    first = static_cast<u8>(after.actor);
    second = static_cast<u8>(after.partner);
  }

  DrawLayout layout_;
  BlockOrder order_;
  std::vector<u32x2> keys_, offset_keys_;
};

}  // namespace

std::unique_ptr<InteractionEngine> make_plain_cpu(const InteractionSpec& interaction, std::uint64_t seed,
                                                  std::shared_ptr<ThreadPool> threads) {
  return std::make_unique<PlainCpu>(interaction, seed, std::move(threads));
}

}  // namespace morula
