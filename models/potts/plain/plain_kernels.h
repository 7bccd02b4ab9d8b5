// The parallel order on a device: a launch for each sub-step.
//
// The defines of a model: SIDE_X, SIDE_Y, SIDE_Z, RIM, RIM_Z, PERIODIC_X …, HELD_X, HELD_Y, HELD_SIZE: the
// lattice with its rim (see padded_lattice.h), and PLACE, a type that counts its words; TYPE_BITS, TYPES,
// OUTSIDE, FIXED, CONNECTED; REGION_X …, STRIDE_X …, PARTS_X …, ORIGINS_X … of each axis; ATTEMPTS; WAYS;
// HAS_SURFACE, HAS_POTENTIAL, EXCLUSIVE; CONTACTS, a list CONTACT(dx, dy, dz) …, FACES, a list FACE(dx, dy,
// dz) …, AROUND, a list SITE(bit, dx, dy, dz) …; GROUP, work-items of a group; EACH, regions that each begins
// with; GROUPS, of a replica; SUMS_GROUP.

RULE void change_cell(GLOBAL i32* cells, u32 word, i32 volume, i32 surface) {
  if (CELL_OF(word) == 0) return;
  GLOBAL_ATOMIC_ADD(&cells[(u64)CELL_OF(word) * KEPT], volume);
#if HAS_SURFACE
  if (surface) GLOBAL_ATOMIC_ADD(&cells[(u64)CELL_OF(word) * KEPT + 1], surface);
#endif
}

// Adds a copy of the sub-step before, as it was recorded, to the cells' counts.
RULE void change_as_recorded(GLOBAL i32* cells, GLOBAL const u32* record) {
  i32 lost = 0, gained = 0;
#if HAS_SURFACE
  lost = (i32)(record[2 * MOST_COPIES] & 0xFFFFu) - 0x8000;
  gained = (i32)(record[2 * MOST_COPIES] >> 16) - 0x8000;
#endif
  change_cell(cells, record[0], -1, lost);
  change_cell(cells, record[MOST_COPIES], 1, gained);
}

// The words of a record lie MOST_COPIES apart.
RULE void record_copy(GLOBAL u32* record, u32 before, u32 after, SurfaceChanges surface) {
  record[0] = before;
  record[MOST_COPIES] = after;
#if HAS_SURFACE
  record[2 * MOST_COPIES] = (u32)(surface.before + 0x8000) | (u32)(surface.after + 0x8000) << 16;
#endif
}

// Where the order is exclusive, copies are candidates (see exclusive_kernels.h), which have more words.
#define RECORD_WORDS (EXCLUSIVE ? RECORDED + 5 : RECORDED)
#define CANDIDATE_PLACE (RECORDED * MOST_COPIES)  // its lower half, and then its upper one
#define CANDIDATE_ORDER ((RECORDED + 2) * MOST_COPIES)
#define CANDIDATE_REGION ((RECORDED + 3) * MOST_COPIES)
#define CANDIDATE_DECIDED ((RECORDED + 4) * MOST_COPIES)

RULE void note_candidate(GLOBAL u32* words, PLACE place, u32 order, u32 region) {
  words[CANDIDATE_PLACE] = (u32)place;
  words[CANDIDATE_PLACE + MOST_COPIES] = (u32)((u64)place >> 32);
  words[CANDIDATE_ORDER] = order;
  words[CANDIDATE_REGION] = region;
  words[CANDIDATE_DECIDED] = 0;
}

// Does this site take over `after` from its neighbour? The surfaces' changes are noted.
RULE u32 copy_happens(GLOBAL const u32* at, u32 before, u32 after, u32 way, u32 word, GLOBAL const i32* seen,
                      LOCAL_POINTER const Tables* tables, GLOBAL const u32* last, u32 entries,
                      SurfaceChanges* surface) {
  u32 type_before = TYPE_OF(before), type_after = TYPE_OF(after);
  i32 volume_before = seen[(u64)CELL_OF(before) * KEPT], volume_after = seen[(u64)CELL_OF(after) * KEPT];
  i64 change = adhesion_of(at, before, after, &tables->adhesion[type_before * TYPES],
                           &tables->adhesion[type_after * TYPES]);
  change += volume_change(term_of(tables->volume, type_before), volume_before, -1) +
            volume_change(term_of(tables->volume, type_after), volume_after, 1);
#if HAS_POTENTIAL
  change += tables->potential[type_before * WAYS + way] + tables->potential[type_after * WAYS + way];
#endif
#if HAS_SURFACE
  *surface = surface_changes(at, before, after);
  change += surface_change(term_of(tables->surface, type_before), seen[(u64)CELL_OF(before) * KEPT + 1],
                           surface->before) +
            surface_change(term_of(tables->surface, type_after), seen[(u64)CELL_OF(after) * KEPT + 1],
                           surface->after);
#endif
  if (!may_accept(change, entries) || !accepts(change, word, last[change < 0 ? 0 : change])) return 0;
#if CONNECTED
  if (((CONNECTED >> type_before) & 1u) && !may_lose(own_around(at, before))) return 0;
  if (((CONNECTED >> type_after) & 1u) && !may_gain(own_around(at, after))) return 0;
#endif
  return 1;
}

