// The parallel order on a device, first half: the attempts of a sub-step that may happen.
//
// The defines of a model: SIDE_X, SIDE_Y, SIDE_Z, RIM, RIM_Z, PERIODIC_X …, HELD_X, HELD_Y, HELD_SIZE: the
// lattice with its rim (see padded_lattice.h), and PLACE, a type that counts its words; TYPE_BITS, TYPES,
// OUTSIDE, FIXED, CONNECTED; REGION_X …, STRIDE_X …, PARTS_X …, ORIGINS_X … of each axis; DIRECTIONS,
// neighbours that may be copied; HAS_SURFACE, HAS_POTENTIAL, EXCLUSIVE; CONTACTS, a list CONTACT(dx, dy, dz)
// …, FACES, a list FACE(dx, dy, dz) …, AROUND, a list SITE(bit, dx, dy, dz) …; GROUP, work-items of a group;
// EACH, regions that each begins with; GROUPS, of a replica; SUMS_GROUP.

// Attempts at sites whose neighbour belongs to another cell; all others end when that is known.
typedef struct {
  PLACE place[SPAN];
  u32 before[SPAN], after[SPAN], word[SPAN], order[SPAN];
  u16 region[SPAN];    // counted from the group's first
  u16 position[SPAN];  // among the candidates of its bucket
  u8 direction[HAS_POTENTIAL ? SPAN : 1];
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
                       u32 region, u32 position) {
  queue->place[slot] = place;
  queue->before[slot] = before;
  queue->after[slot] = after;
  queue->word[slot] = words.z;
  queue->order[slot] = words.w;
  queue->region[slot] = (u16)region;
  queue->position[slot] = (u16)position;
#if HAS_POTENTIAL
  queue->direction[slot] = (u8)drawn_below(words.y, DIRECTIONS);
#endif
}

RULE u32 may_change(u32 before, u32 after) {
  return before != after && (((FIXED >> TYPE_OF(before)) | (FIXED >> TYPE_OF(after))) & 1u) == 0;
}

RULE u32 stays_connected(GLOBAL const u32* at, u32 before, u32 after) {
#if CONNECTED
  if (((CONNECTED >> TYPE_OF(before)) & 1u) && !may_lose(own_around(at, before))) return 0;
  if (((CONNECTED >> TYPE_OF(after)) & 1u) && !may_gain(own_around(at, after))) return 0;
#endif
  return 1;
}

// The attempt in a slot of the queue, and what it changes around its site.
RULE Attempt weighed(GLOBAL const u32* sites, LOCAL_POINTER const Queue* queue, u32 slot,
                     LOCAL_POINTER const Tables* tables) {
  PLACE place = queue->place[slot];
  u32 before = queue->before[slot], after = queue->after[slot];
  u32 type_before = TYPE_OF(before), type_after = TYPE_OF(after);
  Attempt found = {before,
                   after,
                   0,
                   queue->word[slot],
                   queue->order[slot],
                   (u32)place,
                   (u32)((u64)place >> 32) << 16 | queue->region[slot],
                   0x80008000u};
  found.energy = adhesion_of(sites + place, before, after, &tables->adhesion[type_before * TYPES],
                             &tables->adhesion[type_after * TYPES]);
#if HAS_POTENTIAL
  u32 direction = queue->direction[slot];
  found.energy += tables->potential[type_before * DIRECTIONS + direction] +
                  tables->potential[type_after * DIRECTIONS + direction];
#endif
#if HAS_SURFACE
  SurfaceChanges surface = surface_changes(sites + place, before, after);
  found.surfaces = (u32)(surface.before + 0x8000) | (u32)(surface.after + 0x8000) << 16;
#endif
  return found;
}

RULE Member joined_list(GLOBAL u32* heads, u32 member, u32 cell, Attempt attempt, i32 surface, u32 verdict) {
  Member joined = {attempt.order, 0, verdict, surface};
  if (cell != 0 && verdict == OPEN) joined.next = GLOBAL_ATOMIC_EXCHANGE(&heads[cell], member);
  return joined;
}

