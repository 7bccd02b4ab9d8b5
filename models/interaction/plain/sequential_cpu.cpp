// The sequential order, which defines the process: interactions happen one at a time, at random sites.
#include <algorithm>
#include <array>
#include <cstring>

#include "core/many_draws.h"
#include "core/uint128.h"
#include "models/interaction/order/block_sites.h"
#include "models/interaction/order/neighbour_index.h"
#include "models/interaction/order/replica_keys.h"
#include "models/interaction/plain/byte_states.h"
#include "models/interaction/plain/outcome_table.h"

namespace morula {
namespace {

class SequentialCpu final : public ByteStates {
 public:
  SequentialCpu(const InteractionSpec& interaction, u64 seed)
      : ByteStates(interaction, std::make_shared<ThreadPool>(1)),
        neighbours_(interaction.lattice, interaction.neighbours.displacements()),
        outcomes_(make_outcomes(interaction.states(), interaction.variant)),
        outcome_table_(interaction.states(), outcomes_),
        keys_(replica_keys(interaction, seed, Purpose::SequentialInteraction)) {}

  void step(std::uint64_t from, std::uint64_t generations) override {
    for (u64 replica = 0; replica < interaction_.replicas; ++replica)
      for (u64 i = 0; i < generations && !frozen_[replica]; ++i) generation(replica, from + i);
  }

 private:
  // Interactions that have been drawn but have not happened yet.
  struct Ahead {
    std::array<Index, draws_at_once> actor, partner;
    std::array<u32, draws_at_once> number;
  };

  // Draws the next interactions and prefetches their sites while earlier ones happen.
  void look_ahead(u64 replica, u64 first, u64 when, Ahead& ahead) const {
    ManyDraws draws;
    draws_from(keys_[replica], first, when, 0, draws);
    const u8* states = &states_[replica * sites_];
    const NeighbourIndex::Lookup neighbours = neighbours_.lookup();
    const u64 sites = sites_;
    const u32 count = neighbours_.count();
    std::array<std::array<u32, draws_at_once>, 4> words;
    std::memcpy(&words, &draws.word, sizeof words);
    for (std::size_t i = 0; i < draws_at_once; ++i) {
      const Index actor = high_product((u64{words[0][i]} << 32) | words[1][i], sites);
      __builtin_prefetch(states + actor, 1);
      const Index partner = neighbours.of(actor, uniform_below(words[2][i], count));
      if (partner != NeighbourIndex::outside) __builtin_prefetch(states + partner, 1);
      ahead.actor[i] = actor;
      ahead.partner[i] = partner;
    }
    ahead.number = words[3];
  }

  void generation(u64 replica, u64 when) {
    std::array<Ahead, 2> ahead;
    look_ahead(replica, 0, when, ahead[0]);
    for (u64 first = 0, turn = 0; first < sites_; first += draws_at_once, turn ^= 1) {
      look_ahead(replica, first + draws_at_once, when, ahead[turn ^ 1]);
      const u64 count = std::min<u64>(draws_at_once, sites_ - first);
      if (interaction_.variant.needs_kin)
        happen<true>(replica, ahead[turn], count);
      else
        happen<false>(replica, ahead[turn], count);
    }
  }

  bool has_kin(const u8* states, Index actor) const {
    for (u32 which = 0; which < neighbours_.count(); ++which)
      if (const Index site = neighbours_.of(actor, which);
          site != NeighbourIndex::outside && states[site] == states[actor])
        return true;
    return false;
  }

  // The action is unpredictable, so the outcome is looked up rather than branched on. The tables are copied
  // into local variables: the compiler must assume that a byte which is written may alias any member.
  template <bool needs_kin>
  void happen(u64 replica, const Ahead& ahead, u64 count) {
    u8* const states = &states_[replica * sites_];
    const Thresholds* const below = rates_of(replica).all().data();
    const OutcomeTable outcomes = outcome_table_;
    for (std::size_t i = 0; i < count; ++i) {
      const Index actor = ahead.actor[i], partner = ahead.partner[i];
      if (partner == NeighbourIndex::outside) continue;
      const u8 first = states[actor], second = states[partner];
      const u32 pair = outcomes.pair(first, second), action = action_of(ahead.number[i], below[pair]);
      const bool kin = needs_kin && first != EMPTY && has_kin(states, actor);
      const Outcome after = outcomes.of(pair, action, kin);
      states[actor] = after.actor;
      states[partner] = after.partner;
    }
  }

  NeighbourIndex neighbours_;
  std::vector<Outcome> outcomes_;
  OutcomeTable outcome_table_;
  std::vector<u32x2> keys_;
};

}  // namespace

std::unique_ptr<InteractionEngine> make_sequential_cpu(const InteractionSpec& interaction,
                                                       std::uint64_t seed) {
  return std::make_unique<SequentialCpu>(interaction, seed);
}

}  // namespace morula
