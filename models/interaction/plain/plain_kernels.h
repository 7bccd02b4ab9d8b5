// The parallel order on a device, plainly: a byte for each site, a work-item for each word of 32 blocks or
// actors, which it goes through one by one.
//
// The defines of a model: SIZE_X, SIZE_Y, SIZE_Z, PERIODIC, STATES; SITES (of a replica); STRIDE (2: blocks,
// 3: actors), OFFSETS_X … and PARTS_X … of each axis, STRIDE_Z; WORDS_X; ACTOR_WORDS, WAY_DIGITS,
// ACTION_DIGITS; SWAPS, NEEDS_KIN, TAKES_OVER; WAYS, a list WAY(below, across) … or NEIGHBOUR(below, dx, dy,
// dz) …; SHARED_RATES (1: one table for all replicas); GROUP.

#define WAY_FIRST ACTOR_WORDS
#define ACTION_FIRST (ACTOR_WORDS + WAY_DIGITS)
#define WORDS_DRAWN (ACTION_FIRST + ACTION_DIGITS)

typedef struct {
  i64 x, y, z;  // -1 beyond a wall
} Place;

RULE u32 is_inside(Place place) { return place.x >= 0 && place.y >= 0 && place.z >= 0; }

RULE u64 index_of(Place place) { return ((u64)place.z * SIZE_Y + (u64)place.y) * SIZE_X + (u64)place.x; }

RULE Place moved(Place place, i32 dx, i32 dy, i32 dz) {
  Place there = place;
  if (dx) there.x = site_inside(place.x + dx, SIZE_X, PERIODIC);
  if (dy) there.y = site_inside(place.y + dy, SIZE_Y, PERIODIC);
  if (dz) there.z = site_inside(place.z + dz, SIZE_Z, PERIODIC);
  return there;
}

// Is there one of the same species beside this site?
RULE u32 has_kin(GLOBAL const u8* states, Place actor) {
  u32 species = states[index_of(actor)], found = 0;
#if NEEDS_KIN
#define NEIGHBOUR(below, dx, dy, dz)                                       \
  {                                                                        \
    Place place = moved(actor, dx, dy, dz);                                \
    if (is_inside(place) && states[index_of(place)] == species) found = 1; \
  }
  WAYS
#undef NEIGHBOUR
#endif
      return found;
}

RULE void interact_at(GLOBAL u8* states, Place actor, Place partner, u32 action,
                      GLOBAL const Thresholds* thresholds) {
  if (!is_inside(actor) || !is_inside(partner)) return;
  Choices choices = {SWAPS, NEEDS_KIN, TAKES_OVER};
  u64 first = index_of(actor), second = index_of(partner);
  Pair pair = {states[first], states[second]};
  if (pair.actor == EMPTY) return;
  Pair after = interact(pair, action, thresholds[pair.actor * STATES + pair.partner], choices,
                        NEEDS_KIN ? has_kin(states, actor) : 0);
  states[first] = (u8)after.actor;
  states[second] = (u8)after.partner;
}

typedef struct {
  u32 x, y, z;
} Offset;

typedef struct {
  u32 of[(WORDS_DRAWN + 3) / 4 * 4];
} Words;

// Digits of one block out of their words, the first the most significant of 32.
RULE u32 number_in(Words* words, u32 first, u32 digits, u32 lane) {
  u32 number = 0;
  for (u32 digit = 0; digit < digits; ++digit)
    number |= ((words->of[first + digit] >> lane) & 1u) << (31 - digit);
  return number;
}

RULE Place site_of(u64 x, u64 y, u64 z, u32 steps, Offset offset) {
  Place place = {site_in_part(x, steps & 1u, offset.x, STRIDE, SIZE_X, PERIODIC),
                 site_in_part(y, (steps >> 1) & 1u, offset.y, STRIDE, SIZE_Y, PERIODIC),
                 site_in_part(z, steps >> 2, offset.z, STRIDE_Z, SIZE_Z, PERIODIC)};
  return place;
}

RULE Offset drawn_offset(u32x2 key, u64 phase) {
  u32x4 drawn = draw(key, 0, phase, 0);
  Offset offset = {offset_from(drawn.x, OFFSETS_X), offset_from(drawn.y, OFFSETS_Y),
                   offset_from(drawn.z, OFFSETS_Z)};
  return offset;
}

RULE Words drawn_words(u32x2 key, u64 word, u64 phase) {
  Words words;
  for (u32 which = 0; which * 4 < WORDS_DRAWN; ++which) {
    u32x4 drawn = draw(key, word, phase, which);
    words.of[which * 4] = drawn.x;
    words.of[which * 4 + 1] = drawn.y;
    words.of[which * 4 + 2] = drawn.z;
    words.of[which * 4 + 3] = drawn.w;
  }
  return words;
}

// The actor and the partner of a block, or of an actor that stands alone.
typedef struct {
  Place actor, partner;
} Places;

RULE Places chosen_places(Words* words, u32 lane, u64 x, u64 y, u64 z, Offset offset) {
  u32 way = number_in(words, WAY_FIRST, WAY_DIGITS, lane);
  Places chosen;
#if NEEDS_KIN
  chosen.actor = site_of(x, y, z, 0, offset);
  chosen.partner = chosen.actor;
#define NEIGHBOUR(below, dx, dy, dz)                  \
  if (way < (below))                                  \
    chosen.partner = moved(chosen.actor, dx, dy, dz); \
  else
  WAYS {}
#else
  u32 place = 0, across = 0;
  for (u32 axis = 0; axis < ACTOR_WORDS; ++axis) place |= ((words->of[axis] >> lane) & 1u) << axis;
#define WAY(below, steps) \
  if (way < (below))      \
    across = steps;       \
  else
  WAYS {}
  chosen.actor = site_of(x, y, z, place, offset);
  chosen.partner = site_of(x, y, z, place ^ across, offset);
#endif
  return chosen;
}

// One phase of all replicas.
KERNEL GROUP_OF(GROUP, 1, 1)
    interaction_phase(GLOBAL u8* RESTRICT all_states, GLOBAL const Thresholds* RESTRICT all_thresholds,
                      GLOBAL const u32x2* RESTRICT keys, GLOBAL const u32x2* RESTRICT offset_keys,
                      GLOBAL const u32* RESTRICT frozen, u64 phase, u64 replicas) {
  u64 per_replica = (u64)WORDS_X * PARTS_Y * PARTS_Z;
  u64 replica = global_id(0) / per_replica, word = global_id(0) % per_replica;
  if (replica >= replicas || frozen[replica]) return;
  GLOBAL u8* states = all_states + replica * SITES;
  GLOBAL const Thresholds* thresholds = all_thresholds + (SHARED_RATES ? 0 : replica * STATES * STATES);
  Offset offset = drawn_offset(offset_keys[replica], phase);
  Words words = drawn_words(keys[replica], word, phase);
  u64 y = word / WORDS_X % PARTS_Y, z = word / WORDS_X / PARTS_Y;
  for (u32 lane = 0; lane < 32; ++lane) {
    u64 x = word % WORDS_X * 32 + lane;
    if (x >= PARTS_X) break;
    Places chosen = chosen_places(&words, lane, x, y, z, offset);
    interact_at(states, chosen.actor, chosen.partner, number_in(&words, ACTION_FIRST, ACTION_DIGITS, lane),
                thresholds);
  }
}
