#include "models/interaction/bitplane/threads/row_interaction.h"

#include "models/interaction/bitplane/bitplane_support.h"
#include "models/interaction/rates/rate_classes.h"

namespace morula {
namespace {

// Which of its three actions each block carries out, given the states of its actor and its partner: blocks
// that move, blocks that reproduce if they may, and blocks in which the actor preys on the partner.
struct ChosenActions {
  bits move, reproduce, kill;
};

bits is_below(const BlockDecisions& words, u32 rate_class, u64 at) {
  return load_vector(&words.action.below[rate_class][at]);
}

// All species have the same rates. Preys says which pairs are predator and prey.
template <typename Preys>
struct SharedRates : Preys {
  using Preys::Preys;
  explicit SharedRates(Preys preys) : Preys(std::move(preys)) {}

  ChosenActions chosen(const BlockDecisions& words, u64 at, const SiteStates& actors,
                       const SiteStates& partners) const {
    const bits move = is_below(words, 0, at), reproduce = is_below(words, 1, at);
    return {move, reproduce & ~move, is_below(words, 2, at) & ~reproduce & Preys::is_prey(actors, partners)};
  }
};

// Species, and pairs of species, have rates of their own. Those with the most frequent rates share one
// threshold; the others are listed.
template <u32 planes_>
struct OwnRates {
  static constexpr u32 planes = planes_;

  explicit OwnRates(const RateClasses& classes)
      : common_move_(classes.common_move()), common_reproduce_(classes.common_reproduce()) {
    for (u32 i = 0; i < classes.move().size(); ++i) {
      if (classes.move()[i] != common_move_) moves_.push_back({inverted(i + 1), classes.move()[i]});
      if (classes.reproduce()[i] != common_reproduce_)
        reproduces_.push_back({inverted(i + 1), classes.reproduce()[i]});
    }
    for (const PredationClass& prey : classes.preys())
      preys_.push_back({inverted(prey.predator), inverted(prey.prey), prey.below});
  }

  [[gnu::always_inline]] ChosenActions chosen(const BlockDecisions& words, u64 at, const SiteStates& actors,
                                              const SiteStates& partners) const {
    bits move = is_below(words, common_move_, at), reproduce = is_below(words, common_reproduce_, at), kill{};
    for (const Own& rate : moves_)
      move = choose_bits(in(actors, rate.species), is_below(words, rate.below, at), move);
    for (const Own& rate : reproduces_)
      reproduce = choose_bits(in(actors, rate.species), is_below(words, rate.below, at), reproduce);
    for (const Prey& rate : preys_)
      kill |= in(actors, rate.predator) & in(partners, rate.prey) & is_below(words, rate.below, at);
    return {move, reproduce & ~move, kill & ~reproduce};
  }

 private:
  using Inverted = std::array<bits, planes>;  // the planes to invert: the digits that are 0 in a state
  struct Own {
    Inverted species;
    u32 below;
  };
  struct Prey {
    Inverted predator, prey;
    u32 below;
  };

  static Inverted inverted(u32 state) {
    Inverted digits;
    for (u32 p = 0; p < planes; ++p) digits[p] = (state >> p) & 1u ? bits{} : ~bits{};
    return digits;
  }
  static bits in(const SiteStates& states, const Inverted& digits) {
    bits is = states.plane[0] ^ digits[0];
    for (u32 p = 1; p < planes; ++p) is &= states.plane[p] ^ digits[p];
    return is;
  }

  u32 common_move_, common_reproduce_;
  std::vector<Own> moves_, reproduces_;
  std::vector<Prey> preys_;
};

// Each species preys on the next. This is known at compile time and takes only a few operations.
template <u32 species>
struct CyclicPreys {
  static constexpr u32 planes = species < 4 ? 2 : species < 8 ? 3 : 4;

  bits is_prey(const SiteStates& actors, const SiteStates& partners) const {
    bits chosen{};
    for (u32 state = 1; state <= species; ++state)
      chosen |= in_state(actors, state, planes) & in_state(partners, state % species + 1, planes);
    return chosen;
  }
};

// Any list of predators and preys. A state is recognised by inverting its digits that are 0.
template <u32 planes_>
struct ListedPreys {
  static constexpr u32 planes = planes_;
  struct Inverted {
    std::array<bits, planes> predator, prey;
  };

