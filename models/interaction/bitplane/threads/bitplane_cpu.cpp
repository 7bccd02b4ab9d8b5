// The bit-plane engine on threads: a vector of blocks at a time, one phase for each pass over memory.
#include <algorithm>
#include <optional>
#include <utility>

#include "core/ceil_divide.h"
#include "models/interaction/bitplane/bitplane_support.h"
#include "models/interaction/bitplane/threads/bitplane_states.h"
#include "models/interaction/bitplane/threads/folded_layers.h"
#include "models/interaction/bitplane/threads/packed_combs.h"
#include "models/interaction/bitplane/threads/row_interaction.h"
#include "models/interaction/order/block_order.h"
#include "models/interaction/order/block_sites.h"
#include "models/interaction/order/draw_layout.h"
#include "models/interaction/order/phases_on_threads.h"
#include "models/interaction/order/replica_keys.h"
#include "models/interaction/rates/rate_classes.h"

namespace morula {
namespace {

class BitplaneCpu final : public BitplaneStates {
 public:
  BitplaneCpu(const InteractionSpec& interaction, u64 seed, std::shared_ptr<ThreadPool> threads)
      : BitplaneStates(interaction, std::move(threads)),
        layout_(interaction),
        order_(interaction),
        classes_(interaction),
        folded_(FoldedLayers::suit(interaction, threads_->size()) ? std::optional<FoldedLayers>(interaction)
                                                                  : std::nullopt),
        rule_(make_row_interaction(interaction, order_.is_refined() ? PackedCombs::vectors
                                                : folded_           ? folded_->vectors()
                                                                    : rows_.vectors())),
        thresholds_(interaction.feedback ? interaction.replicas : 1,
                    DecisionThresholds(layout_, classes_.thresholds(action_thresholds(interaction)))),
        keys_(replica_keys(interaction, seed, Purpose::Interaction)),
        offset_keys_(replica_keys(interaction, seed, Purpose::InteractionOffset)) {}

  void set_rates(std::uint64_t replica, const ActionThresholds& rates) override {
    thresholds_[replica] = DecisionThresholds(layout_, classes_.thresholds(rates));
  }

  void step(std::uint64_t from, std::uint64_t generations) override {
    step_phases(order_.phases_until(from), order_.phases_until(from + generations));
  }
  void step_phases(std::uint64_t begin, std::uint64_t end) override {
    if (folded_) return step_folded(begin, end);
    run_phases(
        {*threads_, live_of(frozen_), begin, end, order_.most_stored_rows()},
        [&] { return std::make_unique<Scratch>(interaction_, rows_); },
        [&](u64 replica, u64 phase, u64 first, u64 last, Scratch& scratch) {
          const std::array<u32, 3> offset = order_.offset_of(offset_keys_[replica], phase);
          order_.for_stored_rows(offset, first, last, [&](const StoredRows& rows) {
            const Phase phase_of_rows{phase, offset, rows.shift};
            if (order_.is_refined())
              interact_in_combs(replica, phase_of_rows, rows.begin, rows.end, scratch);
            else
              interact_in_rows(replica, phase_of_rows, rows.begin, rows.end, scratch);
          });
        });
  }

 private:
  // Memory that each thread has for itself.
  struct Scratch {
    Scratch(const InteractionSpec& interaction, const BitplaneRows& rows)
        : outside(2 * rows.planes() * rows.vectors()), spare(rows) {
      if (interaction.refine > 1) combs.emplace(interaction, rows.vectors());
    }
    BlockDecisions decisions;
    std::optional<PackedCombs> combs;
    std::vector<bits> outside;  // a row of all planes beyond a wall, always empty
    BitplaneRows::Spare spare;
  };

  struct Phase {
    u64 number;
    std::array<u32, 3> offset;
    i64 shift;  // see StoredRows
  };

