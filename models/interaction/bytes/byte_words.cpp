#include "models/interaction/bytes/byte_words.h"

namespace morula {
namespace {

constexpr u32 halves = blocks_in_word / blocks_in_vector;

// The sites of sixteen blocks. Each vector holds the site in one row and column of every block.
template <u32 side, u32 rows>
struct SitesOfBlocks {
  std::array<std::array<ByteVector, side>, rows> of;

  void load(const std::array<Window, 9>& windows, u32 half) {
    for (u32 row = 0; row < rows; ++row)
      separate(windows[row].sites + half * side * blocks_in_vector, of[row]);
  }
  void store(const std::array<Window, 9>& windows, u32 half) const {
    for (u32 row = 0; row < rows; ++row) join(of[row], windows[row].sites + half * side * blocks_in_vector);
  }
  ByteVector& at(u32 site) { return of[site / side][site % side]; }
};

struct ByteActions {
  ByteVector move, reproduce, prey;
};

ByteVector all_bytes(bool is_set) { return is_set ? ~ByteVector{} : ByteVector{}; }

// The first digits of the number of each block.
std::array<ByteVector, halves> first_bytes(const WordOfBlocks& word) {
  std::array<ByteVector, halves> numbers{};
  for (u32 digit = 0; digit < word.digits_drawn; ++digit) {
    const WordMasks masks((*word.digits)[digit][word.drawn]);
    for (u32 half = 0; half < halves; ++half)
      numbers[half] = numbers[half] + numbers[half] - masks.half[half];
  }
  for (ByteVector& number : numbers) number <<= first_digits - word.digits_drawn;
  return numbers;
}

using Sixteen = std::array<u8, blocks_in_vector>;

Sixteen bytes_of(ByteVector vector) {
  Sixteen bytes;
  store_bytes(vector, bytes.data());
  return bytes;
}

// Sixteen blocks of a word, with the actions they chose.
struct HalfOfWord {
  ByteVector number, actors, partners, is_open;
  ByteActions chosen;
};
using Halves = std::array<HalfOfWord, halves>;

[[gnu::always_inline]] inline void choose_by_first_digits(const PairThresholds& thresholds,
                                                          HalfOfWord& half) {
  const PairThresholds::Bytes below = thresholds.of(half.actors, half.partners);
  const ByteVector number = half.number, move = (ByteVector)(number < below.move),
                   reproduce = (ByteVector)(number < below.reproduce),
                   prey = (ByteVector)(number < below.prey);
  half.chosen = {move, reproduce & ~move, prey & ~reproduce};
  half.is_open = (ByteVector)((number == below.move) | (number == below.reproduce) | (number == below.prey)) &
                 (ByteVector)(half.actors != 0);
}

// Decides, one by one, the blocks whose first digits leave the action open.
[[gnu::noinline]] void settle(u32 which, HalfOfWord& half, const OpenActions& open) {
  const Sixteen numbers = bytes_of(half.number), actor = bytes_of(half.actors),
                partner = bytes_of(half.partners);
  Sixteen move = bytes_of(half.chosen.move), reproduce = bytes_of(half.chosen.reproduce),
          prey = bytes_of(half.chosen.prey);
  for_each_set(half.is_open, [&](u32 i) {
    const u32 action = open.action(which * blocks_in_vector + i, actor[i], partner[i], numbers[i]);
    move[i] = action == 0 ? 0xFF : 0;
    reproduce[i] = action == 1 ? 0xFF : 0;
    prey[i] = action == 2 ? 0xFF : 0;
  });
  half.chosen = {load_bytes(move.data()), load_bytes(reproduce.data()), load_bytes(prey.data())};
}

// The processor cannot predict whether a block is open, and a wrong prediction makes it wait for everything
// the answer depends on. So the question is asked only once for a word.
[[gnu::always_inline]] inline void choose_actions(const WordOfBlocks& word, Halves& word_halves,
                                                  const OpenActions& open) {
  ByteVector is_open{};
  for (HalfOfWord& half : word_halves) {
    choose_by_first_digits(*word.thresholds, half);
    is_open |= half.is_open;
  }
  if (!word.thresholds->may_be_open() || !any_bytes(is_open)) return;
  for (u32 half = 0; half < halves; ++half)
    if (any_bytes(word_halves[half].is_open)) settle(half, word_halves[half], open);
}

// Actor and partner after the interaction.
struct BytePair {
  ByteVector actor, partner;
};

template <bool swaps, bool takes_over>
BytePair interacted(const HalfOfWord& half, ByteVector allowed, ByteVector may_reproduce) {
  const auto& [number, actors, partners, is_open, chosen] = half;
  const ByteVector alive = (ByteVector)(actors != 0) & allowed, vacant = (ByteVector)(partners == 0);
  ByteVector moves = chosen.move & alive;
  if (!swaps) moves &= vacant;
  const ByteVector births = chosen.reproduce & alive & vacant & may_reproduce, kills = chosen.prey & alive;
  ByteVector takes = moves | births;
  if (takes_over) takes |= kills;
  ByteVector partner = choose_bytes(takes, actors, partners);
  if (!takes_over) partner &= ~kills;
  return {choose_bytes(moves, partners, actors), partner};
}

// Blocks of two sites a side: actor and partner can be any of their sites.
template <u32 dimensions, bool swaps, bool takes_over>
class PairBlocks final : public ByteWords {
 public:
  void interact(WordOfBlocks& word, const OpenActions& open) const override {
    std::array<Place, halves> actor{}, partner{};
    for (u32 axis = 0; axis < dimensions; ++axis) {
      const WordMasks place(word.decisions->actor[axis][word.drawn]),
          across(word.decisions->across[axis][word.drawn]);
      for (u32 half = 0; half < halves; ++half) {
        actor[half][axis] = place.half[half];
        partner[half][axis] = place.half[half] ^ across.half[half];
      }
    }
    const std::array<ByteVector, halves> numbers = first_bytes(word);
    std::array<Sites, halves> sites;
    Halves word_halves;
    for (u32 half = 0; half < halves; ++half) {
      sites[half].load(word.rows, half);
      word_halves[half].number = numbers[half];
      word_halves[half].actors = at(sites[half], actor[half]);
      word_halves[half].partners = at(sites[half], partner[half]);
    }
    choose_actions(word, word_halves, open);
    for (u32 half = 0; half < halves; ++half) {
      const ByteVector allowed = word.columns ? inside(word, half, partner[half]) : all_bytes(true);
      put(interacted<swaps, takes_over>(word_halves[half], allowed, all_bytes(true)), actor[half],
          partner[half], sites[half]);
      sites[half].store(word.rows, half);
    }
  }

