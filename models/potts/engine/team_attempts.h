// The attempts of a region on a device.
//
// A team of TEAM work-items makes them, TEAM at a time. All are weighed at once, then settled in their order.
// The first accepted attempt is made; each later attempt at one of its two cells corrects its change of
// energy for the cell's new numbers. A later attempt that reads the changed site is stale: when its turn
// comes, the copies so far are written to the lattice, and it is weighed again. So all attempts have the
// result that they would have one after the other.
//
// Defines: those of region_turn.h and shared_cells.h; REACH, how far an attempt reads sites.

// The attempts of a team as its work-items see each other's, [attempt].
typedef struct {
  LOCAL_POINTER u32 *before, *after;
  LOCAL_POINTER i32 *x, *y, *z;          // numbers of the site in its region
  LOCAL_POINTER NumberChanges* changes;  // [attempt · STORED + number − 1]
  LOCAL_POINTER u32* scratch;
  LOCAL_POINTER const i32* offsets;  // of the neighbours that may be copied: see source_offset()
} Proposals;

// An attempt of a work-item, at site number `within` of the region along each axis.
typedef struct {
  Attempt copy;
  i32 within_x, within_y, within_z;
  u32 is_stale;              // its site, or a site that it reads, has changed since it was weighed
  u32 is_weighed;            // its change of energy is new
  u32 is_accepted, is_made;  // `is_made` if it happens but is not yet written
  u32 is_shared;             // has it met a cell that other regions may share?
  u32 enlarges;              // has its copy, just written, enlarged an extent?
} TeamAttempt;

RULE u32 drawn_coordinate(u64* fraction, u32 count) {
  u64 high = (*fraction >> 32) * count + ((u64)(u32)*fraction * count >> 32);
  *fraction *= count;
  return (u32)(high >> 32);
}

RULE u32 size_of_difference(i32 difference) { return (u32)(difference < 0 ? -difference : difference); }

// The site is a random fraction of the region, split into coordinates.
RULE void draw_attempt(Tissues tissues, TURN turn, u32 number, TeamAttempt* attempt) {
  u32x4 words = draw(tissues.keys[turn->replica], turn->first + number, turn->sub_step, 0);
  u64 fraction = (u64)words.x << 32 | words.y;
  attempt->within_z = (i32)drawn_coordinate(&fraction, turn->z.count);
  attempt->within_y = (i32)drawn_coordinate(&fraction, turn->y.count);
  attempt->within_x = (i32)drawn_coordinate(&fraction, turn->x.count);
  attempt->copy.place = place_of(coordinate_in(turn->x.begin, attempt->within_x, SIDE_X),
                                 coordinate_in(turn->y.begin, attempt->within_y, SIDE_Y),
                                 coordinate_in(turn->z.begin, attempt->within_z, SIDE_Z));
  attempt->copy.direction = drawn_below(words.z, DIRECTIONS);
  attempt->copy.word = words.w;
  attempt->copy.crosses = attempt->is_weighed = attempt->is_accepted = attempt->is_made = attempt->is_shared =
      attempt->enlarges = 0;
  attempt->is_stale = number < turn->attempts;
}

// A copy at a shared cell is weighed once to fetch its data, and again when all earlier regions that may
// share the cell are done.
RULE void weigh_in_turn(Tissues tissues, Tissue tissue, TURN turn, Proposals proposals, u32 slot,
                        TeamAttempt* attempt) {
  Attempt* copy = &attempt->copy;
  attempt->is_stale = attempt->is_accepted = 0;
  see_sites(tissues, tissue, turn->replica, copy);
  if (!copy->crosses) return;
  u32 awaited =
      0;  // the cells whose earlier changes must be awaited: 1 for the losing one, 2 for the gaining one
#if SHARES
  awaited = is_shared(tissues, turn, copy->before) | is_shared(tissues, turn, copy->after) << 1;
  attempt->is_shared = attempt->is_shared || awaited != 0;
#endif
  for (u32 is_done = 0; !is_done;) {
    weigh(tissues, tissue, turn->replica, copy);
    is_done = awaited == 0;
#if SHARES
    for (; awaited != 0; awaited = awaited & 1 ? awaited - 1 : 0)
      await_sharers(tissues.replicas, turn, attempt->within_x, attempt->within_y, attempt->within_z,
                    turn->extents + row_of(tissues, turn, awaited & 1 ? copy->before : copy->after));
#endif
  }
  attempt->is_weighed = copy->crosses;
  proposals.before[slot] = copy->before;
  proposals.after[slot] = copy->after;
#if KEPT > 1
  for (u32 number = 0; number < STORED; ++number)
    proposals.changes[slot * STORED + number] = copy->changes[number];
#endif
}