// Attempts at sites whose neighbour belongs to another cell; all others end when that is known.
typedef struct {
  PLACE place[SPAN];
  u32 before[SPAN], after[SPAN], word[SPAN];
  u8 way[HAS_POTENTIAL ? SPAN : 1];
  u32 order[EXCLUSIVE ? SPAN : 1], region[EXCLUSIVE ? SPAN : 1];
} Queue;

// The site that attempt `words` of a region is at; NOWHERE beyond the lattice.
#define NOWHERE ((PLACE)0 - 1)
RULE PLACE drawn_place(u32 region, u32x4 words, u32 origin_x, u32 origin_y, u32 origin_z) {
  u32 within = drawn_below(words.x, REGION_SITES);
  u32 region_x = region % PARTS_X, region_y = region / PARTS_X, region_z = 0;
  if (PARTS_Z > 1) region_z = region_y / PARTS_Y, region_y %= PARTS_Y;
  i32 x = site_in_region(region_x, within % REGION_X, origin_x, STRIDE_X, SIDE_X, PERIODIC_X),
      y = site_in_region(region_y, within / REGION_X % REGION_Y, origin_y, STRIDE_Y, SIDE_Y, PERIODIC_Y),
      z = site_in_region(region_z, within / REGION_X / REGION_Y, origin_z, STRIDE_Z, SIDE_Z, PERIODIC_Z);
  return region < REGIONS && (x | y | z) >= 0 ? place_of(x, y, z) : NOWHERE;
}

RULE void put_in_queue(LOCAL_POINTER Queue* queue, u32 slot, PLACE place, u32 before, u32 after, u32x4 words,
                       u32 region) {
  queue->place[slot] = place;
  queue->before[slot] = before;
  queue->after[slot] = after;
  queue->word[slot] = words.z;
#if HAS_POTENTIAL
  queue->way[slot] = (u8)drawn_below(words.y, WAYS);
#endif
#if EXCLUSIVE
  queue->order[slot] = words.w;
  queue->region[slot] = region;
#endif
}

RULE u32 may_change(u32 before, u32 after) {
  return before != after && (((FIXED >> TYPE_OF(before)) | (FIXED >> TYPE_OF(after))) & 1u) == 0;
}

