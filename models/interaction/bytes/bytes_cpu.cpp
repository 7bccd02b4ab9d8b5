// The engine on bytes, on threads: a byte per site like the plain engine, but for 32 blocks at a time, with
// random numbers drawn for many words at once. It is for models with too many species or rates for bit
// planes, and for reproduction that needs kin.
#include <algorithm>
#include <optional>

#include "models/interaction/bytes/byte_words.h"
#include "models/interaction/order/block_order.h"
#include "models/interaction/order/block_sites.h"
#include "models/interaction/order/draw_layout.h"
#include "models/interaction/order/phases_on_threads.h"
#include "models/interaction/order/replica_keys.h"
#include "models/interaction/plain/byte_states.h"
#include "models/interaction/plain/outcome_table.h"

namespace morula {
namespace {

class BytesCpu final : public ByteStates {
 public:
  BytesCpu(const InteractionSpec& interaction, u64 seed, std::shared_ptr<ThreadPool> threads)
      : ByteStates(interaction, std::move(threads)),
        layout_(interaction),
        order_(interaction),
        partners_(layout_, {}),
        words_(make_byte_words(interaction)),
        thresholds_(
            interaction.feedback ? interaction.replicas : 1,
            PairThresholds(interaction.states(), action_thresholds(interaction), layout_.action_digits)),
        keys_(replica_keys(interaction, seed, Purpose::Interaction)),
        offset_keys_(replica_keys(interaction, seed, Purpose::InteractionOffset)) {}

  void set_rates(std::uint64_t replica, const ActionThresholds& rates) override {
    ByteStates::set_rates(replica, rates);
    thresholds_[replica] = PairThresholds(interaction_.states(), rates, layout_.action_digits);
  }

  void step(std::uint64_t from, std::uint64_t generations) override {
    step_phases(order_.phases_until(from), order_.phases_until(from + generations));
  }
  void step_phases(std::uint64_t begin, std::uint64_t end) override {
    run_phases(
        {*threads_, live_of(frozen_), begin, end, order_.most_stored_rows()},
        [] { return std::make_unique<Scratch>(); },
        [&](u64 replica, u64 phase, u64 first, u64 last, Scratch& scratch) {
          const std::array<u32, 3> offset = order_.offset_of(offset_keys_[replica], phase);
          order_.for_stored_rows(offset, first, last, [&](const StoredRows& rows) {
            const Phase phase_of_rows{replica, phase, offset, rows.shift};
            if (order_.is_refined())
              interact_in_combs(phase_of_rows, rows.begin, rows.end, scratch);
            else
              interact_in_rows(phase_of_rows, rows.begin, rows.end, scratch);
          });
        });
  }

 private:
  // Memory that each thread has for itself.
  struct Scratch {
    Scratch() {}
    BlockDecisions decisions;
    DigitWords digits;
    WordOfBlocks word;
    std::array<u8*, 9> rows;  // of the word; null beyond a wall
  };

  struct Phase {
    u64 replica, number;
    std::array<u32, 3> offset;
    i64 shift;  // see StoredRows
  };

  // Handles words `begin` · words_x to `end` · words_x - 1, as many at a time as are decided at once.
  void interact_in_rows(const Phase& phase, u64 begin, u64 end, Scratch& scratch) {
    const u64 words = order_.words_x;
    u64 row = begin, word = 0;  // index of the word in its row
    for (u64 first = begin * words; first < end * words; first += most_words_decided) {
      const u64 count = std::min(most_words_decided, end * words - first);
      draw_decisions(keys_[phase.replica], first, phase.number, count, partners_, scratch.decisions);
      draw_digits(phase, first, count, scratch.digits);
      for (u64 i = 0; i < count; ++i) {
        if (i == 0 || word == 0) find_rows(phase, row, scratch);
        scratch.word.drawn = i;
        interact_at(place_of(phase, word * blocks_in_word, blocks_in_word), phase, first + i, scratch);
        if (++word == words) word = 0, ++row;
      }
    }
  }

  // Handles the combs that act in rows `begin` to `end` - 1.
  void interact_in_combs(const Phase& phase, u64 begin, u64 end, Scratch& scratch) {
    if (begin == end) return;
    const u64 columns = order_.combs_x, last = (order_.stack_of(end - 1) + 1) * columns;
    u64 stack = order_.stack_of(begin), column = 0;
    for (u64 first = stack * columns; first < last; first += most_words_decided) {
      const u64 count = std::min(most_words_decided, last - first);
      draw_decisions(keys_[phase.replica], first, phase.number, count, partners_, scratch.decisions);
      draw_digits(phase, first, count, scratch.digits);
      for (u64 i = 0; i < count; ++i) {
        const Comb comb = acting_comb(scratch.decisions.comb[i], order_.refine, order_.comb_spacing);
        const std::optional<u64> row = order_.acting_row(stack, comb);
        if (row && *row >= begin && *row < end) {
          find_rows(phase, *row, scratch);
          scratch.word.drawn = i;
          WindowPlace place = place_of(phase, column * order_.comb_span(), order_.comb_span());
          place.comb = {comb.first, order_.comb_spacing};
          interact_at(place, phase, first + i, scratch);
        }
        if (++column == columns) column = 0, ++stack;
      }
    }
  }

  // How many first digits are drawn of the number that chooses the action.
  u32 digits_drawn() const { return std::min(first_digits, layout_.action_digits); }

