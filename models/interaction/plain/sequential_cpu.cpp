// The sequential order, which defines the process: interactions happen one at a time, at random sites.
#include <array>
#include <cstring>

#include "core/many_draws.h"
#include "core/uint128.h"
#include "models/interaction/order/block_sites.h"
#include "models/interaction/order/neighbour_index.h"
#include "models/interaction/order/replica_keys.h"
#include "models/interaction/plain/byte_states.h"
#include "models/interaction/plain/pair_outcomes.h"

namespace morula {
namespace {

class SequentialCpu final : public ByteStates {
 public:
  SequentialCpu(const InteractionSpec& interaction, u64 seed)
      : ByteStates(interaction, std::make_shared<ThreadPool>(1)),
        neighbours_(interaction.lattice, interaction.neighbourhood.neighbours),
        outcomes_(interaction.feedback ? interaction.replicas : 1,
                  pair_outcomes(interaction.states(), action_thresholds(interaction), interaction.variant)),
        keys_(replica_keys(interaction, seed, Purpose::SequentialInteraction)) {}

  void set_rates(std::uint64_t replica, const ActionThresholds& rates) override {
    std::vector<PairOutcomes>& pairs = outcomes_[replica];
    for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i].below = rates.all()[i];
  }

  void step(std::uint64_t from, std::uint64_t generations) override {
    for (u64 replica = 0; replica < interaction_.replicas; ++replica)
      for (u64 i = 0; i < generations && !frozen_[replica]; ++i) generation(replica, from + i);
  }

 private:
  // The words of a group of draws.
  using Words = std::array<std::array<u32, draws_at_once>, 4>;

  // Interactions that have been drawn but have not happened yet.
  struct Ahead {
    struct Sites {
      Index actor, partner;
    };
    std::array<Sites, draws_at_once> sites;
    std::array<u32, draws_at_once> number;
  };

  // Data that every interaction uses. It is passed by value so that it stays in registers: otherwise the
  // compiler must assume that writing a byte may change any member.
  struct Scene {
    u8* states;
    const PairOutcomes* outcomes;
    u32 state_count, neighbour_count;
    u64 sites;
    NeighbourIndex::Lookup neighbours;
  };

  void generation(u64 replica, u64 when) {
    const Scene scene{&states_[replica * sites_],
                      outcomes_[outcomes_.size() == 1 ? 0 : replica].data(),
                      interaction_.states(),
                      neighbours_.count(),
                      sites_,
                      neighbours_.lookup()};
    const bool needs_kin = interaction_.variant.needs_kin, in_2d = scene.neighbours.is_2d;
    const auto carry_out = needs_kin ? (in_2d ? &interactions<true, true> : &interactions<true, false>)
                                     : (in_2d ? &interactions<false, true> : &interactions<false, false>);
    carry_out(scene, keys_[replica], when);
  }

  // Three groups of interactions are in progress at a time: one is being drawn, the sites of the second are
  // computed and prefetched, and the third takes place.
  template <bool needs_kin, bool in_2d>
  static void interactions(const Scene scene, u32x2 key, u64 when) {
    Words words;
    std::array<Ahead, 2> ahead;
    draw_words(key, 0, when, words);
    find_sites<in_2d>(scene, words, ahead[0]);
    draw_words(key, draws_at_once, when, words);
    u64 first = 0, turn = 0;
    for (; first + draws_at_once <= scene.sites; first += draws_at_once, turn ^= 1)
      advance<needs_kin, in_2d>(scene, {key, first + 2 * draws_at_once, when, 0}, words, ahead[turn],
                                ahead[turn ^ 1]);
    for (std::size_t i = 0; first + i < scene.sites; ++i) happen<needs_kin>(scene, ahead[turn], i);
  }

  static void draw_words(u32x2 key, u64 first, u64 when, Words& words) {
    ManyDraws draws;
    draws_from(key, first, when, 0, draws);
    take_words(draws, words);
  }

  // Copies word by word, since a longer copy would be a function call.
  static void take_words(const ManyDraws& draws, Words& words) {
    for (std::size_t word = 0; word < words.size(); ++word)
      std::memcpy(&words[word], &draws.word[word], sizeof words[word]);
  }

