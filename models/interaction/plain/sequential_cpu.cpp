// The sequential order: the definition of the process. Interactions happen one at a time, at random sites.
#include <algorithm>
#include <array>

#include "core/many_draws.h"
#include "core/wide.h"
#include "models/interaction/order/block_sites.h"
#include "models/interaction/order/neighbour_index.h"
#include "models/interaction/order/replica_keys.h"
#include "models/interaction/plain/byte_states.h"
#include "models/interaction/plain/outcome_table.h"

namespace morula {
namespace {

class Sequential final : public HostStates {
 public:
  Sequential(const InteractionSpec& interaction, u64 seed)
      : HostStates(interaction, std::make_shared<ThreadPool>(1)),
        moves_(interaction.lattice, interaction.neighbours.all()),
        outcome_table_(outcome_table(interaction.states(), interaction.choices)),
        outcomes_(interaction.states(), outcome_table_),
        keys_(replica_keys(interaction, seed, Purpose::SequentialInteraction)) {}

  void step(std::uint64_t from, std::uint64_t generations) override {
    for (u64 replica = 0; replica < interaction_.replicas; ++replica)
      for (u64 i = 0; i < generations && !frozen_[replica]; ++i) generation(replica, from + i);
  }

 private:
  // Interactions that are known but have not happened yet.
  struct Ahead {
    std::array<Index, draws_at_once> actor, partner;
    std::array<u32, draws_at_once> number;
  };

  // Their sites are fetched while those before them happen.
  void look_ahead(u64 replica, u64 first, u64 when, Ahead& ahead) const {
    ManyDraws draws;
    draws_from(keys_[replica], first, when, 0, draws);
    const u8* states = &states_[replica * sites_];
    for (std::size_t i = 0; i < draws_at_once; ++i) {
      ahead.actor[i] = high_product((u64{draws.at(0, i)} << 32) | draws.at(1, i), sites_);
      __builtin_prefetch(states + ahead.actor[i], 1);
      ahead.partner[i] = moves_.from(ahead.actor[i], offset_from(draws.at(2, i), moves_.ways()));
      if (ahead.partner[i] != SiteMoves::outside) __builtin_prefetch(states + ahead.partner[i], 1);
      ahead.number[i] = draws.at(3, i);
    }
  }

  void generation(u64 replica, u64 when) {
    std::array<Ahead, 2> ahead;
    look_ahead(replica, 0, when, ahead[0]);
    for (u64 first = 0, turn = 0; first < sites_; first += draws_at_once, turn ^= 1) {
      look_ahead(replica, first + draws_at_once, when, ahead[turn ^ 1]);
      const u64 count = std::min<u64>(draws_at_once, sites_ - first);
      if (interaction_.choices.needs_kin)
        happen<true>(replica, ahead[turn], count);
      else
        happen<false>(replica, ahead[turn], count);
    }
  }

  bool has_kin(const u8* states, Index actor) const {
    for (u32 way = 0; way < moves_.ways(); ++way)
      if (const Index site = moves_.from(actor, way);
          site != SiteMoves::outside && states[site] == states[actor])
        return true;
    return false;
  }

  // Which action it is cannot be foretold, so it is looked up instead of branched upon. The tables are held
  // in values of this function's own: a byte that is written might be part of anything else.
  template <bool needs_kin>
  void happen(u64 replica, const Ahead& ahead, u64 count) {
    u8* const states = &states_[replica * sites_];
    const Thresholds* const below = rates_of(replica).all().data();
    const Outcomes outcomes = outcomes_;
    for (std::size_t i = 0; i < count; ++i) {
      const Index actor = ahead.actor[i], partner = ahead.partner[i];
      if (partner == SiteMoves::outside) continue;
      const u8 first = states[actor], second = states[partner];
      const u32 pair = outcomes.pair(first, second), action = action_of(ahead.number[i], below[pair]);
      const bool kin = needs_kin && first != EMPTY && has_kin(states, actor);
      const Outcomes::Two after = outcomes.of(pair, action, kin);
      states[actor] = after.actor;
      states[partner] = after.partner;
    }
  }

  SiteMoves moves_;
  std::vector<Outcomes::Two> outcome_table_;
  Outcomes outcomes_;
  std::vector<u32x2> keys_;
};

}  // namespace

std::unique_ptr<InteractionEngine> make_sequential(const InteractionSpec& interaction, std::uint64_t seed) {
  return std::make_unique<Sequential>(interaction, seed);
}

}  // namespace morula
