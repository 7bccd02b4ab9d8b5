// A copy attempt on a device, in any order. Defines: those of site_kernels.h.

// What all attempts of a launch use.
typedef struct {
  GLOBAL u32* sites;
  GLOBAL i32* numbers;  // of cells, [(replica · cells + cell) · KEPT + number]
  GLOBAL const u32x2* keys;
  LOCAL_POINTER const i32* sources;  // distances of the neighbours that may be copied
  CONSTRAINTS constraints;
  THRESHOLDS thresholds;
  GLOBAL const Acceptance* of_types;
  u32 entries, cells, replicas, time;
} Tissues;

#define STORED (KEPT > 1 ? KEPT - 1 : 1)  // changes of numbers without the volume

typedef struct {
  PLACE place;
  u32 direction, word;  // the random word of acceptance
  u32 before, after;    // words of the site
  u32 crosses;          // 0 if the copy would change nothing, or is forbidden
  i64 change;           // of the energy
  NumberChanges changes[STORED];
#if FREE_NUMBERS
  i32 local_energy;                 // the part of its change that does not depend on numbers of cells
  i32 losing[KEPT], gaining[KEPT];  // numbers of its two cells
#endif
} Attempt;

RULE GLOBAL i32* numbers_of(Tissues tissues, u32 replica, u32 word) {
  return tissues.numbers + ((u64)replica * tissues.cells + CELL_OF(word)) * KEPT;
}

// Sets the words of the attempt before and after the copy.
RULE void see_sites(Tissues tissues, Tissue tissue, u32 replica, Attempt* attempt) {
  SITES at = tissues.sites + replica * (u64)HELD_SIZE + attempt->place;
  attempt->before = at[0];
  attempt->after = at[tissues.sources[attempt->direction]];
  attempt->crosses = may_change(tissue, FIXED, attempt->before, attempt->after);
}

RULE u32 is_attempt_accepted(Tissues tissues, const Attempt* attempt) {
#if TEMPERATURES > 1
  Acceptance at = tissues.of_types[TYPE_OF(attempt->before) * TYPES + TYPE_OF(attempt->after)];
#else
  Acceptance at = {0, tissues.entries};
#endif
  return is_accepted(attempt->change, attempt->word, tissues.thresholds, at);
}

#if FREE_NUMBERS
// Computes the change of energy from the numbers of the two cells.
RULE void find_change(Tissues tissues, Tissue tissue, Attempt* attempt) {
  const NumberChanges* changes = attempt->changes;
  i64 change = energy_change(tissue, tissues.constraints, KEPT, attempt->local_energy, attempt->before,
                             attempt->after, changes, attempt->losing, attempt->gaining);
  ADD_FREE_CHANGE(tissue, attempt, change)
  attempt->change = change;
}
#endif

// Finds the change of energy of a copy between two cells, with the present numbers of these; if there are
// free numbers, only what find_change() needs.
RULE void weigh(Tissues tissues, Tissue tissue, u32 replica, Attempt* attempt) {
  SITES at = tissues.sites + replica * (u64)HELD_SIZE + attempt->place;
  SiteCopy copy = {attempt->before, attempt->after, attempt->direction, tissues.time};
  GLOBAL const i32 *losing_cell = numbers_of(tissues, replica, attempt->before),
                   *gaining_cell = numbers_of(tissues, replica, attempt->after);
  i32 losing[KEPT], gaining[KEPT];
  for (u32 number = 0; number < KEPT; ++number) {
    losing[number] = FRESH_WORD(&losing_cell[number]);
    gaining[number] = FRESH_WORD(&gaining_cell[number]);
  }
  NumberChanges* changes = attempt->changes;
  FIND_CHANGES(tissue, at, copy)
#if MOMENTS
  find_moments(tissue, attempt->place, copy, changes);
#endif
  i32 local_energy = LOCAL_ENERGY(tissue, at, copy) + LINEAR_PART(tissue, copy, changes);
  attempt->crosses = ALLOWS(tissue, at, copy);
#if FREE_NUMBERS
  attempt->local_energy = local_energy;
  for (u32 number = 0; number < KEPT; ++number) {
    attempt->losing[number] = losing[number];
    attempt->gaining[number] = gaining[number];
  }
#else
  attempt->change = energy_change(tissue, tissues.constraints, KEPT, local_energy, attempt->before,
                                  attempt->after, changes, losing, gaining);
#endif
}

// Does no halo repeat this site?
RULE u32 is_inner_site(i32 x, i32 y, i32 z) {
  return x >= HALO && x < SIDE_X - HALO && y >= HALO && y < SIDE_Y - HALO && z >= HALO_Z &&
         z < SIDE_Z - HALO_Z;
}

// Writes a copy to the lattice and to the numbers of its cells.
RULE void write_copy(Tissues tissues, u32 replica, i32 x, i32 y, i32 z, u32 before, u32 after,
                     const NumberChanges* changes) {
  GLOBAL u32* sites = tissues.sites + replica * (u64)HELD_SIZE;
  if (is_inner_site(x, y, z))
    sites[place_of(x, y, z)] = after;
  else
    set_site(sites, x, y, z, after);
#if READS_GAINS
  set_site(sites + GAINS, x, y, z, CELL_OF(after) != 0 ? tissues.time : 0);
#endif
  GLOBAL i32* numbers = tissues.numbers + (u64)replica * tissues.cells * KEPT;
  for (u32 number = 0; number < KEPT; ++number) {
    change_number(numbers, before, number, lost_number(number, changes));
    change_number(numbers, after, number, gained_number(number, changes));
  }
}
