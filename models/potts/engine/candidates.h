// What a sub-step keeps of its attempts, on a device.
//
// A group finds the candidates of a part of the regions, attempts at sites whose neighbour belongs to another
// cell, and lays them side by side by their buckets: intervals of the random order, of which `starts` tells
// where each begins. A bucket is resolved when all earlier ones are.
//
// Every candidate is a member of two lists, one for each of its cells, that begin in `heads`: all candidates
// of a bucket at a cell. Member 4c + 2 is candidate c at the cell that would lose the site, member 4c + 3 at
// the one that would gain it: the candidates, seen as an array of members. The medium has no list: it links
// nobody.
//
// Defines: those of find_kernels.h; MOST_BUCKETS.

typedef struct {
  u32 before, after;  // words of the site
  i32 energy;         // the part of its change that depends on no number of a cell
  u32 word;           // that accepts
  u32 order;
  u32 place_low, place_high;
  u32 region;  // its number among those of all replicas
} ALIGNED_16 Attempt;

typedef struct {
  u32 order;
  u32 next;  // member of the list; 0 at the end
  u32 verdict;
  i32 change;  // of the cell's number 1, where one is kept
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

// Regions are numbered over all replicas, each of which has so many numbers.
#define REGIONS_OF_REPLICA (GROUPS * SPAN)
RULE u32 replica_of(Attempt attempt) { return attempt.region / REGIONS_OF_REPLICA; }
// The numbers of cells, of the replica that an attempt is made in.
RULE GLOBAL i32* numbers_of(GLOBAL i32* all_numbers, Attempt attempt, u32 cells) {
  return all_numbers + (u64)replica_of(attempt) * cells * KEPT;
}

// What the attempts of a sub-step are made with: of all replicas.
typedef struct {
  GLOBAL u32* sites;
  GLOBAL i32 *seen, *next;  // numbers of cells: see settle()
  GLOBAL Candidate* candidates;
  GLOBAL NumberChanges* more;
  GLOBAL u32* heads;
  u32 cells, replicas, bucket_shift, time;
} SubStep;

RULE u32 has_one_bucket(SubStep now) { return now.bucket_shift == 31; }

// The heads of a bucket's lists, of one replica.
RULE GLOBAL u32* heads_of(SubStep now, u32 bucket, u32 replica) {
  return now.heads + ((u64)bucket * now.replicas + replica) * now.cells;
}

// What a candidate changes in the numbers of its cells but for the volume: in the first of them as its
// members say, in the others as `more` says, [candidate · MORE + number − 2].
#define STORED (KEPT > 1 ? KEPT - 1 : 1)
#define MORE (KEPT > 2 ? KEPT - 2 : 1)
// A candidate as a work-item holds it.
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

// There are two tables of the numbers of cells. While a bucket is resolved, one holds them as the buckets
// before have left them, and the other gets the copies of this bucket; the other must have those of the
// bucket before as well, and gets them here: those of candidates from `first` to `end`, every `stride`-th of
// them.
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