  void draw_digits(const Phase& phase, u64 where, u64 count, DigitWords& digits) const {
    const unsigned first = layout_.action_first(), drawn = digits_drawn();
    for (u64 done = 0; done < count; done += draws_at_once)
      for (unsigned which = first / 4; which * 4 < first + drawn; ++which) {
        ManyDraws draws;
        draws_from(keys_[phase.replica], where + done, phase.number, which, draws);
        for (unsigned word = std::max(which * 4, first); word < std::min(which * 4 + 4, first + drawn);
             ++word)
          for (std::size_t i = 0; i < vectors_drawn; ++i)
            store_vector((bits)draws.word[word % 4][i], &digits[word - first][done + i * words_in_vector]);
      }
  }

  // Draws the whole number of a block: digits are drawn until it is known whether the number is below each of
  // its thresholds.
  class WholeNumbers final : public OpenActions {
   public:
    WholeNumbers(const BytesCpu& engine, const Phase& phase, u64 where)
        : engine_(engine), phase_(phase), where_(where) {}

    u32 action(u32 block, u32 actor, u32 partner, u8 known) const override {
      const DrawLayout& layout = engine_.layout_;
      const Thresholds& below = engine_.rates_of(phase_.replica).of(actor, partner);
      const unsigned first = layout.action_first(), end = first + layout.action_digits,
                     next = first + engine_.digits_drawn();
      u32 number = u32{known} << 24;
      for (unsigned which = next / 4; which * 4 < end; ++which) {
        const u32x4 drawn = draw(engine_.keys_[phase_.replica], where_, phase_.number, which);
        const std::array<u32, 4> words = {drawn.x, drawn.y, drawn.z, drawn.w};
        unsigned word = std::max(which * 4, next);
        for (; word < std::min(which * 4 + 4, end); ++word)
          number |= ((words[word % 4] >> block) & 1u) << (31 - (word - first));
        const u64 undrawn = (u64{1} << (32 - (word - first))) - 1;
        const u32 action = action_of(number, below);
        if (action == action_of(number | static_cast<u32>(undrawn), below)) return action;
      }
      return action_of(number, below);
    }

   private:
    const BytesCpu& engine_;
    const Phase& phase_;
    u64 where_;
  };

  // The rows of sites that a row of blocks covers.
  void find_rows(const Phase& phase, u64 row, Scratch& scratch) {
    const u64 block_y = row % blocks_y_, block_z = row / blocks_y_;
    for (u32 i = 0; i < rows_; ++i) {
      const i64 at_y = coordinate_in(1, block_y, i % side_, phase),
                at_z = rows_ == side_ ? 0 : coordinate_in(2, block_z, i / side_, phase);
      scratch.rows[i] = at_y < 0 || at_z < 0 ? nullptr : row_at(phase.replica, at_y, at_z);
      scratch.word.row_inside[i] = scratch.rows[i] != nullptr;
    }
    scratch.word.decisions = &scratch.decisions;
    scratch.word.digits = &scratch.digits;
    scratch.word.digits_drawn = digits_drawn();
    scratch.word.thresholds = &thresholds_[thresholds_.size() == 1 ? 0 : phase.replica];
  }

  // Where the sites of `count` blocks of a row lie, from `block` on.
  WindowPlace place_of(const Phase& phase, u64 block, u64 count) const {
    const BlockedAxis& x = order_.axes[0];
    return {static_cast<i64>(block * side_) - static_cast<i64>(phase.offset[0] + before()),
            static_cast<u32>(std::min(count, blocks_x_ - block)) * side_, side_, static_cast<i64>(x.length),
            x.periodic};
  }

  void interact_at(const WindowPlace& place, const Phase& phase, u64 where, Scratch& scratch) {
    for (u32 i = 0; i < rows_; ++i) open_window(place, scratch.rows[i], scratch.word.rows[i]);
    ColumnsInside columns;
    scratch.word.columns = nullptr;
    if (has_walls_) {
      columns = columns_inside(place);
      scratch.word.columns = &columns;
    }
    words_->interact(scratch.word, WholeNumbers(*this, phase, where));
    for (u32 i = 0; i < rows_; ++i) close_window(place, scratch.rows[i], scratch.word.rows[i]);
  }

  // Blocks of three sites a side begin one site before their first site, which is the actor.
  u32 before() const { return side_ == 3 ? 1 : 0; }

  i64 coordinate_in(unsigned axis, u64 block, u32 step, const Phase& phase) const {
    return order_.coordinate(axis, block, i64{step} - before(), phase.offset[axis], phase.shift);
  }

  u8* row_at(u64 replica, i64 y, i64 z) {
    return &states_[replica * sites_ + (static_cast<u64>(z) * order_.axes[1].length + static_cast<u64>(y)) *
                                           order_.axes[0].length];
  }

  bool find_walls() const {
    const auto is_wall = [](const BlockedAxis& axis) { return axis.block_side > 1 && !axis.periodic; };
    return std::ranges::any_of(order_.axes, is_wall);
  }

  DrawLayout layout_;
  BlockOrder order_;
  bool has_walls_ = find_walls();
  u64 blocks_x_ = order_.axes[0].blocks(), blocks_y_ = order_.axes[1].blocks();
  u32 side_ = static_cast<u32>(order_.axes[0].block_side);  // sites along the side of a block
  // Rows of sites in a row of blocks.
  u32 rows_ = interaction_.lattice.dimensions == 3 ? side_ * side_ : side_;
  DecisionThresholds partners_;  // for partners only; actions are not compared here
  std::unique_ptr<ByteWords> words_;
  std::vector<PairThresholds> thresholds_;  // one for all, or with feedback one for each replica
  std::vector<u32x2> keys_, offset_keys_;
};

}  // namespace

std::unique_ptr<InteractionEngine> make_bytes_cpu(const InteractionSpec& interaction, std::uint64_t seed,
                                                  std::shared_ptr<ThreadPool> threads) {
  return std::make_unique<BytesCpu>(interaction, seed, std::move(threads));
}

}  // namespace morula
