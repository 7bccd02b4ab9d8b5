// The parallel order where it is exclusive: a cell changes at most once in a sub-step. sub_step leaves its
// copies as candidates. In the order of their draws, and then of their regions, a candidate happens if both
// of its cells are still free; the medium always is. Rounds come to the same: in each, those candidates
// happen that are first at both of their cells among all that are left, and those are dropped whose cell has
// changed.
//
// Defines: those of plain_kernels.h.

#define UNCLAIMED 0xFFFFFFFFu
// A candidate, and where its two cells are in tables of the cells of all replicas.
typedef struct {
  GLOBAL u32* words;
  u64 losing, gaining;
  u32 has_losing, has_gaining;  // 0 for the medium
} Candidate;

RULE Candidate candidate_at(GLOBAL u32* records, u32 number, u32 cells) {
  GLOBAL u32* words = records + (u64)group_id(0) * RECORD_WORDS * MOST_COPIES + number;
  u64 table = (u64)(group_id(0) / GROUPS) * cells;
  u32 losing = CELL_OF(words[0]), gaining = CELL_OF(words[MOST_COPIES]);
  Candidate candidate = {words, table + losing, table + gaining, losing != 0, gaining != 0};
  return candidate;
}

// Work-items share out the candidates that a group has found.
#define FOR_CANDIDATES(number) for (u32 number = local_id(0); number < recorded[group_id(0)]; number += GROUP)

// Before a round, what the round before has claimed is free again.
KERNEL GROUP_OF(GROUP, 1, 1) free_claims(GLOBAL u32* records, GLOBAL const u32* recorded, GLOBAL u32* claims,
                                         GLOBAL u32* firsts, u32 cells) {
  FOR_CANDIDATES(number) {
    Candidate one = candidate_at(records, number, cells);
    claims[one.losing] = claims[one.gaining] = UNCLAIMED;
    firsts[one.losing] = firsts[one.gaining] = UNCLAIMED;
  }
}

// The smallest order at each cell. A candidate whose cell has changed is dropped.
KERNEL GROUP_OF(GROUP, 1, 1) claim_cells(GLOBAL u32* records, GLOBAL const u32* recorded, GLOBAL u32* claims,
                                         GLOBAL const u32* changed, u32 cells) {
  FOR_CANDIDATES(number) {
    Candidate one = candidate_at(records, number, cells);
    u32 order = one.words[CANDIDATE_ORDER];
    if (one.words[CANDIDATE_DECIDED]) continue;
    if (changed[one.losing] || changed[one.gaining]) {
      one.words[CANDIDATE_DECIDED] = 1;
      continue;
    }
    if (one.has_losing) GLOBAL_ATOMIC_MIN(&claims[one.losing], order);
    if (one.has_gaining) GLOBAL_ATOMIC_MIN(&claims[one.gaining], order);
  }
}

// The first region among those of the smallest order.
KERNEL GROUP_OF(GROUP, 1, 1) break_ties(GLOBAL u32* records, GLOBAL const u32* recorded,
                                        GLOBAL const u32* claims, GLOBAL u32* firsts, u32 cells) {
  FOR_CANDIDATES(number) {
    Candidate one = candidate_at(records, number, cells);
    u32 order = one.words[CANDIDATE_ORDER], region = one.words[CANDIDATE_REGION];
    if (one.words[CANDIDATE_DECIDED]) continue;
    if (claims[one.losing] == order) GLOBAL_ATOMIC_MIN(&firsts[one.losing], region);
    if (claims[one.gaining] == order) GLOBAL_ATOMIC_MIN(&firsts[one.gaining], region);
  }
}

// Candidates that are first at both of their cells happen; `left` counts the others.
KERNEL GROUP_OF(GROUP, 1, 1)
    settle_copies(GLOBAL u32* all_sites, GLOBAL i32* all_counts, GLOBAL u32* records,
                  GLOBAL const u32* recorded, GLOBAL const u32* claims, GLOBAL const u32* firsts,
                  GLOBAL u32* changed, GLOBAL u32* accepted, GLOBAL u32* left, u32 cells) {
  u32 replica = group_id(0) / GROUPS;
  FOR_CANDIDATES(number) {
    Candidate one = candidate_at(records, number, cells);
    u32 order = one.words[CANDIDATE_ORDER], region = one.words[CANDIDATE_REGION];
    if (one.words[CANDIDATE_DECIDED]) continue;
    if ((one.has_losing && (claims[one.losing] != order || firsts[one.losing] != region)) ||
        (one.has_gaining && (claims[one.gaining] != order || firsts[one.gaining] != region))) {
      GLOBAL_ATOMIC_ADD(left, 1u);
      continue;
    }
    u64 place = one.words[CANDIDATE_PLACE] | (u64)one.words[CANDIDATE_PLACE + MOST_COPIES] << 32;
    set_place(all_sites + replica * (u64)HELD_SIZE, (PLACE)place, one.words[MOST_COPIES]);
    change_as_recorded(all_counts + (u64)replica * cells * KEPT, one.words);
    if (one.has_losing) changed[one.losing] = 1;
    if (one.has_gaining) changed[one.gaining] = 1;
    one.words[CANDIDATE_DECIDED] = 1;
    GLOBAL_ATOMIC_ADD(&accepted[group_id(0)], 1u);
  }
}

// After the last round: in the sub-step to come no cell has changed yet.
KERNEL GROUP_OF(GROUP, 1, 1)
    forget_changes(GLOBAL u32* records, GLOBAL const u32* recorded, GLOBAL u32* changed, u32 cells) {
  FOR_CANDIDATES(number) {
    Candidate one = candidate_at(records, number, cells);
    changed[one.losing] = changed[one.gaining] = 0;
  }
}