// One sub-step of all replicas. An attempt sees the cells' counts in `seen`, as they stood when the sub-step
// began; `next` is one sub-step behind, and gets the copies of the sub-step before, out of `records`, and
// those of this one. `when` is the sub-step, number `since` of those whose origins are drawn.
//
// A group takes SPAN regions. Its work-items first look, all of them, whether their sites are inside a cell;
// what is left over they share out evenly among them. Odd sub-steps go through the lattice backwards, and so
// find in the cache what the sub-step before has left there. What comes before AWAIT_LAUNCH_BEFORE depends on
// no other sub-step.
KERNEL GROUP_OF(GROUP, 1, 1)
    sub_step(GLOBAL u32* all_sites, GLOBAL const i32* all_seen, GLOBAL i32* all_next, GLOBAL u32* all_records,
             GLOBAL u32* recorded, GLOBAL u32* accepted, GLOBAL const u32* RESTRICT origins,
             GLOBAL const u32x2* RESTRICT keys, GLOBAL const i32* RESTRICT words,
             GLOBAL const i64* RESTRICT terms, GLOBAL const u32* RESTRICT last, u32 entries, u32 cells,
             u64 when, u32 since, u32 replicas) {
  LOCAL Tables tables;
  LOCAL Queue queue;
  LOCAL u32 queued[2], copies;
  FETCH(tables.adhesion, words, TYPES * TYPES)
  FETCH(tables.source, (words + TYPES * TYPES), WAYS)
#if HAS_POTENTIAL
  FETCH(tables.potential, (words + TYPES * TYPES + WAYS), TYPES * WAYS)
#endif
  FETCH(tables.volume, terms, 2 * TYPES)
#if HAS_SURFACE
  FETCH(tables.surface, (terms + 2 * TYPES), 2 * TYPES)
#endif
  if (local_id(0) == 0) queued[0] = copies = 0;
  u32 group = when & 1 ? GROUPS * replicas - 1 - group_id(0) : group_id(0);
  u32 replica = group / GROUPS, first = group % GROUPS * SPAN + local_id(0);
  GLOBAL u32* sites = all_sites + replica * (u64)HELD_SIZE;
  GLOBAL const i32* seen = all_seen + (u64)replica * cells * KEPT;
  GLOBAL i32* next = all_next + (u64)replica * cells * KEPT;
  GLOBAL u32* records = all_records + (u64)group * RECORD_WORDS * MOST_COPIES;
  GLOBAL const u32* origin = origins + 3 * ((u64)since * replicas + replica);
  u32 origin_x = origin[0], origin_y = origin[1], origin_z = origin[2];
  u32x2 key = keys[replica];

  for (u32 which = 0; which < ATTEMPTS; ++which) {
    u32x4 word[EACH];
    PLACE place[EACH];
    u32 before[EACH], after[EACH];
    UNROLL
    for (u32 i = 0; i < EACH; ++i) {
      word[i] = draw(key, first + i * GROUP, when, which);
      place[i] = drawn_place(first + i * GROUP, word[i], origin_x, origin_y, origin_z);
    }
    if (which == 0) AWAIT_LAUNCH_BEFORE();
    GLOBAL_BARRIER();
    UNROLL
    for (u32 i = 0; i < EACH; ++i) {
      before[i] = after[i] = OUTSIDE;
      if (place[i] != NOWHERE) {
        before[i] = sites[place[i]];
        after[i] = sites[place[i] + tables.source[drawn_below(word[i].y, WAYS)]];
      }
    }
#if !EXCLUSIVE
    if (which == 0)
      for (u32 i = local_id(0); i < recorded[group]; i += GROUP) change_as_recorded(next, records + i);
#endif
    UNROLL
    for (u32 i = 0; i < EACH; ++i) {
      if (may_change(before[i], after[i]))
        put_in_queue(&queue, LOCAL_ATOMIC_ADD(&queued[which & 1], 1u), place[i], before[i], after[i], word[i],
                     first + i * GROUP);
    }
    BARRIER();
    if (local_id(0) == 0) queued[(which + 1) & 1] = 0;
    for (u32 slot = local_id(0); slot < queued[which & 1]; slot += GROUP) {
      SurfaceChanges surface = {0, 0};
      u32 old = queue.before[slot], taken = queue.after[slot], way = HAS_POTENTIAL ? queue.way[slot] : 0;
      PLACE at = queue.place[slot];
      if (!copy_happens(sites + at, old, taken, way, queue.word[slot], seen, &tables, last, entries,
                        &surface))
        continue;
      GLOBAL u32* record = records + LOCAL_ATOMIC_ADD(&copies, 1u);
      record_copy(record, old, taken, surface);
#if EXCLUSIVE
      note_candidate(record, at, queue.order[slot], queue.region[slot]);
#else
      set_place(sites, at, taken);
      change_cell(next, old, -1, surface.before);
      change_cell(next, taken, 1, surface.after);
#endif
    }
  }
  BARRIER();
  if (local_id(0) == 0) {  // PoCL would go on after a return that only some work-items make
    recorded[group] = copies;
#if !EXCLUSIVE
    accepted[group] += copies;
#endif
  }
}

// Where the regions of the sub-steps from `when` begin, in every replica.
KERNEL GROUP_OF(SUMS_GROUP, 1, 1)
    draw_origins(GLOBAL u32* RESTRICT origins, GLOBAL const u32x2* RESTRICT keys, u64 when, u64 sub_steps,
                 u64 replicas) {
  u64 item = global_id(0);
  if (item >= sub_steps * replicas) return;
  u32x4 word = draw(keys[item % replicas], 0, when + item / replicas, 0);
  origins[3 * item] = drawn_below(word.x, ORIGINS_X);
  origins[3 * item + 1] = drawn_below(word.y, ORIGINS_Y);
  origins[3 * item + 2] = drawn_below(word.z, ORIGINS_Z);
}
