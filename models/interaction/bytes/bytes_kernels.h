// The engine on bytes, on a device: a group of work-items draws for some words of 32 blocks, and then takes
// their blocks side by side, so that neighbouring work-items read and write neighbouring bytes. Few digits
// decide most random numbers; the others are drawn whole by the work-item that needs them.
//
// Defines: those of plain_kernels.h, whose functions it uses; GROUP_WORDS, the words of a group.

#define FIRST_DIGITS 8
#define PARTNER_DRAWN (PARTNER_DIGITS < FIRST_DIGITS ? PARTNER_DIGITS : FIRST_DIGITS)
#define ACTION_DRAWN (ACTION_DIGITS < FIRST_DIGITS ? ACTION_DIGITS : FIRST_DIGITS)

// The draws of a word that hold its first digits: two stretches, which may meet. The comb, if one is drawn,
// belongs to the second.
#define CALLS_END ((PARTNER_FIRST + PARTNER_DRAWN + 3) / 4)
#define ACTION_CALL (COMB_FIRST / 4 < CALLS_END ? CALLS_END : COMB_FIRST / 4)
#define ACTION_CALLS_END ((ACTION_FIRST + ACTION_DRAWN + 3) / 4)
#define CALLS (CALLS_END + (ACTION_CALLS_END > ACTION_CALL ? ACTION_CALLS_END - ACTION_CALL : 0))

RULE u32 call_of(u32 slot) { return slot < CALLS_END ? slot : slot - CALLS_END + ACTION_CALL; }
RULE u32 place_of(u32 word) { return word / 4 < CALLS_END ? word : word - (ACTION_CALL - CALLS_END) * 4; }

// The first digits of the number of a block, the most significant of 32 first.
RULE u32 first_digits(LOCAL_POINTER const u32* words, u32 first, u32 digits, u32 lane) {
  u32 number = 0;
  UNROLL for (u32 digit = 0; digit < digits; ++digit) number |=
      ((words[place_of(first + digit)] >> lane) & 1u) << (31 - digit);
  return number;
}

// The digits behind the first ones, all ones.
RULE u32 digits_behind(u32 digits) { return digits > FIRST_DIGITS ? 0xFFFFFFFFu >> FIRST_DIGITS : 0; }

RULE u32 whole_number(u32x2 key, u64 word, u64 phase, u32 first, u32 digits, u32 lane) {
  u32 number = 0;
  for (u32 which = first / 4; which * 4 < first + digits; ++which) {
    u32x4 drawn = draw(key, word, phase, which);
    for (u32 i = 0; i < 4; ++i) {
      u32 at = which * 4 + i, four = i == 0 ? drawn.x : i == 1 ? drawn.y : i == 2 ? drawn.z : drawn.w;
      if (at >= first && at < first + digits) number |= ((four >> lane) & 1u) << (31 - (at - first));
    }
  }
  return number;
}

// The partner that a number chooses: its place XOR the actor's or, in blocks of three sites a side, its
// displacement, with two bits for each axis.
RULE u32 partner_of(u32 number) {
#define PARTNER(below, steps) \
  if (number < (below)) return steps;
#define NEIGHBOUR(below, dx, dy, dz) \
  if (number < (below)) return (u32)((dx) + 1) | (u32)((dy) + 1) << 2 | (u32)((dz) + 1) << 4;
  PARTNERS
#undef NEIGHBOUR
#undef PARTNER
  return 0;
}

RULE u32 action_of(u32 number, Thresholds below) {
  return (number >= below.move ? 1u : 0u) + (number >= below.reproduce ? 1u : 0u) +
         (number >= below.prey ? 1u : 0u);
}