 private:
  static constexpr u32 rows = 1u << (dimensions - 1), count = 2 * rows;
  using Sites = SitesOfBlocks<2, rows>;

  // A mask for each axis.
  using Place = std::array<ByteVector, 3>;

  [[gnu::always_inline]] static void put(const BytePair& after, const Place& actor, const Place& partner,
                                         Sites& sites) {
    for (u32 site = 0; site < count; ++site)
      sites.at(site) = choose_bytes(is_at(site, partner), after.partner,
                                    choose_bytes(is_at(site, actor), after.actor, sites.at(site)));
  }

  // The site of each block at a place: the bit for each axis chooses a half of the block.
  [[gnu::always_inline]] static ByteVector at(Sites sites, const Place& place) {
    for (u32 axis = dimensions; axis-- > 0;)
      for (u32 site = 0; site < 1u << axis; ++site)
        sites.at(site) = choose_bytes(place[axis], sites.at(site + (1u << axis)), sites.at(site));
    return sites.at(0);
  }
  static ByteVector is_at(u32 site, const Place& place) {
    ByteVector at_place = all_bytes(true);
    for (u32 axis = 0; axis < dimensions; ++axis)
      at_place &= (site >> axis) & 1u ? place[axis] : ~place[axis];
    return at_place;
  }
  // Mask of the blocks whose partner lies inside. An actor outside needs no check: it is empty and does
  // nothing.
  static ByteVector inside(const WordOfBlocks& word, u32 half, const Place& place) {
    Sites sites;
    for (u32 site = 0; site < count; ++site)
      sites.at(site) = load_bytes(&(*word.columns)[site % 2][half * blocks_in_vector]) &
                       all_bytes(word.row_inside[site / 2]);
    return at(sites, place);
  }
};

// Blocks of three sites a side around the actor, for reproduction that needs kin. The rows and columns of the
// word begin with the actor's left and upper neighbours.
template <u32 dimensions, bool swaps, bool takes_over>
class KinBlocks final : public ByteWords {
 public:
  explicit KinBlocks(const std::vector<Neighbour>& displacements) {
    for (const Neighbour& displacement : displacements)
      neighbours_.push_back(static_cast<u32>(
          ((dimensions == 3 ? displacement.dz + 1 : 0) * 3 + displacement.dy + 1) * 3 + displacement.dx + 1));
  }