  // Carries out the interactions of `now`, finds the sites of the interactions that `words` describes, and
  // then replaces `words` by new draws. These three tasks are independent, and each waits for something else.
  // A few interactions are therefore done between the rounds of the draws, so that the processor works on all
  // three at once.
  template <bool needs_kin, bool in_2d>
  [[gnu::always_inline]] static void advance(const Scene& scene, GradualDraws draws, Words& words,
                                             const Ahead& now, Ahead& next) {
    constexpr std::size_t parts = needs_kin ? 1 : 10;  // looking for kin takes far longer than a round
    u32 all_inner = 1;
    UNROLL for (std::size_t part = 0; part < parts; ++part) {
      for (std::size_t round = part * 10 / parts; round < (part + 1) * 10 / parts; ++round)
        if (round < GradualDraws::rounds) draws.next_round();
      for (std::size_t i = part * draws_at_once / parts; i < (part + 1) * draws_at_once / parts; ++i) {
        all_inner &= find_sites_if_inner<in_2d>(scene, words, i, next);
        happen<needs_kin>(scene, now, i);
      }
    }
    if (!all_inner) find_across_boundary(scene, words, next);
    next.number = words[3];
    ManyDraws drawn;
    draws.store_in(drawn);
    take_words(drawn, words);
  }

  template <bool in_2d>
  static void find_sites(const Scene& scene, const Words& words, Ahead& ahead) {
    for (std::size_t i = 0; i < draws_at_once; ++i) find_sites_if_inner<in_2d>(scene, words, i, ahead);
    find_across_boundary(scene, words, ahead);
    ahead.number = words[3];
  }

  // Prefetches both sites. Near the boundary, find_across_boundary() looks for the partner.
  template <bool in_2d>
  [[gnu::always_inline]] static bool find_sites_if_inner(const Scene& scene, const Words& words,
                                                         std::size_t i, Ahead& ahead) {
    const Index actor = high_product((u64{words[0][i]} << 32) | words[1][i], scene.sites),
                partner = scene.neighbours.beside(actor, which_neighbour(scene, words, i));
    __builtin_prefetch(scene.states + actor, 1);
    __builtin_prefetch(scene.states + partner, 1);
    const bool inner = scene.neighbours.is_inner<in_2d>(actor);
    ahead.sites[i] = {actor, inner ? partner : NeighbourIndex::outside};
    return inner;
  }

  static void find_across_boundary(const Scene& scene, const Words& words, Ahead& ahead) {
    for (std::size_t i = 0; i < draws_at_once; ++i)
      if (auto& [actor, partner] = ahead.sites[i]; partner == NeighbourIndex::outside)
        partner = scene.neighbours.of(actor, which_neighbour(scene, words, i));
  }

  static u32 which_neighbour(const Scene& scene, const Words& words, std::size_t i) {
    return uniform_below(words[2][i], scene.neighbour_count);
  }

  static bool has_kin(const Scene& scene, Index actor) {
    for (u32 which = 0; which < scene.neighbour_count; ++which)
      if (const Index site = scene.neighbours.of(actor, which);
          site != NeighbourIndex::outside && scene.states[site] == scene.states[actor])
        return true;
    return false;
  }

  // The processor cannot predict the action, so the outcome is looked up instead of chosen by branches.
  template <bool needs_kin>
  [[gnu::always_inline]] static void happen(const Scene& scene, const Ahead& ahead, std::size_t i) {
    const auto [actor, partner] = ahead.sites[i];
    if (partner == NeighbourIndex::outside) return;
    const u32 first = scene.states[actor], second = scene.states[partner];
    const PairOutcomes& pair = scene.outcomes[first * scene.state_count + second];
    const bool kin = needs_kin && first != EMPTY && has_kin(scene, actor);
    const Outcome after = pair.after[kin][action_of(ahead.number[i], pair.below)];
    scene.states[actor] = after.actor;
    scene.states[partner] = after.partner;
  }

  NeighbourIndex neighbours_;
  // One table for all replicas, or one for each if there is feedback.
  std::vector<std::vector<PairOutcomes>> outcomes_;
  std::vector<u32x2> keys_;
};

}  // namespace

std::unique_ptr<InteractionEngine> make_sequential_cpu(const InteractionSpec& interaction,
                                                       std::uint64_t seed) {
  return std::make_unique<SequentialCpu>(interaction, seed);
}

}  // namespace morula
