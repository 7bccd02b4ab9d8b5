// The fast engine on threads: bit planes, a vector of blocks at a time.
#include <algorithm>
#include <barrier>
#include <utility>

#include "core/parts.h"
#include "models/interaction/block_rows.h"
#include "models/interaction/draw_plan.h"
#include "models/interaction/interaction_order.h"
#include "models/interaction/phases.h"
#include "models/interaction/plane_states.h"
#include "models/interaction/replica_keys.h"
#include "models/interaction/sliced.h"

namespace morula {
namespace {

class SlicedCpu final : public PlaneStates {
 public:
  SlicedCpu(const InteractionSpec& interaction, u64 seed, std::shared_ptr<ThreadPool> threads)
      : PlaneStates(interaction, std::move(threads)),
        plan_(interaction),
        phases_(interaction),
        rule_(make_row_interaction(interaction, rows_.vectors())),
        deciders_(interaction.feedback ? interaction.replicas : 1,
                  Deciders(plan_, rate_table(interaction).all()[common_rate(interaction)])),
        keys_(replica_keys(interaction, seed, Purpose::Interaction)),
        offset_keys_(replica_keys(interaction, seed, Purpose::InteractionOffset)) {}

  void set_rates(std::uint64_t replica, const RateTable& rates) override {
    deciders_[replica] = Deciders(plan_, rates.all()[common_rate(interaction_)]);
  }

  void step(std::uint64_t from, std::uint64_t generations) override {
    const u64 begin = phases_.until(from), end = phases_.until(from + generations);
    std::vector<u64> live;
    for (u64 replica = 0; replica < interaction_.replicas; ++replica)
      if (!frozen_[replica]) live.push_back(replica);
    if (live.size() >= threads_->size())
      by_replicas(live, begin, end);
    else
      by_rows(live, begin, end);
  }

 private:
  // What a thread needs for itself.
  struct Workplace {
    explicit Workplace(u64 vectors) : outside(vectors) {}
    WordDecisions decisions;
    std::vector<bits> outside;  // a row beyond a wall: empty, and stays so
  };

  struct Phase {
    u64 number;
    u32 offset_x, offset_y;
    bool moves;  // odd sites stand where the phase before wanted them, not where this one does
  };

  // Threads need not wait for each other: each takes replicas through all phases.
  void by_replicas(const std::vector<u64>& live, u64 begin, u64 end) {
    threads_->for_ranges(live.size(), [&](u64 first, u64 last) {
      const auto workplace = std::make_unique<Workplace>(rows_.vectors());
      for (u64 i = first; i < last; ++i)
        for (u64 number = begin; number < end; ++number) {
          const Phase phase = phase_of(live[i], number, moved_[live[i]]);
          interact_in_rows(live[i], phase, 0, phases_.cuts[1].parts(), *workplace);
        }
    });
  }

  // Every thread takes its share of the rows of blocks, and waits for the others at the end of a phase.
  void by_rows(const std::vector<u64>& live, u64 begin, u64 end) {
    const u64 threads = threads_->size(), rows = phases_.cuts[1].parts();
    std::barrier together(static_cast<std::ptrdiff_t>(threads));
    std::vector<u8> after;
    threads_->on_each_thread([&](unsigned thread) {
      const auto workplace = std::make_unique<Workplace>(rows_.vectors());
      std::vector<u8> moved = moved_;  // each thread knows it by itself
      for (u64 number = begin; number < end; ++number) {
        for (const u64 replica : live)
          interact_in_rows(replica, phase_of(replica, number, moved[replica]), rows * thread / threads,
                           rows * (thread + 1) / threads, *workplace);
        together.arrive_and_wait();
      }
      if (thread == 0) after = std::move(moved);
    });
    moved_ = std::move(after);
  }

  // `moved` says where the odd sites stand, before the phase and then after it.
  Phase phase_of(u64 replica, u64 number, u8& moved) const {
    const u32x4 drawn = draw(offset_keys_[replica], 0, number, 0);
    const u32 x = offset_from(drawn.x, phases_.cuts[0].offsets()),
              y = offset_from(drawn.y, phases_.cuts[1].offsets());
    return {number, x, y, std::exchange(moved, static_cast<u8>(x)) != x};
  }

  // Rows begin … end of blocks: as many at a time as there is room for what is drawn, or part of one.
  void interact_in_rows(u64 replica, const Phase& phase, u64 begin, u64 end, Workplace& workplace) {
    const u64 words = phases_.words_x, at_once = std::max<u64>(1, most_words_decided / words);
    const Deciders& deciders = deciders_[deciders_.size() == 1 ? 0 : replica];
    for (u64 row = begin; row < end; row += at_once) {
      const u64 rows = std::min(at_once, end - row);
      for (u64 first = 0; first < words; first += most_words_decided) {
        const u64 count = std::min(words - first, most_words_decided);
        decide_words(keys_[replica], row * words + first, phase.number, rows == 1 ? count : rows * words,
                     deciders, workplace.decisions);
        for (u64 i = 0; i < rows; ++i)
          interact_in_row(replica, phase, row + i, first, count, i * words, workplace);
      }
    }
  }

  // Words `first` … `first` + `count` of a row of blocks, for which was drawn what stands from `drawn` on.
  void interact_in_row(u64 replica, const Phase& phase, u64 row, u64 first, u64 count, u64 drawn,
                       Workplace& workplace) {
    const BlockRow blocks = blocks_of(replica, phase, row, first == 0, workplace);
    const u64 begin = first / words_in_vector, end = begin + parts_of(count, words_in_vector);
    rule_->interact(blocks, begin, end, workplace.decisions, drawn);
  }

  // Odd sites are moved to where the phase wants them as the row is first met.
  BlockRow blocks_of(u64 replica, const Phase& phase, u64 row, bool first_met, Workplace& workplace) {
    const Cut& cut = phases_.cuts[1];
    BlockRow blocks;
    blocks.offset_x = phase.offset_x;
    for (u32 step : {0u, 1u}) {
      const i64 y = site_in_part(row, step, phase.offset_y, 2, static_cast<i64>(cut.side), cut.periodic);
      (step ? blocks.bottom : blocks.top) = y >= 0;
      if (y >= 0 && first_met && phase.moves) move(replica, static_cast<u64>(y), phase.offset_x);
      for (unsigned plane = 0; plane < rows_.planes(); ++plane)
        for (unsigned parity : {0u, 1u})
          blocks.site[step * 2 + (parity ^ phase.offset_x)][plane] =
              y < 0 ? workplace.outside.data() : rows_.row(replica, static_cast<u64>(y), plane, parity);
    }
    return blocks;
  }

  void move(u64 replica, u64 y, u32 up) {
    if (up)
      rows_.move_up(replica, y);
    else
      rows_.move_down(replica, y);
  }

  DrawPlan plan_;
  Phases phases_;
  std::unique_ptr<RowInteraction> rule_;
  std::vector<Deciders> deciders_;  // one for all, or with feedback one for each replica
  std::vector<u32x2> keys_, offset_keys_;
};

}  // namespace

std::uint64_t sliced_cpu_bytes(const InteractionSpec& interaction) { return PlaneRows::bytes(interaction); }

std::unique_ptr<InteractionEngine> make_sliced_cpu(const InteractionSpec& interaction, std::uint64_t seed,
                                                   std::shared_ptr<ThreadPool> threads) {
  return std::make_unique<SlicedCpu>(interaction, seed, std::move(threads));
}

}  // namespace morula
