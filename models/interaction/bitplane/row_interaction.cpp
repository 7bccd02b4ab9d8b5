#include "models/interaction/bitplane/row_interaction.h"

#include "models/interaction/bitplane/bitplane_support.h"

namespace morula {
namespace {

// Each species preys on the next: known at compile time, and so a few operations.
template <u32 species>
struct CyclicPreys {
  static constexpr u32 planes = species < 4 ? 2 : species < 8 ? 3 : 4;

  bits is_prey(const SiteStates& actors, const SiteStates& partners) const {
    bits all{};
    for (u32 state = 1; state <= species; ++state)
      all |= in_state(actors, state, planes) & in_state(partners, state % species + 1, planes);
    return all;
  }
};

// Any list of predators and preys. A state is recognised by inverting the digits that are 0 in it.
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
      all.push_back(inverted);
    }
  }

  bits is_prey(const SiteStates& actors, const SiteStates& partners) const {
    bits found{};
    for (const Inverted& one : all) {
      bits both = ~bits{};
      for (u32 p = 0; p < planes; ++p)
        both &= (actors.plane[p] ^ one.predator[p]) & (partners.plane[p] ^ one.prey[p]);
      found |= both;
    }
    return found;
  }

  std::vector<Inverted> all;
};

Decisions decisions_at(const BlockDecisions& words, u64 at) {
  Decisions decided{};
  decided.actor[0] = load_vector(&words.actor_x[at]);
  decided.actor[1] = load_vector(&words.actor_y[at]);
  decided.across[0] = load_vector(&words.across_x[at]);
  decided.across[1] = load_vector(&words.across_y[at]);
  decided.move = load_vector(&words.move[at]);
  decided.reproduce = load_vector(&words.reproduce[at]);
  decided.prey = load_vector(&words.prey[at]);
  return decided;
}

// A row of vectors in which bits `from` to `to` - 1 are set.
std::vector<bits> bits_between(u64 from, u64 to, u64 vectors) {
  std::vector<bits> all(vectors);
  for (u64 at = from; at < to; ++at)
    all[at / bits_in_vector][at % bits_in_vector / 64] |= u64{1} << (at % 64);
  return all;
}

// The blocks of a row, at an offset, whose left or right sites lie inside the walls.
struct Inside {
  static Inside walls(u64 width, u64 vectors, u64 offset) {
    return {bits_between(offset, (width + 1 + offset) / 2, vectors),
            bits_between(0, (width + offset) / 2, vectors)};
  }
  static Inside everywhere(u64 vectors) {
    const std::vector<bits> all(vectors, ~bits{});
    return {all, all};
  }
  std::vector<bits> left, right;
};

template <typename PreyTest, bool swaps, bool takes_over>
class RowInteractionWith final : public RowInteraction {
 public:
  RowInteractionWith(const InteractionSpec& interaction, u64 vectors, PreyTest prey_test)
      : prey_test_(std::move(prey_test)) {
    const Boundaries& boundary = interaction.lattice.boundary;
    if (boundary.x == Boundary::Periodic && boundary.y == Boundary::Periodic) return;
    for (u64 offset : {0, 1})
      inside_.push_back(boundary.x == Boundary::Fixed
                            ? Inside::walls(interaction.lattice.local.x, vectors, offset)
                            : Inside::everywhere(vectors));
  }

  void interact(const BlockRow& row, u64 begin, u64 end, const BlockDecisions& decisions,
                u64 first) const override {
    if (inside_.empty())
      interact_in<false>(row, begin, end, decisions, first);
    else
      interact_in<true>(row, begin, end, decisions, first);
  }

 private:
  static constexpr u32 planes = PreyTest::planes;

  template <bool walls>
  [[gnu::flatten]] void interact_in(const BlockRow& row, u64 begin, u64 end, const BlockDecisions& words,
                                    u64 first) const {
    for (u64 i = begin; i < end; ++i) {
      Blocks blocks{};
      for (u32 s = 0; s < 4; ++s)
        for (u32 p = 0; p < planes; ++p) blocks.site[s].plane[p] = row.site[s][p][i];
      const Decisions decided = decisions_at(words, first + (i - begin) * words_in_vector);
      const SiteStates actors = actors_of(blocks, decided, 2, planes),
                       partners = partners_of(blocks, decided, 2, planes);
      const bits allowed = walls ? partner_inside(row, decided, i) : ~no_bits();
      const Blocks after = interacted(blocks, decided, actors, partners, prey_test_.is_prey(actors, partners),
                                      allowed, swaps, takes_over, 2, planes);
      for (u32 s = 0; s < 4; ++s)
        for (u32 p = 0; p < planes; ++p) row.site[s][p][i] = after.site[s].plane[p];
    }
  }

  // Blocks whose partner lies inside the walls. An actor outside needs no check: it is empty and does
  // nothing.
  bits partner_inside(const BlockRow& row, const Decisions& decided, u64 at) const {
    const Inside& inside = inside_[row.offset_x];
    const bits top = row.top ? ~bits{} : bits{}, bottom = row.bottom ? ~bits{} : bits{};
    return choose_bits(decided.actor[0] ^ decided.across[0], inside.right[at], inside.left[at]) &
           choose_bits(decided.actor[1] ^ decided.across[1], bottom, top);
  }

  PreyTest prey_test_;
  std::vector<Inside> inside_;  // of each offset; none where there are no walls
};

template <typename PreyTest>
std::unique_ptr<RowInteraction> made_with(const InteractionSpec& interaction, u64 vectors,
                                          PreyTest prey_test) {
  const auto& [swaps, needs_kin, takes_over] = interaction.variant;
  if (swaps && takes_over)
    return std::make_unique<RowInteractionWith<PreyTest, true, true>>(interaction, vectors,
                                                                      std::move(prey_test));
  if (swaps)
    return std::make_unique<RowInteractionWith<PreyTest, true, false>>(interaction, vectors,
                                                                       std::move(prey_test));
  if (takes_over)
    return std::make_unique<RowInteractionWith<PreyTest, false, true>>(interaction, vectors,
                                                                       std::move(prey_test));
  return std::make_unique<RowInteractionWith<PreyTest, false, false>>(interaction, vectors,
                                                                      std::move(prey_test));
}

bool is_cycle(const std::vector<PredatorPrey>& pairs, u32 species) {
  std::vector<PredatorPrey> cycle;
  for (u32 state = 1; state <= species; ++state) cycle.push_back({state, state % species + 1});
  return pairs == cycle;
}

}  // namespace

std::unique_ptr<RowInteraction> make_row_interaction(const InteractionSpec& interaction, u64 vectors) {
  const std::vector<PredatorPrey> pairs = predator_prey_pairs(interaction);
  const u32 species = static_cast<u32>(interaction.species.size());
  if (species == 3 && is_cycle(pairs, 3)) return made_with(interaction, vectors, CyclicPreys<3>());
  if (species == 5 && is_cycle(pairs, 5)) return made_with(interaction, vectors, CyclicPreys<5>());
  switch (plane_count(interaction)) {
    case 1:
      return made_with(interaction, vectors, ListedPreys<1>(pairs));
    case 2:
      return made_with(interaction, vectors, ListedPreys<2>(pairs));
    case 3:
      return made_with(interaction, vectors, ListedPreys<3>(pairs));
    default:
      return made_with(interaction, vectors, ListedPreys<4>(pairs));
  }
}

}  // namespace morula
