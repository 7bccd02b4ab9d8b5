// The engine on bytes, on a device. A group of work-items draws for some words of 32 blocks and then takes
// their blocks side by side, so that neighbouring work-items read and write neighbouring bytes. What the
// blocks of a word have in common is computed once.
//
// Defines: those of first_digits_kernels.h, whose functions it uses; GROUP_WORDS, the number of words that a
// group takes; BLOCKS_AT_ONCE, how many blocks a work-item reads before it changes them, which divides the
// number of its blocks.

// The rows that an interaction may touch, the lowest first: those of a block or, in blocks of three sites a
// side, the actor's row and the rows around it.
#if NEEDS_KIN
#define ROWS (ACROSS_Z ? 9 : 3)
#define ROW_BESIDE(dy, dz) (u32)((dy) + 1 + (ACROSS_Z ? 3 * ((dz) + 1) : 0))
#else
#define ROWS (ACROSS_Z ? 4 : 2)
#endif

// Data shared by the blocks of a word, or of a comb.
typedef struct {
  u64 replica, where, column;
  Offset offset;
  RowOfBlocks row;   // if it is not stored, nothing happens
  u32 first;         // first block of the comb
  COORDINATE x;      // where the blocks begin, along x
  INDEX rows[ROWS];  // where their rows begin, in memory
  u32 inside;        // which of these rows lie inside the walls
} WordOfBlocks;

RULE WordOfBlocks word_of_blocks(ITEM number, ITEM per_replica, GLOBAL const u32x2* offset_keys,
                                 GLOBAL const u32* frozen, u64 phase, u64 first_stored) {
  WordOfBlocks word;
  ITEM at = number % per_replica;
  word.replica = number / per_replica;
  word.column = at % (ITEM)COLUMNS;
  word.offset = drawn_offset(offset_keys[word.replica], phase);
  word.row = row_of_blocks(at / (ITEM)COLUMNS, word.offset, first_stored);
  word.where = draw_of(word.row, word.column);
  word.first = 0;
  if (frozen[word.replica]) word.row.is_stored = 0;
  return word;
}

// A site in the given row of the blocks; called once the acting comb is known.
RULE Coordinates site_in_row_of(WordOfBlocks word, u32 row) {
#if NEEDS_KIN
  Coordinates actor = site_of(0, word.row, 0, word.offset);
  return displaced(actor, 0, (i32)(row % 3) - 1, ACROSS_Z ? (i32)(row / 3) - 1 : 0);
#else
  return site_of(0, word.row, row << 1, word.offset);
#endif
}

RULE WordOfBlocks with_rows(WordOfBlocks word) {
  word.x = (COORDINATE)(block_in_column(word.column, 0, word.first) * BLOCK_SIDE) - (COORDINATE)word.offset.x;
  word.inside = 0;
  UNROLL for (u32 row = 0; row < ROWS; ++row) {
    Coordinates site = site_in_row_of(word, row);
    if (site.y >= 0 && site.z >= 0) {
      word.rows[row] = ((INDEX)site.z * (INDEX)SIZE_Y + (INDEX)site.y) * (INDEX)SIZE_X;
      word.inside |= 1u << row;
    }
  }
  return word;
}

typedef struct {
  INDEX index;
  u32 is_inside;
} SiteInBlock;

// The site in one row of a block that lies `along` sites from its first site along x.
RULE SiteInBlock site_in_row(LOCAL_POINTER const WordOfBlocks* word, u32 lane, i32 along, u32 row) {
  COORDINATE first = (COORDINATE)(REFINE > 1 ? block_of_lane(lane, 0, COMB_SPACING) : lane) * BLOCK_SIDE;
  COORDINATE x = wrap_coordinate(word->x + first + (COORDINATE)along, SIZE_X, PERIODIC_X);
  SiteInBlock site = {word->rows[row] + (INDEX)x, (x >= 0 ? 1u : 0u) & (word->inside >> row)};
  return site;
}

#if NEEDS_KIN
RULE SiteInBlock actor_in_block(LOCAL_POINTER const WordOfBlocks* word, u32 lane, u32 place) {
  return site_in_row(word, lane, 0, ROW_BESIDE(0, 0));
}
RULE SiteInBlock partner_in_block(LOCAL_POINTER const WordOfBlocks* word, u32 lane, u32 place, u32 chosen) {
  i32 dx = (i32)(chosen & 3u) - 1, dy = (i32)((chosen >> 2) & 3u) - 1, dz = (i32)((chosen >> 4) & 3u) - 1;
  return site_in_row(word, lane, dx, ROW_BESIDE(dy, dz));
}
// Is some neighbour of the actor of its species? The actor is read in place of neighbours beyond walls, so
// that all loads are issued at once.
RULE u32 has_kin_around(GLOBAL const u8* states, LOCAL_POINTER const WordOfBlocks* word, u32 lane,
                        INDEX actor, u32 species) {
  u32 found = 0;
#define NEIGHBOUR(below, dx, dy, dz)                                    \
  {                                                                     \
    SiteInBlock site = site_in_row(word, lane, dx, ROW_BESIDE(dy, dz)); \
    u32 state = states[site.is_inside ? site.index : actor];            \
    found |= site.is_inside & (state == species ? 1u : 0u);             \
  }
  PARTNERS
#undef NEIGHBOUR
  return found;
}
#else
RULE SiteInBlock actor_in_block(LOCAL_POINTER const WordOfBlocks* word, u32 lane, u32 place) {
  return site_in_row(word, lane, (i32)(place & 1u), place >> 1);
}
RULE SiteInBlock partner_in_block(LOCAL_POINTER const WordOfBlocks* word, u32 lane, u32 place, u32 chosen) {
  return actor_in_block(word, lane, place ^ chosen);
}
#endif