  // In folded layers, a "row of blocks" holds all blocks of one block of layers.
  void step_folded(u64 begin, u64 end) {
    const std::vector<u64> live = live_of(frozen_);
    const auto for_layers = [&](const auto& visit) {
      threads_->for_ranges(live.size() * folded_->layers(), [&](u64 first, u64 last) {
        for (u64 i = first; i < last; ++i) visit(live[i / folded_->layers()], i % folded_->layers());
      });
    };
    for_layers([&](u64 replica, u64 layer) { folded_->fold(rows_, replica, layer); });
    run_phases(
        {*threads_, live, begin, end, order_.axes[2].blocks()},
        [&] { return std::make_unique<Scratch>(interaction_, rows_); },
        [&](u64 replica, u64 phase, u64 first, u64 last, Scratch& scratch) {
          const Phase phase_of_layers{phase, order_.offset_of(offset_keys_[replica], phase), 0};
          interact_in_rows(replica, phase_of_layers, first, last, scratch);
        });
    for_layers([&](u64 replica, u64 layer) { folded_->unfold(replica, layer, rows_); });
  }

  BlockRow folded_blocks_of(u64 replica, const Phase& phase, u64 block_z, bool first_met) {
    const std::array<u32, 2> offset = {phase.offset[0], phase.offset[1]};
    std::array<u64, 2> layers = {0, 0};
    for (u32 step = 0; step < order_.axes[2].block_side; ++step) {
      layers[step] = static_cast<u64>(coordinate_of(2, block_z, step, phase));
      if (first_met) folded_->set_offset(replica, layers[step], offset);
    }
    return folded_->blocks(replica, layers, offset);
  }

  // Handles rows of blocks `begin` to `end` - 1: as many rows at a time as there is room for their decisions,
  // or part of one row.
  void interact_in_rows(u64 replica, const Phase& phase, u64 begin, u64 end, Scratch& scratch) {
    const u64 words = folded_ ? folded_->words() : order_.words_x,
              at_once = std::max<u64>(1, most_words_decided / words);
    const DecisionThresholds& thresholds = thresholds_[thresholds_.size() == 1 ? 0 : replica];
    for (u64 row = begin; row < end; row += at_once) {
      const u64 rows = std::min(at_once, end - row);
      for (u64 first = 0; first < words; first += most_words_decided) {
        const u64 count = std::min(words - first, most_words_decided);
        draw_decisions(keys_[replica], row * words + first, phase.number, rows == 1 ? count : rows * words,
                       thresholds, scratch.decisions);
        for (u64 i = 0; i < rows; ++i)
          interact_in_row(replica, phase, row + i, first, count, i * words, scratch);
      }
    }
  }

  // Handles words `first` to `first` + `count` - 1 of a row of blocks. Their decisions begin at index
  // `drawn`.
  void interact_in_row(u64 replica, const Phase& phase, u64 row, u64 first, u64 count, u64 drawn,
                       Scratch& scratch) {
    const BlockRow blocks = folded_ ? folded_blocks_of(replica, phase, row, first == 0)
                                    : blocks_of(replica, phase, row, first == 0, scratch);
    const u64 begin = first / words_in_vector, end = begin + ceil_divide(count, words_in_vector);
    rule_->interact(blocks, begin, end, scratch.decisions, drawn);
  }

  // Handles the combs that act in rows `begin` to `end` - 1: as many stacks at a time as there is room for,
  // or part of one stack.
  void interact_in_combs(u64 replica, const Phase& phase, u64 begin, u64 end, Scratch& scratch) {
    if (begin == end) return;
    const u64 columns = order_.combs_x, at_once = std::max<u64>(1, most_words_decided / columns);
    const u64 last = order_.stack_of(end - 1) + 1;
    for (u64 stack = order_.stack_of(begin); stack < last; stack += at_once) {
      const u64 stacks = std::min(at_once, last - stack);
      for (u64 first = 0; first < columns; first += most_words_decided) {
        const u64 of_one = std::min(columns - first, most_words_decided), count = stacks * of_one;
        draw_decisions(keys_[replica], stack * columns + first, phase.number, count,
                       thresholds_[thresholds_.size() == 1 ? 0 : replica], scratch.decisions);
        for (u64 i = 0; i < stacks; ++i)
          for (u64 j = 0; j < of_one; ++j)
            take_comb(replica, phase, {begin, end}, stack + i, first + j, i * of_one + j, scratch);
        rule_->interact(scratch.combs->row(), 0, ceil_divide(count, words_in_vector), scratch.decisions, 0);
        scratch.combs->put_back(count);
      }
    }
  }

