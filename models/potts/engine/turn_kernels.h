// The parallel order on a device: regions take turns (region_turn.h), and a team makes the attempts of each
// (team_attempts.h). Defines: those of team_attempts.h; TEAMS, teams of a group; ONE_LAUNCH, whether a launch
// makes many sub-steps; COUNTERS of accepted copies for each replica.

// Draws the rounds from number `first` on, for every replica: three origins, and the kinds in their order.
KERNEL GROUP_OF(SUMS_GROUP, 1, 1) draw_rounds(GLOBAL u32* RESTRICT rounds, GLOBAL const u32x2* RESTRICT keys,
                                              u64 first, u64 count, u64 replicas) {
  u64 item = global_id(0);
  if (item >= count * replicas) return;
  u32x4 words = draw(keys[item % replicas], 0, first + item / replicas, 0);
  DividedAxis x = AXIS_X, y = AXIS_Y, z = AXIS_Z;
  rounds[4 * item] = drawn_below(words.x, origins_of(x));
  rounds[4 * item + 1] = drawn_below(words.y, origins_of(y));
  rounds[4 * item + 2] = drawn_below(words.z, origins_of(z));
  rounds[4 * item + 3] = order_of_kinds(words.w, KINDS);
}

// Makes sub-steps from number `when` on. `rounds` are those drawn from number `first_round` on. `awaited` is
// the value of `arrived` before the launch, `stamp` that of the sub-step before it. In a launch of many
// sub-steps, all regions wait for each other between rounds; within a round, each waits for those that touch
// it or share a cell with it.
KERNEL GROUP_OF(TEAMS* TEAM, 1, 1)
    take_turns(GLOBAL u32* sites, GLOBAL i32* numbers, GLOBAL CellExtent* extents, GLOBAL u8* wide,
               GLOBAL u32* done, GLOBAL const u32* RESTRICT rounds, GLOBAL const u32x2* RESTRICT keys,
               GLOBAL const i32* RESTRICT words, GLOBAL const Quadratic* RESTRICT constraints,
               GLOBAL const u32* RESTRICT thresholds, GLOBAL const Acceptance* RESTRICT of_types,
               GLOBAL u32* accepted, GLOBAL u32* arrived, u32 entries, u32 cells, u32 replicas,
               u64 first_round, u64 when, u64 sub_steps, u32 awaited, u32 stamp, u32 time) {
  LOCAL i32 term_words[WORDS], sources[DIRECTIONS], offsets[DIRECTIONS];
  LOCAL Quadratic table[KEPT * TYPES];
  LOCAL Turn turns[TEAMS];
  LOCAL u32 before[TEAMS * TEAM], after[TEAMS * TEAM], scratch[TEAMS];
  LOCAL i32 x[TEAMS * TEAM], y[TEAMS * TEAM], z[TEAMS * TEAM];
  LOCAL NumberChanges changes[KEPT > 1 ? TEAMS * TEAM * STORED : 1];
  FETCH_BY(TEAMS * TEAM, term_words, words, WORDS)
  FETCH_BY(TEAMS * TEAM, sources, (words + WORDS), DIRECTIONS)
  FETCH_BY(TEAMS * TEAM, offsets, (words + WORDS + DIRECTIONS), DIRECTIONS)
  FETCH_THRESHOLDS(TEAMS * TEAM)
  FETCH_BY(TEAMS * TEAM, table, constraints, KEPT * TYPES)
  u32 team = local_id(0) / TEAM, base = team * TEAM;
  Proposals proposals = {before + base,  after + base, x + base,
                         y + base,       z + base,     changes + (KEPT > 1 ? base * STORED : 0),
                         scratch + team, offsets};
  Tissues tissues = {sites,    numbers, keys,  sources,  table, near_thresholds,
                     of_types, entries, cells, replicas, time};
  BARRIER();
  // Teams with consecutive regions belong to different groups, so that few regions keep many groups busy.
  RegionGrid grid = {PARTS_X, PARTS_Y, PARTS_Z};
  u32 first_item = team * group_count(0) + group_id(0), items = REGIONS * replicas;
  RegionGrid first_region = region_of_rank(grid, first_item < items ? first_item / replicas : 0);
  for (u64 made = 0; made < sub_steps; ++made) {
    u64 sub_step = when + made, since = sub_step / KINDS - first_round;
    u32 begins_round = sub_step % KINDS == 0;
#if ONE_LAUNCH
    if (made > 0 && begins_round) await_all_groups(arrived, awaited += group_count(0));
#endif
    for (u32 item = first_item; item < items; item += TEAMS * group_count(0)) {
      u32 replica = item % replicas, rank = item / replicas;
      TEAM_BARRIER();
      if (local_id(0) % TEAM == 0) {
        set_turn(&turns[team], replica, rank, item == first_item ? first_region : region_of_rank(grid, rank),
                 rounds + 4 * (since * replicas + replica), sub_step, stamp + (u32)made + 1);
        turns[team].done = done;
#if SHARES
        turns[team].extents = extents;
        turns[team].wide = wide;
#endif
      }
      TEAM_BARRIER();
      TURN turn = &turns[team];
      prefetch_region(tissues, turn);
#if ONE_LAUNCH
      if (!begins_round) await_touching(turn, replicas);
#endif
      Tissue tissue = TISSUE_OF_REPLICA(term_words, words, replica, cells);
      TurnResult result = {0, 0};
      for (u32 first = 0; first < turn->attempts; first += TEAM)
        make_attempts(tissues, tissue, turn, proposals, first, &result);
      if (local_id(0) % TEAM == 0 && result.copies > 0)
        GLOBAL_ATOMIC_ADD(&accepted[replica * COUNTERS + rank % COUNTERS], result.copies);
#if SHARES || ONE_LAUNCH
      TEAM_GLOBAL_BARRIER();  // what note_width() has written comes before the stamp
      u32 is_awaited = ONE_LAUNCH || team_mask(proposals.scratch, result.has_shared) != 0;
      if (local_id(0) % TEAM == 0) publish_value(&done[item], turn->stamp, is_awaited);
#endif
    }
  }
}
