#include "models/interaction/bitplane/row_interaction.h"

#include "models/interaction/bitplane/bitplane_spec.h"

namespace morula {
namespace {

// Each species preys on the next: known when this is compiled, and so a few operations.
template <u32 species>
struct Cycle {
  static constexpr u32 planes = species < 4 ? 2 : species < 8 ? 3 : 4;

  bits hunted(const SiteStates& actors, const SiteStates& partners) const {
    bits all{};
    for (u32 state = 1; state <= species; ++state)
      all |= in_state(actors, state, planes) & in_state(partners, state % species + 1, planes);
    return all;
  }
};

// Any hunts. A state is told by turning its digits that are 0.
template <u32 planes_>
struct Listed {
  static constexpr u32 planes = planes_;
  struct Turned {
    std::array<bits, planes> predator, prey;
  };

  explicit Listed(const std::vector<Hunt>& hunts) {
    for (const auto& [predator, prey] : hunts) {
      Turned turned{};
      for (u32 p = 0; p < planes; ++p) {
        turned.predator[p] = (predator >> p) & 1u ? bits{} : ~bits{};
        turned.prey[p] = (prey >> p) & 1u ? bits{} : ~bits{};
      }
      all.push_back(turned);
    }
  }

  bits hunted(const SiteStates& actors, const SiteStates& partners) const {
    bits found{};
    for (const Turned& one : all) {
      bits both = ~bits{};
      for (u32 p = 0; p < planes; ++p)
        both &= (actors.plane[p] ^ one.predator[p]) & (partners.plane[p] ^ one.prey[p]);
      found |= both;
    }
    return found;
  }

  std::vector<Turned> all;
};

Decisions decisions_at(const WordDecisions& words, u64 at) {
  Decisions decided{};
  decided.actor[0] = vector_at(&words.actor_x[at]);
  decided.actor[1] = vector_at(&words.actor_y[at]);
  decided.across[0] = vector_at(&words.across_x[at]);
  decided.across[1] = vector_at(&words.across_y[at]);
  decided.move = vector_at(&words.move[at]);
  decided.reproduce = vector_at(&words.reproduce[at]);
  decided.prey = vector_at(&words.prey[at]);
  return decided;
}

// Which bits of a row's vectors stand for numbers from `from` to below `to`.
std::vector<bits> bits_between(u64 from, u64 to, u64 vectors) {
  std::vector<bits> all(vectors);
  for (u64 at = from; at < to; ++at)
    all[at / bits_in_vector][at % bits_in_vector / 64] |= u64{1} << (at % 64);
  return all;
}

// Sites inside the walls: left and right ones of the blocks at an offset.
struct Inside {
  Inside(u64 width, u64 vectors, u64 offset)
      : left(bits_between(offset, (width + 1 + offset) / 2, vectors)),
        right(bits_between(0, (width + offset) / 2, vectors)) {}
  std::vector<bits> left, right;
};

template <typename Hunts, bool swaps, bool takes_over>
class RowOf final : public RowInteraction {
 public:
  RowOf(const InteractionSpec& interaction, u64 vectors, Hunts hunts) : hunts_(std::move(hunts)) {
    if (interaction.lattice.boundary.all(Boundary::Fixed))
      for (u64 offset : {0, 1}) inside_.emplace_back(interaction.lattice.local.x, vectors, offset);
  }

  void interact(const BlockRow& row, u64 begin, u64 end, const WordDecisions& decisions,
                u64 first) const override {
    if (inside_.empty())
      all_of<false>(row, begin, end, decisions, first);
    else
      all_of<true>(row, begin, end, decisions, first);
  }

 private:
  static constexpr u32 planes = Hunts::planes;

  template <bool walls>
  [[gnu::flatten]] void all_of(const BlockRow& row, u64 begin, u64 end, const WordDecisions& words,
                               u64 first) const {
    for (u64 i = begin; i < end; ++i) {
      Blocks blocks{};
      for (u32 s = 0; s < 4; ++s)
        for (u32 p = 0; p < planes; ++p) blocks.site[s].plane[p] = row.site[s][p][i];
      const Decisions decided = decisions_at(words, first + (i - begin) * words_in_vector);
      const SiteStates actors = actors_of(blocks, decided, 2, planes),
                       partners = partners_of(blocks, decided, 2, planes);
      const bits may = walls ? has_partner(row, decided, i) : ~no_bits();
      const Blocks after = interacted(blocks, decided, actors, partners, hunts_.hunted(actors, partners), may,
                                      swaps, takes_over, 2, planes);
      for (u32 s = 0; s < 4; ++s)
        for (u32 p = 0; p < planes; ++p) row.site[s][p][i] = after.site[s].plane[p];
    }
  }

  // Blocks whose partner lies inside the walls. An actor outside is empty and does nothing anyway.
  bits has_partner(const BlockRow& row, const Decisions& decided, u64 at) const {
    const Inside& inside = inside_[row.offset_x];
    const bits top = row.top ? ~bits{} : bits{}, bottom = row.bottom ? ~bits{} : bits{};
    return choose_bits(decided.actor[0] ^ decided.across[0], inside.right[at], inside.left[at]) &
           choose_bits(decided.actor[1] ^ decided.across[1], bottom, top);
  }

  Hunts hunts_;
  std::vector<Inside> inside_;  // of each offset; none where there are no walls
};

template <typename Hunts>
std::unique_ptr<RowInteraction> made_with(const InteractionSpec& interaction, u64 vectors, Hunts hunts) {
  const auto& [swaps, needs_kin, takes_over] = interaction.choices;
  if (swaps && takes_over)
    return std::make_unique<RowOf<Hunts, true, true>>(interaction, vectors, std::move(hunts));
  if (swaps) return std::make_unique<RowOf<Hunts, true, false>>(interaction, vectors, std::move(hunts));
  if (takes_over) return std::make_unique<RowOf<Hunts, false, true>>(interaction, vectors, std::move(hunts));
  return std::make_unique<RowOf<Hunts, false, false>>(interaction, vectors, std::move(hunts));
}

bool is_cycle(const std::vector<Hunt>& hunts, u32 species) {
  std::vector<Hunt> cycle;
  for (u32 state = 1; state <= species; ++state) cycle.push_back({state, state % species + 1});
  return hunts == cycle;
}

}  // namespace

std::unique_ptr<RowInteraction> make_row_interaction(const InteractionSpec& interaction, u64 vectors) {
  const std::vector<Hunt> hunts = hunts_of(interaction);
  const u32 species = static_cast<u32>(interaction.species.size());
  if (species == 3 && is_cycle(hunts, 3)) return made_with(interaction, vectors, Cycle<3>());
  if (species == 5 && is_cycle(hunts, 5)) return made_with(interaction, vectors, Cycle<5>());
  switch (planes_of(interaction)) {
    case 1:
      return made_with(interaction, vectors, Listed<1>(hunts));
    case 2:
      return made_with(interaction, vectors, Listed<2>(hunts));
    case 3:
      return made_with(interaction, vectors, Listed<3>(hunts));
    default:
      return made_with(interaction, vectors, Listed<4>(hunts));
  }
}

}  // namespace morula