  // Takes the acting comb of a stack, the n-th that was drawn, if it lies in one of these rows.
  void take_comb(u64 replica, const Phase& phase, std::array<u64, 2> rows, u64 stack, u64 column, u64 n,
                 Scratch& scratch) {
    const Comb comb = acting_comb(scratch.decisions.comb[n], order_.refine, order_.comb_spacing);
    const std::optional<u64> row = order_.acting_row(stack, comb);
    if (row && *row >= rows[0] && *row < rows[1])
      scratch.combs->take(n, blocks_of(replica, phase, *row, true, scratch), column, comb.first);
    else
      scratch.combs->take_nothing(n);
  }

  // Each row is shifted or turned to the offset of the phase when it is first used.
  BlockRow blocks_of(u64 replica, const Phase& phase, u64 row, bool first_met, Scratch& scratch) {
    const BlockedAxis &along_y = order_.axes[1], &along_z = order_.axes[2];
    const bool is_3d = along_z.block_side > 1;
    const u64 block_z = is_3d ? row / blocks_y_ : 0, block_y = row - block_z * blocks_y_;
    const std::array<i64, 2> y = {coordinate_of(1, block_y, 0, phase), coordinate_of(1, block_y, 1, phase)};
    std::array<i64, 2> z = {0, 0};
    if (is_3d) z = {coordinate_of(2, block_z, 0, phase), coordinate_of(2, block_z, 1, phase)};
    BlockRow blocks;
    if (!rows_.is_turned()) blocks.offset_x = phase.offset[0];
    blocks.has_y = {y[0] >= 0, y[1] >= 0};
    blocks.has_z = {z[0] >= 0, z[1] >= 0};
    for (u32 step = 0; step < (is_3d ? 4u : 2u); ++step) {
      const bool inside = y[step & 1u] >= 0 && z[step >> 1] >= 0;
      bits* planes = scratch.outside.data();
      if (inside) {
        const u64 at = static_cast<u64>(z[step >> 1]) * along_y.length + static_cast<u64>(y[step & 1u]);
        if (first_met) rows_.set_offset(replica, at, phase.offset[0], scratch.spare);
        planes = rows_.row(replica, at, 0, 0);
      }
      blocks.site[step * 2 + blocks.offset_x] = planes;
      blocks.site[step * 2 + (1 ^ blocks.offset_x)] = planes + rows_.vectors();
    }
    return blocks;
  }

  i64 coordinate_of(unsigned axis, u64 block, u32 step, const Phase& phase) const {
    return order_.coordinate(axis, block, step, phase.offset[axis], phase.shift);
  }

  DrawLayout layout_;
  BlockOrder order_;
  u64 blocks_y_ = order_.axes[1].blocks();
  RateClasses classes_;
  std::optional<FoldedLayers> folded_;
  std::unique_ptr<RowInteraction> rule_;
  std::vector<DecisionThresholds> thresholds_;  // one for all, or with feedback one for each replica
  std::vector<u32x2> keys_, offset_keys_;
};

}  // namespace

std::uint64_t bitplane_cpu_bytes(const InteractionSpec& interaction) {
  return BitplaneRows::bytes(interaction) +
         (FoldedLayers::suit(interaction, 1) ? FoldedLayers::bytes(interaction) : 0);
}

std::unique_ptr<InteractionEngine> make_bitplane_cpu(const InteractionSpec& interaction, std::uint64_t seed,
                                                     std::shared_ptr<ThreadPool> threads) {
  return std::make_unique<BitplaneCpu>(interaction, seed, std::move(threads));
}

}  // namespace morula