// The attempts of sub-step `when` of all replicas, number `since` of those whose origins are drawn. The last
// bucket of the sub-step before, `settled_bucket`, is settled (see candidates.h), and the heads of its lists
// are cleared.
//
// A group takes SPAN regions. Its work-items first look, all of them, whether their sites are inside a cell;
// the others they share out evenly among them. Odd sub-steps go through the lattice backwards, and so find in
// the cache what the sub-step before has left there. What comes before AWAIT_LAUNCH_BEFORE depends on no
// other sub-step.
KERNEL GROUP_OF(GROUP, 1, 1)
    find_copies(GLOBAL const u32* all_sites, GLOBAL i32* all_cells, GLOBAL Candidate* candidates,
                GLOBAL u32* all_starts, GLOBAL u32* all_heads, GLOBAL u32* used_heads, u64 head_count,
                GLOBAL const u32* RESTRICT origins, GLOBAL const u32x2* RESTRICT keys,
                GLOBAL const i32* RESTRICT words, u32 cells, u64 when, u32 since, u32 replicas,
                u32 settled_bucket, u32 bucket_shift) {
  LOCAL Tables tables;
  LOCAL Queue queue;
  LOCAL u32 queued, counts[MOST_BUCKETS + 1];
  FETCH(tables.adhesion, words, TYPES * TYPES)
  FETCH(tables.source, (words + TYPES * TYPES), DIRECTIONS)
#if HAS_POTENTIAL
  FETCH(tables.potential, (words + TYPES * TYPES + DIRECTIONS), TYPES * DIRECTIONS)
#endif
  if (local_id(0) == 0) queued = 0;
  for (u32 start = 0; start <= MOST_BUCKETS; start += GROUP)
    if (start + local_id(0) <= MOST_BUCKETS) counts[start + local_id(0)] = 0;
  u32 group = when & 1 ? GROUPS * replicas - 1 - group_id(0) : group_id(0);
  u32 replica = group / GROUPS, first_region = group % GROUPS * SPAN, first = group * SPAN;
  GLOBAL const u32* sites = all_sites + replica * (u64)HELD_SIZE;
  GLOBAL u32* starts = all_starts + (u64)group * (MOST_BUCKETS + 1);
  GLOBAL const u32* origin = origins + 3 * ((u64)since * replicas + replica);
  u32 origin_x = origin[0], origin_y = origin[1], origin_z = origin[2];
  u32x2 key = keys[replica];
  u32x4 word[EACH];
  PLACE place[EACH];
  u32 before[EACH], after[EACH];
  UNROLL
  for (u32 i = 0; i < EACH; ++i) {
    u32 region = first_region + local_id(0) + i * GROUP;
    word[i] = draw(key, region, when, 0);
    place[i] = drawn_place(region, word[i], origin_x, origin_y, origin_z);
  }
  AWAIT_LAUNCH_BEFORE();
  BARRIER();
  UNROLL
  for (u32 i = 0; i < EACH; ++i) {
    before[i] = after[i] = OUTSIDE;
    if (place[i] != NOWHERE) {
      before[i] = sites[place[i]];
      after[i] = sites[place[i] + tables.source[drawn_below(word[i].y, DIRECTIONS)]];
    }
  }
  for (u64 i = global_id(0); i < head_count; i += global_size(0)) used_heads[i] = 0;
  if (settled_bucket < MOST_BUCKETS)
    settle(candidates, first + starts[settled_bucket] + local_id(0), first + starts[settled_bucket + 1],
           GROUP, all_cells + (u64)replica * cells * KEPT);
  UNROLL
  for (u32 i = 0; i < EACH; ++i) {
    if (may_change(before[i], after[i])) {
      u32 position = LOCAL_ATOMIC_ADD(&counts[bucket_of(word[i].w, bucket_shift)], 1u);
      put_in_queue(&queue, LOCAL_ATOMIC_ADD(&queued, 1u), place[i], before[i], after[i], word[i],
                   local_id(0) + i * GROUP, position);
    }
  }
  GLOBAL_BARRIER();
  if (local_id(0) == 0) {
    u32 sum = 0;
    for (u32 bucket = 0; bucket <= MOST_BUCKETS; ++bucket) {
      u32 count = counts[bucket];
      counts[bucket] = starts[bucket] = sum;
      sum += count;
    }
  }
  BARRIER();
  for (u32 slot = local_id(0); slot < queued; slot += GROUP) {
    Candidate found;
    found.attempt = weighed(sites, &queue, slot, &tables);
    u32 losing = CELL_OF(found.attempt.before), gaining = CELL_OF(found.attempt.after);
    u32 bucket = bucket_of(found.attempt.order, bucket_shift),
        number = first + counts[bucket] + queue.position[slot];
    u32 may_happen = stays_connected(sites + queue.place[slot], found.attempt.before, found.attempt.after);
    GLOBAL u32* heads = all_heads + ((u64)bucket * replicas + replica) * cells;
    found.losing = joined_list(heads, 4 * number + 2, losing, found.attempt, lost_surface(found.attempt),
                               may_happen ? OPEN : FAILS);
    found.gaining = joined_list(heads, 4 * number + 3, gaining, found.attempt, gained_surface(found.attempt),
                                may_happen ? OPEN : FAILS);
    candidates[number] = found;
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
