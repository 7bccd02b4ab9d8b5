// The kernels of Tapia and D'Souza (2009). Compiled with SIDE_X, SIDE_Y, SIDE_Z (multiples of 8, 8, 16),
// TYPES.
//
// Here read-only buffers replace their textures, and local memory replaces their constant memory.

#define KINDS (TYPES + 1)
#define SITES ((u32)SIDE_X * SIDE_Y * SIDE_Z)
#define GROUP 128

// Section VI-B: every site adds one to the volume of its cell.
KERNEL GROUP_OF(GROUP, 1, 1) tapia_count(GLOBAL const u32* RESTRICT codes, GLOBAL u32* volumes) {
  u64 item = global_id(0);
  if (item >= SITES) return;
  u32 cell = tapia_cell(codes[item], TYPES);
  if (cell != 0) GLOBAL_ATOMIC_ADD(&volumes[cell], 1u);
}

// Only for the comparison: counts the sites that an iteration has changed, before the buffers are made equal.
KERNEL GROUP_OF(GROUP, 1, 1) tapia_changes(GLOBAL const u32* RESTRICT codes,
                                           GLOBAL const u32* RESTRICT written_codes, GLOBAL u32* changes) {
  u64 item = global_id(0);
  if (item < SITES && codes[item] != written_codes[item]) GLOBAL_ATOMIC_ADD(changes, 1u);
}

RULE u32 tapia_site(u32 x, u32 y, u32 z) { return (z * SIDE_Y + y) * SIDE_X + x; }

// Changes the volumes of both cells if both are still as they were at the beginning of the iteration. The
// cell with the lower number is claimed first, so that one of several threads that want each other's cells
// succeeds. A thread that does not get the second cell gives the first back. The medium, 0, is always free.
RULE u32 tapia_claim(GLOBAL const u32* RESTRICT volumes, GLOBAL u32* written, u32 loses, u32 gains) {
  u32 lower = loses < gains ? loses : gains, upper = loses < gains ? gains : loses;
  u32 lower_seen = volumes[lower], upper_seen = volumes[upper];
  u32 lower_next = lower == loses ? lower_seen - 1 : lower_seen + 1;
  u32 upper_next = upper == loses ? upper_seen - 1 : upper_seen + 1;
  if (lower != 0 && GLOBAL_ATOMIC_CAS(&written[lower], lower_seen, lower_next) != lower_seen) return 0;
  if (GLOBAL_ATOMIC_CAS(&written[upper], upper_seen, upper_next) == upper_seen) return 1;
  if (lower != 0) GLOBAL_ATOMIC_CAS(&written[lower], lower_next, lower_seen);
  return 0;
}

// Section VI-F, Algorithm 2: attempts copies in one class of all 2 x 2 x 2 sub-grids. `constants` are J of
// every two kinds, then λ, then V of every kind. A copy that changes the energy by n >= 0 happens if the word
// is at most last[n]; this table has `entries` entries.
KERNEL GROUP_OF(4, 4, 8)
    tapia_iteration(GLOBAL const u32* RESTRICT codes, GLOBAL u32* RESTRICT written_codes,
                    GLOBAL const u32* RESTRICT volumes, GLOBAL u32* written_volumes,
                    GLOBAL const i32* RESTRICT constants, GLOBAL const u32* RESTRICT last, u32 entries,
                    u32 key_x, u32 key_y, u64 iteration, u32 drawn_class) {
  LOCAL i32 adhesion[KINDS * KINDS];
  LOCAL i32 strength[KINDS], target[KINDS];
  u32 item = (local_id(2) * 4 + local_id(1)) * 4 + local_id(0);
  if (item < KINDS * KINDS) adhesion[item] = constants[item];
  if (item < KINDS) {
    strength[item] = constants[KINDS * KINDS + item];
    target[item] = constants[KINDS * KINDS + KINDS + item];
  }
  BARRIER();
  u32 x = tapia_place(4 * group_id(0) + local_id(0), drawn_class, 0);
  u32 y = tapia_place(4 * group_id(1) + local_id(1), drawn_class, 1);
  u32 z = tapia_place(8 * group_id(2) + local_id(2), drawn_class, 2);
  u32 site = tapia_site(x, y, z);
  u32x2 key = {key_x, key_y};
  u32x4 word = draw(key, site, iteration, 0);
  u32 direction = tapia_neighbour(word.x);
  u32 before = codes[site];
  u32 after = codes[tapia_site(tapia_wrapped(x, direction % 3 + 1, SIDE_X),
                               tapia_wrapped(y, direction / 3 % 3 + 1, SIDE_Y),
                               tapia_wrapped(z, direction / 9 + 1, SIDE_Z))];
  u32 loses = tapia_cell(before, TYPES), gains = tapia_cell(after, TYPES), accepted = 0;
  if (before != after) {  // if equal, the site is inside a cell
    u32 kind_before = tapia_kind(before, TYPES), kind_after = tapia_kind(after, TYPES);
    i32 change = 0;
    for (u32 dz = 0; dz < 5; ++dz) {
      u32 near_z = tapia_wrapped(z, dz, SIDE_Z);
      UNROLL
      for (u32 dy = 0; dy < 5; ++dy) {
        u32 row = tapia_site(0, tapia_wrapped(y, dy, SIDE_Y), near_z);
        UNROLL
        for (u32 dx = 0; dx < 5; ++dx) {
          if (dx == 2 && dy == 2 && dz == 2) continue;
          u32 other = codes[row + tapia_wrapped(x, dx, SIDE_X)], kind = tapia_kind(other, TYPES);
          change += other == after ? 0 : adhesion[kind_after * KINDS + kind];
          change -= other == before ? 0 : adhesion[kind_before * KINDS + kind];
        }
      }
    }
    change += tapia_volume_change(strength[kind_before], target[kind_before], (i32)volumes[loses], -1);
    change += tapia_volume_change(strength[kind_after], target[kind_after], (i32)volumes[gains], 1);
    accepted = change < 0;
    if (change >= 0 && change < (i32)entries) accepted = word.y <= last[change];
  }
  BARRIER();
  if (accepted && tapia_claim(volumes, written_volumes, loses, gains)) written_codes[site] = after;
}
