// The attempts of a sub-step that a device keeps.
//
// Candidates are attempts at sites whose neighbour belongs to another cell. A work-group finds the candidates
// of a part of the attempts and stores them sorted by buckets, which are intervals of the random order;
// `starts` has the start of each bucket. A bucket is resolved after all earlier ones.
//
// A list holds all candidates of a bucket at a cell; the lists begin in `heads`. Every candidate is a member
// of two lists, one for each of its cells. If the candidates are read as an array of members, member 4c + 2
// is candidate c in the list of the cell that would lose the site, and member 4c + 3 in the list of the cell
// that would gain it. The medium has no list, because it links no candidates.
//
// Defines: those of find_kernels.h; MOST_BUCKETS.

typedef struct {
  u32 before, after;  // words of the site
  i32 energy;         // the part of its change that does not depend on numbers of cells
  u32 word;           // the random word of acceptance
  u32 order;
  u32 place_low, place_high;
  u32 index;  // attempts are numbered through all replicas
} ALIGNED_16 Attempt;

typedef struct {
  u32 order;
  u32 next;  // member of the list; 0 at the end
  u32 verdict;
  i32 change;  // of number 1 of the cell, if that is kept
} ALIGNED_16 Member;

typedef struct {
  Attempt attempt;
  Member losing, gaining;
} Candidate;

#define OPEN 0u
#define HAPPENS 1u
#define FAILS 2u

RULE u32 bucket_of(u32 order, u32 shift) { return (order >> 1) >> shift; }

RULE PLACE place_of_attempt(Attempt attempt) {
  return (PLACE)(attempt.place_low | (u64)attempt.place_high << 32);
}

// Attempts are numbered through all replicas; this is how many numbers each replica has.
#define ATTEMPTS_OF_REPLICA (GROUPS * SPAN)
RULE u32 replica_of(Attempt attempt) { return attempt.index / ATTEMPTS_OF_REPLICA; }
// The numbers of the cells of the replica in which an attempt is made.
RULE GLOBAL i32* numbers_of(GLOBAL i32* all_numbers, Attempt attempt, u32 cells) {
  return all_numbers + (u64)replica_of(attempt) * cells * KEPT;
}

// The data that the attempts of a sub-step use, for all replicas.
typedef struct {
  GLOBAL u32* sites;
  GLOBAL i32 *seen, *next;  // numbers of cells: see settle()
  GLOBAL Candidate* candidates;
  GLOBAL NumberChanges* more;
  GLOBAL u32* heads;
  u32 cells, replicas, bucket_shift, time;
} SubStep;

RULE u32 has_one_bucket(SubStep now) { return now.bucket_shift == 31; }

// The heads of the lists of a bucket in one replica.
RULE GLOBAL u32* heads_of(SubStep now, u32 bucket, u32 replica) {
  return now.heads + ((u64)bucket * now.replicas + replica) * now.cells;
}

// Changes that a candidate makes in the numbers of its cells, apart from the volume. The change of number 1
// is stored in its members, the others in `more`, [candidate · MORE + number − 2].
#define STORED (KEPT > 1 ? KEPT - 1 : 1)
#define MORE (KEPT > 2 ? KEPT - 2 : 1)
// A work-item's private copy of a candidate.
typedef struct {
  Attempt attempt;
  NumberChanges changes[STORED];
  u32 number, verdict;
} Kept;

RULE void read_changes(GLOBAL const Candidate* candidates, GLOBAL const NumberChanges* more, u32 number,
                       NumberChanges* changes) {
#if KEPT > 1
  changes[0].losing = candidates[number].losing.change;
  changes[0].gaining = candidates[number].gaining.change;
#endif
#if KEPT > 2
  for (u32 i = 0; i < MORE; ++i) changes[i + 1] = more[(u64)number * MORE + i];
#endif
}

RULE void change_number(GLOBAL i32* cells, u32 word, u32 number, i32 by) {
  if (CELL_OF(word) != 0 && by != 0) GLOBAL_ATOMIC_ADD(&cells[(u64)CELL_OF(word) * KEPT + number], by);
}

RULE void count_copy(GLOBAL i32* cells, Attempt attempt, const NumberChanges* changes) {
  for (u32 number = 0; number < KEPT; ++number) {
    change_number(cells, attempt.before, number, lost_number(number, changes));
    change_number(cells, attempt.after, number, gained_number(number, changes));
  }
}

// There are two tables of the numbers of cells. While a bucket is resolved, one table holds the numbers after
// all earlier buckets, and the other one receives the copies of this bucket. The second table also needs the
// copies of the previous bucket; this function adds them, for every `stride`-th candidate from `first` to
// `end`.
RULE void settle(GLOBAL const Candidate* candidates, GLOBAL const NumberChanges* more, u32 first, u32 end,
                 u32 stride, GLOBAL i32* all_numbers, u32 cells) {
  for (u32 i = first; i < end; i += stride)
    if (candidates[i].losing.verdict == HAPPENS) {
      NumberChanges changes[STORED];
      read_changes(candidates, more, i, changes);
      Attempt attempt = candidates[i].attempt;
      count_copy(numbers_of(all_numbers, attempt, cells), attempt, changes);
    }
}