  void interact(WordOfBlocks& word, const OpenActions& open) const override {
    std::array<IsPartner, halves> is_partner;
    std::array<ByteVector, halves> before{};
    for (std::size_t i = 0; i < neighbours_.size(); ++i) {
      const WordMasks below(word.decisions->partner.below[i][word.drawn]);
      for (u32 half = 0; half < halves; ++half) {
        is_partner[half][i] = below.half[half] & ~before[half];
        before[half] = below.half[half];
      }
    }
    const std::array<ByteVector, halves> numbers = first_bytes(word);
    std::array<Around, halves> around;
    Halves word_halves;
    for (u32 half = 0; half < halves; ++half) {
      word_halves[half].number = numbers[half];
      look_around(word, half, is_partner[half], word_halves[half], around[half]);
    }
    choose_actions(word, word_halves, open);
    for (u32 half = 0; half < halves; ++half) {
      auto& [sites, kin, inside] = around[half];
      const BytePair after =
          interacted<swaps, takes_over>(word_halves[half], word.columns ? inside : all_bytes(true), kin);
      for (std::size_t i = 0; i < neighbours_.size(); ++i)
        sites.at(neighbours_[i]) = choose_bytes(is_partner[half][i], after.partner, sites.at(neighbours_[i]));
      sites.at(centre) = after.actor;
      sites.store(word.rows, half);
    }
  }

 private:
  static constexpr u32 rows = dimensions == 3 ? 9 : 3, centre = 3 * rows / 2;
  using IsPartner = std::array<ByteVector, 26>;  // a mask for each neighbour

  // The actors' neighbourhoods, and masks of the blocks that have kin there and of those whose partner lies
  // inside.
  struct Around {
    SitesOfBlocks<3, rows> sites;
    ByteVector kin, inside;
  };

  [[gnu::always_inline]] void look_around(const WordOfBlocks& word, u32 which, const IsPartner& is_partner,
                                          HalfOfWord& half, Around& around) const {
    around.sites.load(word.rows, which);
    half.actors = around.sites.at(centre);
    half.partners = around.kin = around.inside = ByteVector{};
    for (std::size_t i = 0; i < neighbours_.size(); ++i) {
      const ByteVector states = around.sites.at(neighbours_[i]);
      half.partners |= is_partner[i] & states;
      around.kin |= (ByteVector)(states == half.actors);
      if (word.columns) around.inside |= is_partner[i] & is_inside(word, which, neighbours_[i]);
    }
  }

  static ByteVector is_inside(const WordOfBlocks& word, u32 half, u32 site) {
    return load_bytes(&(*word.columns)[site % 3][half * blocks_in_vector]) &
           all_bytes(word.row_inside[site / 3]);
  }

  std::vector<u32> neighbours_;
};

template <u32 dimensions, bool swaps, bool takes_over>
std::unique_ptr<ByteWords> made(const InteractionSpec& interaction) {
  if (interaction.variant.needs_kin)
    return std::make_unique<KinBlocks<dimensions, swaps, takes_over>>(interaction.neighbourhood.neighbours);
  return std::make_unique<PairBlocks<dimensions, swaps, takes_over>>();
}

template <u32 dimensions>
std::unique_ptr<ByteWords> made_in(const InteractionSpec& interaction) {
  const RuleVariant& variant = interaction.variant;
  if (variant.swaps)
    return variant.takes_over ? made<dimensions, true, true>(interaction)
                              : made<dimensions, true, false>(interaction);
  return variant.takes_over ? made<dimensions, false, true>(interaction)
                            : made<dimensions, false, false>(interaction);
}

}  // namespace

std::unique_ptr<ByteWords> make_byte_words(const InteractionSpec& interaction) {
  return interaction.lattice.dimensions == 3 ? made_in<3>(interaction) : made_in<2>(interaction);
}

}  // namespace morula