RULE u32 is_near(i32 distance, u32 side, u32 is_ring) {
  u32 away = size_of_difference(distance);
  return away <= REACH || (is_ring && away + REACH >= side);
}

RULE u32 is_same(i32 distance, u32 side, u32 is_ring) {
  return distance == 0 || (is_ring && size_of_difference(distance) == side);
}

RULE u32 is_at(const TeamAttempt* attempt, Proposals proposals, u32 other, i32 dx, i32 dy, i32 dz) {
  return is_same(attempt->within_x + dx - proposals.x[other], SIDE_X, PERIODIC_X && !DIVIDED_X) &&
         is_same(attempt->within_y + dy - proposals.y[other], SIDE_Y, PERIODIC_Y && !DIVIDED_Y) &&
         is_same(attempt->within_z + dz - proposals.z[other], SIDE_Z, PERIODIC_Z && !DIVIDED_Z);
}

// An offset along an axis, from a word with eight bits for each of them.
RULE i32 source_offset(i32 offsets, u32 axis) { return (offsets >> 8 * axis & 255) - 128; }

// Does the attempt depend on the site of another one? An attempt inside a cell depends only on its two sites.
RULE u32 reads_site_of(const TeamAttempt* attempt, Proposals proposals, u32 other) {
  u32 near = is_near(attempt->within_x - proposals.x[other], SIDE_X, PERIODIC_X && !DIVIDED_X) &&
             is_near(attempt->within_y - proposals.y[other], SIDE_Y, PERIODIC_Y && !DIVIDED_Y) &&
             is_near(attempt->within_z - proposals.z[other], SIDE_Z, PERIODIC_Z && !DIVIDED_Z && SIDE_Z > 1);
  if (!near || attempt->copy.before != attempt->copy.after) return near;
  i32 offsets = proposals.offsets[attempt->copy.direction];
  return is_at(attempt, proposals, other, 0, 0, 0) ||
         is_at(attempt, proposals, other, source_offset(offsets, 0), source_offset(offsets, 1),
               source_offset(offsets, 2));
}

#if FREE_NUMBERS
// Adds the changes that another copy makes in the numbers of one of its cells, if `word` is that cell's.
RULE void add_changes(i32* numbers, u32 word, u32 losing, u32 gaining, const NumberChanges* changes) {
  if (CELL_OF(word) == 0 || (word != losing && word != gaining)) return;
  for (u32 number = 0; number < KEPT; ++number)
    numbers[number] += word == losing ? lost_number(number, changes) : gained_number(number, changes);
}
#else
// How the energy change of an attempt changes with that of a number of one of its cells, which it would
// change by `by`, if another copy changes this number by `other`.
RULE i64 change_by_other(CONSTRAINTS constraints, u32 number, u32 word, i32 by, i32 other) {
  return 2 * constraints[number * TYPES + TYPE_OF(word)].strength * by * other;
}
#endif