RULE Pair after_action(Pair pair, u32 action, u32 has_kin) {
  RuleVariant variant = {SWAPS, NEEDS_KIN, TAKES_OVER};
  Thresholds each = {1, 2, 3};
  return interact(pair, action, each, variant, has_kin);
}

// A birth that waits until it is known whether the actor has kin around it. It holds the species, the chosen
// partner and the block.
#define BIRTH_WAITS 0x80000000u
RULE u32 waiting_birth(u32 species, u32 chosen) { return BIRTH_WAITS | chosen << 8 | species; }
RULE u32 birth_of_block(u32 birth, u32 block) { return birth | block << 14; }
RULE u32 block_of_birth(u32 birth) { return (birth & ~BIRTH_WAITS) >> 14; }

// Actor and partner of a block. There is no interaction unless both are inside.
typedef struct {
  INDEX actor, partner;
  u32 is_inside, chosen;
} SitesOfPair;

RULE SitesOfPair sites_of_pair(LOCAL_POINTER const u32* drawn, u32x2 key,
                               LOCAL_POINTER const WordOfBlocks* word, u64 phase, u32 lane) {
  u32 place = 0, digits = four_digits(drawn, 0, lane);
  UNROLL for (u32 axis = 0; axis < ACTOR_WORDS; ++axis) place |= ((digits >> (3 - axis)) & 1u) << axis;
  u32 number = first_digits(drawn, PARTNER_FIRST, PARTNER_DRAWN, lane), chosen = partner_of(number);
  if (PARTNER_DIGITS > FIRST_DIGITS && chosen != partner_of(number | digits_behind(PARTNER_DIGITS)))
    chosen = partner_of(whole_number(key, word->where, phase, PARTNER_FIRST, PARTNER_DIGITS, lane));
  SiteInBlock actor = actor_in_block(word, lane, place),
              partner = partner_in_block(word, lane, place, chosen);
  u32 is_there = word->row.is_stored && block_in_column(word->column, lane, word->first) < BLOCKS_X ? 1u : 0u;
  SitesOfPair sites = {actor.index, partner.index, is_there & actor.is_inside & partner.is_inside, chosen};
  return sites;
}

// The states of a pair; where there is no interaction, the states of some other site, so that loads need not
// wait.
RULE Pair states_of_pair(GLOBAL const u8* states, SitesOfPair sites) {
  Pair pair = {states[sites.is_inside ? sites.actor : 0], states[sites.is_inside ? sites.partner : 0]};
  return pair;
}

// Carries out the interaction of a pair. Returns a birth that must wait, or 0.
RULE u32 interact_in_block(GLOBAL u8* states, SitesOfPair sites, Pair pair,
                           GLOBAL const Thresholds* thresholds, GLOBAL const u64* first_thresholds,
                           LOCAL_POINTER const u32* drawn, u32x2 key, u64 where, u64 phase, u32 lane) {
  u32 both = pair.actor * STATES + pair.partner, is_open;
  u32 action = action_of_first(first_digits(drawn, ACTION_FIRST, ACTION_DRAWN, lane), first_thresholds[both],
                               &is_open);
  if (is_open)
    action = action_of(whole_number(key, where, phase, ACTION_FIRST, ACTION_DIGITS, lane), thresholds[both]);

  if (NEEDS_KIN && action == 1 && pair.partner == EMPTY) return waiting_birth(pair.actor, sites.chosen);
  Pair after = after_action(pair, action, 0);
  if (after.actor != pair.actor) states[sites.actor] = (u8)after.actor;
  if (after.partner != pair.partner) states[sites.partner] = (u8)after.partner;
  return 0;
}

#if NEEDS_KIN
RULE void give_birth(GLOBAL u8* states, LOCAL_POINTER const WordOfBlocks* word, u32 birth) {
  u32 lane = block_of_birth(birth) % 32;
  Pair pair = {birth & 0xFFu, EMPTY};
  INDEX actor = actor_in_block(word, lane, 0).index;
  Pair after = after_action(pair, 1, has_kin_around(states, word, lane, actor, pair.actor));
  if (after.partner != EMPTY)
    states[partner_in_block(word, lane, 0, (birth >> 8) & 63u).index] = (u8)after.partner;
}
#endif

