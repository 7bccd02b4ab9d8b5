// The random numbers of blocks on bytes, on a device. The first digits are drawn for all blocks of a word at
// once and decide most of them. The work-item of an undecided block draws the whole number.
//
// Defines: those of byte_blocks_kernels.h, whose functions it uses; FIRST_DIGITS, the number of digits of the
// thresholds in `first_thresholds`.

#define PARTNER_DRAWN (PARTNER_DIGITS < FIRST_DIGITS ? PARTNER_DIGITS : FIRST_DIGITS)
#define ACTION_DRAWN (ACTION_DIGITS < FIRST_DIGITS ? ACTION_DIGITS : FIRST_DIGITS)

// The draws of a word that hold its first digits. They form two ranges, which may meet. The number that
// chooses the comb, if there is one, belongs to the second.
#define CALLS_END ((PARTNER_FIRST + PARTNER_DRAWN + 3) / 4)
#define ACTION_CALL (COMB_FIRST / 4 < CALLS_END ? CALLS_END : COMB_FIRST / 4)
#define ACTION_CALLS_END ((ACTION_FIRST + ACTION_DRAWN + 3) / 4)
#define CALLS (CALLS_END + (ACTION_CALLS_END > ACTION_CALL ? ACTION_CALLS_END - ACTION_CALL : 0))

RULE u32 call_of(u32 slot) { return slot < CALLS_END ? slot : slot - CALLS_END + ACTION_CALL; }
RULE u32 slot_of(u32 call) { return call < CALLS_END ? call : call - ACTION_CALL + CALLS_END; }

// The four digits that a draw has for each of 32 blocks, gathered by block. Those of block b are four bits of
// word b mod 4, from bit b div 4 * 4 on, with the digit of the first word highest.
RULE u32x4 digits_by_block(u32x4 drawn) {
  u32 one = drawn.w, two = drawn.z, three = drawn.y, four = drawn.x, swapped;
  swapped = ((one >> 2) ^ three) & 0x33333333u, three ^= swapped, one ^= swapped << 2;
  swapped = ((two >> 2) ^ four) & 0x33333333u, four ^= swapped, two ^= swapped << 2;
  swapped = ((one >> 1) ^ two) & 0x55555555u, two ^= swapped, one ^= swapped << 1;
  swapped = ((three >> 1) ^ four) & 0x55555555u, four ^= swapped, three ^= swapped << 1;
  u32x4 digits = {one, two, three, four};
  return digits;
}

RULE u32 four_digits(LOCAL_POINTER const u32* drawn, u32 call, u32 lane) {
  return (drawn[slot_of(call) * 4 + lane % 4] >> (lane / 4 * 4)) & 15u;
}

// The first digits of the number of a block, the most significant of 32 first.
RULE u32 first_digits(LOCAL_POINTER const u32* drawn, u32 first, u32 digits, u32 lane) {
  u32 number = 0;
  UNROLL for (u32 call = first / 4; call * 4 < first + digits; ++call) number |=
      four_digits(drawn, call, lane) << (28 - (call - first / 4) * 4);
  return digits == 0 ? 0 : (number << (first % 4)) & ~(0x7FFFFFFFu >> (digits - 1));
}

// Mask of the digits behind the first ones.
RULE u32 digits_behind(u32 digits) { return digits > FIRST_DIGITS ? 0xFFFFFFFFu >> FIRST_DIGITS : 0; }

RULE u32 whole_number(u32x2 key, u64 where, u64 phase, u32 first, u32 digits, u32 lane) {
  u32 number = 0;
  for (u32 which = first / 4; which * 4 < first + digits; ++which) {
    u32x4 drawn = draw(key, where, phase, which);
    for (u32 i = 0; i < 4; ++i) {
      u32 at = which * 4 + i, four = i == 0 ? drawn.x : i == 1 ? drawn.y : i == 2 ? drawn.z : drawn.w;
      if (at >= first && at < first + digits) number |= ((four >> lane) & 1u) << (31 - (at - first));
    }
  }
  return number;
}

// The partner that a number chooses: its place XOR the actor's or, in blocks of three sites a side, its
// displacement with two bits for each axis. Thresholds ascend. The code has no branches, since neighbouring
// work-items choose different partners.
RULE u32 partner_of(u32 number) {
  u32 chosen = 0;
  u64 below_last = 0;
#define PARTNER(below, steps)                                 \
  chosen = (u64)number >= below_last ? (u32)(steps) : chosen; \
  below_last = (below);
#define NEIGHBOUR(below, dx, dy, dz) \
  PARTNER(below, (u32)((dx) + 1) | (u32)((dy) + 1) << 2 | (u32)((dz) + 1) << 4)
  PARTNERS
#undef NEIGHBOUR
#undef PARTNER
  return number < below_last ? chosen : 0;
}

RULE u32 action_of(u32 number, Thresholds below) {
  return (number >= below.move ? 1u : 0u) + (number >= below.reproduce ? 1u : 0u) +
         (number >= below.prey ? 1u : 0u);
}

// The action that the first digits of a number choose; the first digits of its three thresholds take 16 bits
// each in `below`. `is_open` says whether further digits may choose another action.
RULE u32 action_of_first(u32 number, u64 below, u32* is_open) {
  u32 digits = number >> (32 - FIRST_DIGITS), move = (u32)below & 0xFFFFu, reproduce = (u32)below >> 16,
      prey = (u32)(below >> 32);
  *is_open = ACTION_DIGITS > FIRST_DIGITS && (digits == move || digits == reproduce || digits == prey);
  return (digits >= move ? 1u : 0u) + (digits >= reproduce ? 1u : 0u) + (digits >= prey ? 1u : 0u);
}