// Takes note of an earlier copy of the team, which is not yet written.
RULE void note_copy(Tissues tissues, Proposals proposals, u32 made, TeamAttempt* attempt) {
  if (reads_site_of(attempt, proposals, made)) {
    attempt->is_stale = 1;
    return;
  }
  Attempt* copy = &attempt->copy;
  u32 losing = proposals.before[made], gaining = proposals.after[made];
  u32 shares_cell =
      copy->before == losing || copy->before == gaining || copy->after == losing || copy->after == gaining;
  if (!shares_cell || !copy->crosses) return;
  NumberChanges changes[STORED];
#if KEPT > 1
  for (u32 number = 0; number < STORED; ++number) changes[number] = proposals.changes[made * STORED + number];
#endif
#if FREE_NUMBERS
  add_changes(copy->losing, copy->before, losing, gaining, changes);
  add_changes(copy->gaining, copy->after, losing, gaining, changes);
#else
  for (u32 number = 0; number < KEPT; ++number) {
    i32 lost = lost_number(number, changes), gained = gained_number(number, changes);
    i32 at_losing = (copy->before == losing ? lost : 0) + (copy->before == gaining ? gained : 0),
        at_gaining = (copy->after == losing ? lost : 0) + (copy->after == gaining ? gained : 0);
    copy->change += change_by_other(tissues.constraints, number, copy->before,
                                    lost_number(number, copy->changes), at_losing) +
                    change_by_other(tissues.constraints, number, copy->after,
                                    gained_number(number, copy->changes), at_gaining);
  }
#endif
  attempt->is_weighed = 1;
}

RULE void write_in_turn(Tissues tissues, TURN turn, TeamAttempt* attempt) {
  const Attempt* copy = &attempt->copy;
  i32 x = coordinate_in(turn->x.begin, attempt->within_x, SIDE_X),
      y = coordinate_in(turn->y.begin, attempt->within_y, SIDE_Y),
      z = coordinate_in(turn->z.begin, attempt->within_z, SIDE_Z);
  attempt->is_made = 0;
  write_copy(tissues, turn->replica, x, y, z, copy->before, copy->after, copy->changes);
#if SHARES
  attempt->enlarges = enlarge_extent(tissues, turn, copy->after, x, y, z);
#endif
}

RULE u32 is_happening(Tissues tissues, Tissue tissue, Attempt* copy) {
#if FREE_NUMBERS
  find_change(tissues, tissue, copy);
#endif
  return is_attempt_accepted(tissues, copy);
}

// What a turn has done: the number of copies, and whether it has met cells that other regions may share.
typedef struct {
  u32 copies, has_shared;
} TurnResult;

// Makes the next TEAM attempts of a region, from number `first` on.
RULE void make_attempts(Tissues tissues, Tissue tissue, TURN turn, Proposals proposals, u32 first,
                        TurnResult* result) {
  u32 slot = local_id(0) % TEAM, exists = first + slot < turn->attempts;
  TeamAttempt attempt;
  draw_attempt(tissues, turn, first + slot, &attempt);
  proposals.x[slot] = attempt.within_x;
  proposals.y[slot] = attempt.within_y;
  proposals.z[slot] = attempt.within_z;
  u32 settled = 0;  // attempts that are decided, counted in their order
  while (settled < TEAM) {
    if (attempt.is_stale) weigh_in_turn(tissues, tissue, turn, proposals, slot, &attempt);
    TEAM_BARRIER();
    for (u32 must_write = 0; settled < TEAM && !must_write;) {
      if (attempt.is_weighed) attempt.is_accepted = is_happening(tissues, tissue, &attempt.copy);
      attempt.is_weighed = 0;
      u32 accepted = team_mask(proposals.scratch, attempt.is_accepted && slot >= settled),
          stale = team_mask(proposals.scratch, attempt.is_stale), open = accepted | stale;
      u32 next = open == 0 ? TEAM : 31 - leading_zeros(open & (0u - open));
      must_write = next < TEAM && (stale >> next & 1u);
      settled = must_write ? next : next + 1;
      if (next == TEAM || must_write) continue;
      result->copies += 1;
      if (slot == next) attempt.is_made = 1;
      if (slot > next && exists && !attempt.is_stale) note_copy(tissues, proposals, next, &attempt);
    }
    if (attempt.is_made) write_in_turn(tissues, turn, &attempt);
    TEAM_GLOBAL_BARRIER();
#if SHARES
    if (attempt.enlarges) note_width(tissues, turn, attempt.copy.after);
    attempt.enlarges = 0;
#endif
  }
  result->has_shared = result->has_shared || attempt.is_shared;
}