  explicit ListedPreys(const std::vector<PredatorPrey>& pairs) {
    for (const auto& [predator, prey] : pairs) {
      Inverted inverted{};
      for (u32 p = 0; p < planes; ++p) {
        inverted.predator[p] = (predator >> p) & 1u ? bits{} : ~bits{};
        inverted.prey[p] = (prey >> p) & 1u ? bits{} : ~bits{};
      }
      inverted_.push_back(inverted);
    }
  }

  bits is_prey(const SiteStates& actors, const SiteStates& partners) const {
    bits found{};
    for (const Inverted& pair : inverted_) {
      bits both = ~bits{};
      for (u32 p = 0; p < planes; ++p)
        both &= (actors.plane[p] ^ pair.predator[p]) & (partners.plane[p] ^ pair.prey[p]);
      found |= both;
    }
    return found;
  }

 private:
  std::vector<Inverted> inverted_;
};

Decisions places_at(const BlockDecisions& words, u64 at, u32 dimensions) {
  Decisions decided{};
  for (u32 axis = 0; axis < dimensions; ++axis) {
    decided.actor[axis] = load_vector(&words.actor[axis][at]);
    decided.across[axis] = load_vector(&words.across[axis][at]);
  }
  return decided;
}

// A row of vectors in which bits `from` to `to` - 1 are set.
std::vector<bits> bits_between(u64 from, u64 to, u64 vectors) {
  std::vector<bits> row(vectors);
  for (u64 at = from; at < to; ++at)
    row[at / bits_in_vector][at % bits_in_vector / 64] |= u64{1} << (at % 64);
  return row;
}

// Does any block have a site beyond a wall, or does any bit have no block?
bool any_site_outside(const InteractionSpec& interaction) {
  const Boundaries& boundary = interaction.lattice.boundary;
  return is_odd_circle(interaction) || boundary.x == Boundary::Fixed || boundary.y == Boundary::Fixed ||
         (interaction.lattice.dimensions == 3 && boundary.z == Boundary::Fixed);
}

InsideRow first_blocks(u64 count, u64 vectors) {
  const std::vector<bits> first_bits = bits_between(0, count, vectors);
  return {first_bits, first_bits};
}

InsideRow between_walls(u64 width, u64 vectors, u64 offset) {
  return {bits_between(offset, (width + 1 + offset) / 2, vectors),
          bits_between(0, (width + offset) / 2, vectors)};
}

InsideRow everywhere(u64 vectors) {
  const std::vector<bits> every_bit(vectors, ~bits{});
  return {every_bit, every_bit};
}

template <typename Rates, bool swaps, bool takes_over, u32 dimensions>
class RowInteractionWith final : public RowInteraction {
 public:
  RowInteractionWith(const InteractionSpec& interaction, u64 vectors, Rates rates)
      : rates_(std::move(rates)), next_plane_(2 * vectors), has_walls_(any_site_outside(interaction)) {
    if (interaction.refine == 1) inside_ = rows_inside(interaction, vectors);
  }

  void interact(const BlockRow& row, u64 begin, u64 end, const BlockDecisions& decisions,
                u64 first) const override {
    if (has_walls_)
      interact_in<true>(row, begin, end, decisions, first);
    else
      interact_in<false>(row, begin, end, decisions, first);
  }

 private:
  static constexpr u32 planes = Rates::planes, sites = 1u << dimensions;

  template <bool walls>
  [[gnu::flatten]] void interact_in(const BlockRow& row, u64 begin, u64 end, const BlockDecisions& words,
                                    u64 first) const {
    for (u64 i = begin; i < end; ++i) {
      Blocks blocks{};
      for (u32 s = 0; s < sites; ++s)
        for (u32 p = 0; p < planes; ++p) blocks.site[s].plane[p] = row.site[s][p * next_plane_ + i];
      const u64 at = first + (i - begin) * words_in_vector;
      Decisions decided = places_at(words, at, dimensions);
      const SiteStates actors = actors_of(blocks, decided, dimensions, planes),
                       partners = partners_of(blocks, decided, dimensions, planes);
      const ChosenActions chosen = rates_.chosen(words, at, actors, partners);
      decided.move = chosen.move;
      decided.reproduce = chosen.reproduce;
      decided.prey = chosen.kill;
      const bits allowed = walls ? partner_inside(row, decided, i) : ~no_bits();
      const Blocks after = interacted(blocks, decided, actors, partners, ~no_bits(), allowed, swaps,
                                      takes_over, dimensions, planes);
      for (u32 s = 0; s < sites; ++s)
        for (u32 p = 0; p < planes; ++p) row.site[s][p * next_plane_ + i] = after.site[s].plane[p];
    }
  }