// One interaction in the block at `lane` of a column.
RULE void interact_in_block(GLOBAL u8* states, GLOBAL const Thresholds* thresholds,
                            LOCAL_POINTER const u32* words, u32x2 key, ITEM column, RowOfBlocks row,
                            u64 phase, u32 lane, Offset offset) {
  u64 word = draw_of(row, column);
  if (!row.is_stored) return;
  Comb comb = {0, 0};
  if (REFINE > 1) {
    comb = acting_comb(words[place_of(COMB_FIRST)], REFINE);
    row = acting_row(row, comb);
  }
  u64 x = block_in_column(column, lane, comb.first);
  if (x >= BLOCKS_X || !row.is_stored) return;
  u32 place = 0;
  UNROLL for (u32 axis = 0; axis < ACTOR_WORDS; ++axis) place |= ((words[axis] >> lane) & 1u) << axis;
  Coordinates actor = site_of(x, row, place, offset);
  if (!is_inside(actor)) return;
  Pair pair = {states[index_of(actor)], EMPTY};
  if (pair.actor == EMPTY) return;

  u32 number = first_digits(words, PARTNER_FIRST, PARTNER_DRAWN, lane), chosen = partner_of(number);
  if (PARTNER_DIGITS > FIRST_DIGITS && chosen != partner_of(number | digits_behind(PARTNER_DIGITS)))
    chosen = partner_of(whole_number(key, word, phase, PARTNER_FIRST, PARTNER_DIGITS, lane));
#if NEEDS_KIN
  Coordinates partner =
      displaced(actor, (i32)(chosen & 3u) - 1, (i32)((chosen >> 2) & 3u) - 1, (i32)((chosen >> 4) & 3u) - 1);
#else
  Coordinates partner = site_of(x, row, place ^ chosen, offset);
#endif
  if (!is_inside(partner)) return;
  pair.partner = states[index_of(partner)];

  Thresholds below = thresholds[pair.actor * STATES + pair.partner];
  number = first_digits(words, ACTION_FIRST, ACTION_DRAWN, lane);
  u32 action = action_of(number, below);
  if (ACTION_DIGITS > FIRST_DIGITS && action != action_of(number | digits_behind(ACTION_DIGITS), below))
    action = action_of(whole_number(key, word, phase, ACTION_FIRST, ACTION_DIGITS, lane), below);

  RuleVariant variant = {SWAPS, NEEDS_KIN, TAKES_OVER};
  Thresholds each = {1, 2, 3};
  u32 reproduces = action == 1 && pair.partner == EMPTY;
  Pair after = interact(pair, action, each, variant, NEEDS_KIN && reproduces ? has_kin(states, actor) : 0);
  if (after.actor != pair.actor) states[index_of(actor)] = (u8)after.actor;
  if (after.partner != pair.partner) states[index_of(partner)] = (u8)after.partner;
}

// One phase of all replicas.
KERNEL GROUP_OF(GROUP, 1, 1)
    interaction_blocks(GLOBAL u8* RESTRICT all_states, GLOBAL const Thresholds* RESTRICT all_thresholds,
                       GLOBAL const u32x2* RESTRICT keys, GLOBAL const u32x2* RESTRICT offset_keys,
                       GLOBAL const u32* RESTRICT frozen, u64 phase, u64 replicas, u64 first_stored) {
  LOCAL u32 drawn[GROUP_WORDS * CALLS * 4];
  LOCAL Offset offsets[GROUP_WORDS];
  ITEM per_replica = (ITEM)COLUMNS * ROWS_OF_BLOCKS, all = (ITEM)replicas * per_replica;
  ITEM first = (ITEM)group_id(0) * GROUP_WORDS;
  // Every work-item runs the same rounds: PoCL miscompiles a loop beside a barrier that differs among them.
  for (u32 start = 0; start < GROUP_WORDS * CALLS; start += GROUP) {
    u32 item = start + local_id(0);
    ITEM word = first + item / CALLS;
    if (item < GROUP_WORDS * CALLS && word < all) {
      ITEM at = word % per_replica;
      u64 where = at;
#if STORED
      Offset offset = drawn_offset(offset_keys[word / per_replica], phase);
      where = draw_of(row_of_blocks(at / (ITEM)COLUMNS, offset, first_stored), at % (ITEM)COLUMNS);
#endif
      u32x4 four = draw(keys[word / per_replica], where, phase, call_of(item % CALLS));
      drawn[item * 4] = four.x;
      drawn[item * 4 + 1] = four.y;
      drawn[item * 4 + 2] = four.z;
      drawn[item * 4 + 3] = four.w;
    }
  }
  if (local_id(0) < GROUP_WORDS && first + local_id(0) < all)
    offsets[local_id(0)] = drawn_offset(offset_keys[(first + local_id(0)) / per_replica], phase);
  BARRIER();
  for (u32 start = 0; start < GROUP_WORDS * 32; start += GROUP) {
    u32 slot = (start + local_id(0)) / 32, lane = local_id(0) % 32;
    ITEM word = first + slot, where = word % per_replica;
    u64 replica = word / per_replica;
    if (word < all && !frozen[replica])
      interact_in_block(
          all_states + replica * SITES, all_thresholds + (SHARED_RATES ? 0 : replica * STATES * STATES),
          drawn + slot * CALLS * 4, keys[replica], where % (ITEM)COLUMNS,
          row_of_blocks(where / (ITEM)COLUMNS, offsets[slot], first_stored), phase, lane, offsets[slot]);
  }
}
