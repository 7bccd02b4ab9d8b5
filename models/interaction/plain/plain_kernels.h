// The plain engine on a device: a byte per site. A work-item takes a word of 32 blocks and goes through it
// block by block. Defines: those of byte_blocks_kernels.h, whose functions it uses.

// Does the actor have a neighbour of its own species?
RULE u32 has_kin(GLOBAL const u8* states, Coordinates actor) {
  u32 species = states[index_of(actor)], found = 0;
#if NEEDS_KIN
#define NEIGHBOUR(below, dx, dy, dz)                                     \
  {                                                                      \
    Coordinates site = displaced(actor, dx, dy, dz);                     \
    if (is_inside(site) && states[index_of(site)] == species) found = 1; \
  }
  PARTNERS
#undef NEIGHBOUR
#endif
  return found;
}

RULE void interact_at(GLOBAL u8* states, Coordinates actor, Coordinates partner, u32 action,
                      GLOBAL const Thresholds* thresholds) {
  if (!is_inside(actor) || !is_inside(partner)) return;
  RuleVariant variant = {SWAPS, NEEDS_KIN, TAKES_OVER};
  u64 first = index_of(actor), second = index_of(partner);
  Pair pair = {states[first], states[second]};
  if (pair.actor == EMPTY) return;
  Pair after = interact(pair, action, thresholds[pair.actor * STATES + pair.partner], variant,
                        NEEDS_KIN ? has_kin(states, actor) : 0);
  states[first] = (u8)after.actor;
  states[second] = (u8)after.partner;
}

typedef struct {
  u32 of[(WORDS_DRAWN + 3) / 4 * 4];
} DrawnWords;

// The random number of one block: each word provides one of its binary digits, the most significant of 32
// first.
RULE u32 number_in(DrawnWords* words, u32 first, u32 digits, u32 lane) {
  u32 number = 0;
  for (u32 digit = 0; digit < digits; ++digit)
    number |= ((words->of[first + digit] >> lane) & 1u) << (31 - digit);
  return number;
}

RULE DrawnWords drawn_words(u32x2 key, u64 word, u64 phase) {
  DrawnWords words;
  for (u32 which = 0; which * 4 < WORDS_DRAWN; ++which) {
    u32x4 drawn = draw(key, word, phase, which);
    words.of[which * 4] = drawn.x;
    words.of[which * 4 + 1] = drawn.y;
    words.of[which * 4 + 2] = drawn.z;
    words.of[which * 4 + 3] = drawn.w;
  }
  return words;
}

typedef struct {
  Coordinates actor, partner;
} PairSites;

// The actor and the partner in a block.
RULE PairSites chosen_sites(DrawnWords* words, u32 lane, u64 x, RowOfBlocks row, Offset offset) {
  u32 number = number_in(words, PARTNER_FIRST, PARTNER_DIGITS, lane);
  PairSites chosen;
#if NEEDS_KIN
  chosen.actor = site_of(x, row, 0, offset);
  chosen.partner = chosen.actor;
#define NEIGHBOUR(below, dx, dy, dz)                      \
  if (number < (below))                                   \
    chosen.partner = displaced(chosen.actor, dx, dy, dz); \
  else
  PARTNERS {}
#else
  u32 place = 0, across = 0;
  for (u32 axis = 0; axis < ACTOR_WORDS; ++axis) place |= ((words->of[axis] >> lane) & 1u) << axis;
#define PARTNER(below, steps) \
  if (number < (below))       \
    across = steps;           \
  else
  PARTNERS {}
  chosen.actor = site_of(x, row, place, offset);
  chosen.partner = site_of(x, row, place ^ across, offset);
#endif
  return chosen;
}

// One phase of all replicas.
KERNEL GROUP_OF(GROUP, 1, 1)
    interaction_phase(GLOBAL u8* RESTRICT all_states, GLOBAL const Thresholds* RESTRICT all_thresholds,
                      GLOBAL const u32x2* RESTRICT keys, GLOBAL const u32x2* RESTRICT offset_keys,
                      GLOBAL const u32* RESTRICT frozen, u64 phase, u64 replicas, u64 first_stored) {
  ITEM per_replica = (ITEM)COLUMNS * ROWS_OF_BLOCKS, id = (ITEM)global_id(0), item = id % per_replica;
  u64 replica = id / per_replica, column = item % (ITEM)COLUMNS;
  if (replica >= replicas || frozen[replica]) return;
  GLOBAL u8* states = all_states + replica * SITES;
  GLOBAL const Thresholds* thresholds = all_thresholds + (SHARED_RATES ? 0 : replica * STATES * STATES);
  Offset offset = drawn_offset(offset_keys[replica], phase);
  RowOfBlocks row = row_of_blocks(item / (ITEM)COLUMNS, offset, first_stored);
  if (!row.is_stored) return;
  DrawnWords words = drawn_words(keys[replica], draw_of(row, column), phase);
  Comb comb = {0, 0};
  if (REFINE > 1) {
    comb = acting_comb(words.of[COMB_FIRST], REFINE, COMB_SPACING);
    row = acting_row(row, comb);
    if (!row.is_stored) return;
  }
  for (u32 lane = 0; lane < 32; ++lane) {
    u64 x = block_in_column(column, lane, comb.first);
    if (x >= BLOCKS_X) continue;
    PairSites chosen = chosen_sites(&words, lane, x, row, offset);
    interact_at(states, chosen.actor, chosen.partner, number_in(&words, ACTION_FIRST, ACTION_DIGITS, lane),
                thresholds);
  }
}
