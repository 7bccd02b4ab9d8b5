// What a sub-step keeps of its attempts, on a device.
//
// A group finds the candidates of SPAN regions, attempts at sites whose neighbour belongs to another cell,
// and lays them side by side by their buckets: intervals of the random order, of which `starts` tells where
// each begins. A bucket is resolved when all earlier ones are.
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
  u32 place_low, place_high_and_region;  // the region is counted from the group's first
  u32 surfaces;                          // changes of the surfaces of the two cells, each with 0x8000 added
} ALIGNED_16 Attempt;

typedef struct {
  u32 order;
  u32 next;  // member of the list; 0 at the end
  u32 verdict;
  i32 surface;  // its change of the cell's surface
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
  return (PLACE)(attempt.place_low | (u64)(attempt.place_high_and_region >> 16) << 32);
}
RULE i32 lost_surface(Attempt attempt) { return (i32)(attempt.surfaces & 0xFFFFu) - 0x8000; }
RULE i32 gained_surface(Attempt attempt) { return (i32)(attempt.surfaces >> 16) - 0x8000; }

RULE void change_cell(GLOBAL i32* cells, u32 word, i32 volume, i32 surface) {
  if (CELL_OF(word) == 0) return;
  GLOBAL_ATOMIC_ADD(&cells[(u64)CELL_OF(word) * KEPT], volume);
#if HAS_SURFACE
  if (surface) GLOBAL_ATOMIC_ADD(&cells[(u64)CELL_OF(word) * KEPT + 1], surface);
#endif
}

RULE void count_copy(GLOBAL i32* cells, Attempt attempt) {
  change_cell(cells, attempt.before, -1, lost_surface(attempt));
  change_cell(cells, attempt.after, 1, gained_surface(attempt));
}

// There are two tables of the numbers of cells. While a bucket is resolved, one holds them as the buckets
// before have left them, and the other gets the copies of this bucket; the other must have those of the
// bucket before as well, and gets them here: those of candidates from `first` to `end`, every `stride`-th of
// them.
RULE void settle(GLOBAL const Candidate* candidates, u32 first, u32 end, u32 stride, GLOBAL i32* cells) {
  for (u32 i = first; i < end; i += stride)
    if (candidates[i].losing.verdict == HAPPENS) count_copy(cells, candidates[i].attempt);
}