  // Mask of the blocks whose partner lies inside the walls. An actor outside needs no check: it is empty and
  // does nothing.
  bits partner_inside(const BlockRow& row, const Decisions& decided, u64 at) const {
    if (row.combs) return comb_partner_inside(*row.combs, decided, at);
    const InsideRow& inside = inside_[row.offset_x];
    const auto bits_of = [](bool is_set) { return is_set ? ~bits{} : bits{}; };
    bits found =
        choose_bits(decided.actor[0] ^ decided.across[0], inside.right[at], inside.left[at]) &
        choose_bits(decided.actor[1] ^ decided.across[1], bits_of(row.has_y[1]), bits_of(row.has_y[0]));
    if (dimensions == 3)
      found &=
          choose_bits(decided.actor[2] ^ decided.across[2], bits_of(row.has_z[1]), bits_of(row.has_z[0]));
    return found;
  }

  static bits comb_partner_inside(const SidesInside& sides, const Decisions& decided, u64 at) {
    bits found = ~bits{};
    for (u32 axis = 0; axis < dimensions; ++axis)
      found &=
          choose_bits(decided.actor[axis] ^ decided.across[axis], sides[axis][1][at], sides[axis][0][at]);
    return found;
  }

  Rates rates_;
  u64 next_plane_;
  bool has_walls_;
  std::vector<InsideRow> inside_;  // for each offset; empty if every partner is inside
};

template <typename Rates, bool swaps, bool takes_over>
std::unique_ptr<RowInteraction> made_in(const InteractionSpec& interaction, u64 vectors, Rates rates) {
  if (interaction.lattice.dimensions == 3)
    return std::make_unique<RowInteractionWith<Rates, swaps, takes_over, 3>>(interaction, vectors,
                                                                             std::move(rates));
  return std::make_unique<RowInteractionWith<Rates, swaps, takes_over, 2>>(interaction, vectors,
                                                                           std::move(rates));
}

template <typename Rates>
std::unique_ptr<RowInteraction> made_with(const InteractionSpec& interaction, u64 vectors, Rates rates) {
  const auto& [swaps, needs_kin, takes_over] = interaction.variant;
  if (swaps && takes_over) return made_in<Rates, true, true>(interaction, vectors, std::move(rates));
  if (swaps) return made_in<Rates, true, false>(interaction, vectors, std::move(rates));
  if (takes_over) return made_in<Rates, false, true>(interaction, vectors, std::move(rates));
  return made_in<Rates, false, false>(interaction, vectors, std::move(rates));
}

template <u32 planes>
std::unique_ptr<RowInteraction> made_on(const InteractionSpec& interaction, u64 vectors) {
  const RateClasses classes(interaction);
  if (!classes.are_shared()) return made_with(interaction, vectors, OwnRates<planes>(classes));
  return made_with(interaction, vectors, SharedRates(ListedPreys<planes>(predator_prey_pairs(interaction))));
}

bool is_cycle(const std::vector<PredatorPrey>& pairs, u32 species) {
  std::vector<PredatorPrey> cycle;
  for (u32 state = 1; state <= species; ++state) cycle.push_back({state, state % species + 1});
  return pairs == cycle;
}

}  // namespace

std::vector<InsideRow> rows_inside(const InteractionSpec& interaction, u64 vectors) {
  const Boundaries& boundary = interaction.lattice.boundary;
  const u64 width = interaction.lattice.stored.x;
  if (!any_site_outside(interaction)) return {};
  if (is_odd_circle(interaction)) return {2, first_blocks(width / 2, vectors)};
  if (boundary.x == Boundary::Periodic) return {2, everywhere(vectors)};
  return {between_walls(width, vectors, 0), between_walls(width, vectors, 1)};
}

std::unique_ptr<RowInteraction> make_row_interaction(const InteractionSpec& interaction, u64 vectors) {
  const u32 species = static_cast<u32>(interaction.species.size());
  const bool is_shared_cycle =
      RateClasses(interaction).are_shared() && is_cycle(predator_prey_pairs(interaction), species);
  if (species == 3 && is_shared_cycle) return made_with(interaction, vectors, SharedRates(CyclicPreys<3>()));
  if (species == 5 && is_shared_cycle) return made_with(interaction, vectors, SharedRates(CyclicPreys<5>()));
  switch (plane_count(interaction)) {
    case 1:
      return made_on<1>(interaction, vectors);
    case 2:
      return made_on<2>(interaction, vectors);
    case 3:
      return made_on<3>(interaction, vectors);
    default:
      return made_on<4>(interaction, vectors);
  }
}

}  // namespace morula
