// How a work-item changes the lattice while all others change it too. Compiled with HOLDS: 0 as in the paper,
// 1 with atomics where the paper's kernel has a race.

RULE PereiraPair pereira_after(PereiraPair pair, u32 action) {
  PereiraActions actions = {MOVES_BELOW, REPRODUCES_BELOW, PREYS_BELOW};
  return pereira_interact(pair, actions, action);
}

#if HOLDS

// The state of a site that a work-item holds in order to change it. For all others it is neither empty nor an
// individual.
#define HELD 0xFFFFFFFFu

// Changes both sites if both are still as they were read: one is held while the other changes. The lower one
// is held, so that one of several work-items that want each other's sites succeeds.
RULE u32 pereira_change(GLOBAL u32* cells, u32 actor, u32 there, PereiraPair before, PereiraPair after) {
  u32 actor_first = actor < there;
  u32 lower = actor_first ? actor : there, upper = actor_first ? there : actor;
  u32 lower_before = actor_first ? before.actor : before.neighbour;
  u32 upper_before = actor_first ? before.neighbour : before.actor;
  u32 lower_after = lower_before, changed = 0;
  if (GLOBAL_ATOMIC_CAS(&cells[lower], lower_before, HELD) == lower_before) {
    u32 upper_after = actor_first ? after.neighbour : after.actor;
    if (GLOBAL_ATOMIC_CAS(&cells[upper], upper_before, upper_after) == upper_before) {
      lower_after = actor_first ? after.actor : after.neighbour;
      changed = 1;
    }
    GLOBAL_ATOMIC_CAS(&cells[lower], HELD, lower_after);
  }
  return changed;
}

// Work-items of a warp wait for one another at the end of the loop, so that none spins while another that
// holds a site stands still. The first read need not be atomic: a site whose read state is out of date cannot
// be held.
RULE void pereira_act(GLOBAL u32* cells, u32 actor, u32 there, u32 action) {
  PereiraPair now = {cells[actor], cells[there]};
  u32 done = 0;
  while (!done) {
    if (now.actor != HELD && now.neighbour != HELD) {
      PereiraPair after = pereira_after(now, action);
      u32 idle = after.actor == now.actor && after.neighbour == now.neighbour;
      done = idle || pereira_change(cells, actor, there, now, after);
    }
    if (!done) {
      now.actor = GLOBAL_ATOMIC_CAS(&cells[actor], HELD, HELD);
      now.neighbour = GLOBAL_ATOMIC_CAS(&cells[there], HELD, HELD);
    }
  }
}

#else

// If two individuals move into one site at the same time, one is lost; prey that moves away while it is eaten
// survives.
RULE void pereira_act(GLOBAL u32* cells, u32 actor, u32 there, u32 action) {
  PereiraPair now = {cells[actor], cells[there]};
  PereiraPair after = pereira_after(now, action);
  if (after.neighbour != now.neighbour) cells[there] = after.neighbour;
  if (after.actor != now.actor) cells[actor] = after.actor;
}

#endif