// One phase of all replicas.
KERNEL GROUP_OF(GROUP, 1, 1)
    interaction_blocks(GLOBAL u8* RESTRICT all_states, GLOBAL const Thresholds* RESTRICT all_thresholds,
                       GLOBAL const u32x2* RESTRICT keys, GLOBAL const u32x2* RESTRICT offset_keys,
                       GLOBAL const u32* RESTRICT frozen, u64 phase, u64 replicas, u64 first_stored,
                       GLOBAL const u64* RESTRICT all_first_thresholds) {
  LOCAL u32 drawn[GROUP_WORDS * CALLS * 4];
  LOCAL WordOfBlocks words[GROUP_WORDS];
#if REFINE > 1
  LOCAL u32 combs[GROUP_WORDS];
#endif
#if NEEDS_KIN
  LOCAL u32 births[GROUP_WORDS * 32], birth_count;
  if (local_id(0) == 0) birth_count = 0;
#endif
  ITEM per_replica = (ITEM)COLUMNS * ROWS_OF_BLOCKS, word_count = (ITEM)replicas * per_replica;
  ITEM first = (ITEM)group_id(0) * GROUP_WORDS;
  if (local_id(0) < GROUP_WORDS && first + local_id(0) < word_count)
    words[local_id(0)] =
        word_of_blocks(first + local_id(0), per_replica, offset_keys, frozen, phase, first_stored);
  BARRIER();
  // Every work-item runs the same number of rounds: PoCL miscompiles a loop beside a barrier if that number
  // differs.
  for (u32 start = 0; start < GROUP_WORDS * CALLS; start += GROUP) {
    u32 item = start + local_id(0), slot = item / CALLS;
    if (item < GROUP_WORDS * CALLS && first + slot < word_count) {
      u32x4 four = draw(keys[words[slot].replica], words[slot].where, phase, call_of(item % CALLS));
#if REFINE > 1
      if (call_of(item % CALLS) == COMB_FIRST / 4)
        combs[slot] = COMB_FIRST % 4 == 0   ? four.x
                      : COMB_FIRST % 4 == 1 ? four.y
                      : COMB_FIRST % 4 == 2 ? four.z
                                            : four.w;
#endif
      four = digits_by_block(four);
      drawn[item * 4] = four.x;
      drawn[item * 4 + 1] = four.y;
      drawn[item * 4 + 2] = four.z;
      drawn[item * 4 + 3] = four.w;
    }
  }
  BARRIER();
  if (local_id(0) < GROUP_WORDS && first + local_id(0) < word_count) {
    WordOfBlocks word = words[local_id(0)];
#if REFINE > 1
    Comb comb = acting_comb(combs[local_id(0)], REFINE, COMB_SPACING);
    word.first = comb.first;
    u32 was_stored = word.row.is_stored;
    word.row = acting_row(word.row, comb);
    word.row.is_stored = was_stored && word.row.is_stored;
#endif
    words[local_id(0)] = with_rows(word);
  }
  BARRIER();
  for (u32 start = 0; start < GROUP_WORDS * 32; start += GROUP * BLOCKS_AT_ONCE) {
    SitesOfPair sites[BLOCKS_AT_ONCE];
    Pair pairs[BLOCKS_AT_ONCE];
    u32 lane = local_id(0) % 32;
    UNROLL for (u32 i = 0; i < BLOCKS_AT_ONCE; ++i) {
      u32 slot = (start + i * GROUP + local_id(0)) / 32;
      sites[i].is_inside = 0;
      if (first + slot < word_count) {
        u64 replica = words[slot].replica;
        sites[i] = sites_of_pair(drawn + slot * CALLS * 4, keys[replica], words + slot, phase, lane);
        pairs[i] = states_of_pair(all_states + replica * SITES, sites[i]);
      }
    }
    UNROLL for (u32 i = 0; i < BLOCKS_AT_ONCE; ++i) if (sites[i].is_inside && pairs[i].actor != EMPTY) {
      u32 block = start + i * GROUP + local_id(0), slot = block / 32;
      u64 replica = words[slot].replica, table = SHARED_RATES ? 0 : replica * STATES * STATES;
      u32 birth = interact_in_block(all_states + replica * SITES, sites[i], pairs[i], all_thresholds + table,
                                    all_first_thresholds + table, drawn + slot * CALLS * 4, keys[replica],
                                    words[slot].where, phase, lane);
#if NEEDS_KIN
      if (birth) births[LOCAL_ATOMIC_ADD(&birth_count, 1u)] = birth_of_block(birth, block);
#endif
    }
  }
#if NEEDS_KIN
  // Few blocks have a waiting birth. Handling these side by side, one for each work-item, takes a fraction of
  // the time that it would take among the other blocks.
  BARRIER();
  for (u32 start = 0; start < birth_count; start += GROUP) {
    u32 i = start + local_id(0);
    if (i < birth_count) {
      LOCAL_POINTER const WordOfBlocks* word = words + block_of_birth(births[i]) / 32;
      give_birth(all_states + word->replica * SITES, word, births[i]);
    }
  }
#endif
}
