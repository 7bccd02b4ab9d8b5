// Compares the random numbers of 32 blocks with several thresholds at once, digit by digit. Once enough
// digits are known to tell all thresholds apart, the number of a block can agree with at most one of them;
// from there on, one comparison serves all thresholds.
//
// Defines: MOST_THRESHOLDS, the length of a list.

typedef struct {
  u64 below[MOST_THRESHOLDS];
} ThresholdList;

// How a list is read; these values are constants where they are used. `count`: the number of thresholds.
// `first_word`: the word of a draw that holds the first digit. `digits`: how many digits may be needed.
// `telling`: how many first digits tell the thresholds apart.
typedef struct {
  u32 count, first_word, digits, telling;
} ListShape;

typedef struct {
  Compared of[MOST_THRESHOLDS];  // result of the digits that tell the thresholds apart
  Compared later;  // result of later digits, for the one threshold that is still open in a block
} ComparedList;

RULE bits word_of(u32x4 four, u32 which) {
  return which == 0 ? four.x : which == 1 ? four.y : which == 2 ? four.z : four.w;
}

RULE ComparedList list_not_compared(ThresholdList list, ListShape shape) {
  ComparedList start;
  UNROLL for (u32 i = 0; i < MOST_THRESHOLDS; ++i) start.of[i] =
      not_compared(i < shape.count ? list.below[i] : 0);
  start.later.below = start.later.open = 0;
  return start;
}

RULE bits open_in(ComparedList compared) {
  bits open = compared.later.open;
  UNROLL for (u32 i = 0; i < MOST_THRESHOLDS; ++i) open |= compared.of[i].open;
  return open;
}

// Compares the next digit with that of the one threshold for which each block is open. A block stays open
// while its threshold has further digits that are not zero.
RULE Compared compare_later(ComparedList so_far, bits digit, ThresholdList list, u32 count, u32 which) {
  bits expected = 0, goes_on = 0;
  UNROLL for (u32 i = 0; i < MOST_THRESHOLDS; ++i) if (i < count) {
    if ((list.below[i] >> (31 - which)) & 1u) expected |= so_far.of[i].open;
    if ((u32)(list.below[i] << which) << 1) goes_on |= so_far.of[i].open;
  }
  Compared next = {so_far.later.below | (so_far.later.open & expected & ~digit),
                   so_far.later.open & ~(expected ^ digit) & goes_on};
  return next;
}

RULE ComparedList compare_list(ComparedList so_far, bits digit, ThresholdList list, ListShape shape,
                               u32 which) {
  ComparedList next = so_far;
  if (which >= shape.telling) {
    if (which == shape.telling) next.later.open = open_in(so_far);
    next.later = compare_later(next, digit, list, shape.count, which);
    return next;
  }
  UNROLL for (u32 i = 0; i < MOST_THRESHOLDS; ++i) if (i < shape.count) next.of[i] =
      compare_digit(so_far.of[i], digit, list.below[i], which);
  return next;
}

// Compares the digits in four words that were drawn together.
RULE ComparedList compare_four(ComparedList so_far, u32x4 four, u32 which, ThresholdList list,
                               ListShape shape) {
  ComparedList next = so_far;
  UNROLL for (u32 i = 0; i < 4; ++i) {
    u32 word = which * 4 + i;
    if (word >= shape.first_word && word < shape.first_word + shape.digits)
      next = compare_list(next, word_of(four, i), list, shape, word - shape.first_word);
  }
  return next;
}

RULE bits open_list(ComparedList compared, ListShape shape, u32 which) {
  return which * 4 > shape.first_word + shape.telling ? compared.later.open : open_in(compared);
}

// Draws digits until nothing is open. The first draws decide nearly all blocks and are unrolled, so that each
// digit of a threshold is a constant there. `first` is the first draw of the word.
#define DRAWS_WRITTEN_OUT 4

RULE ComparedList drawn_list(u32x2 key, u64 where, u64 when, u32x4 first, ThresholdList list,
                             ListShape shape) {
  ComparedList compared = list_not_compared(list, shape);
  u32 begin = shape.first_word / 4, end = (shape.first_word + shape.digits + 3) / 4;
  UNROLL for (u32 i = 0; i < DRAWS_WRITTEN_OUT; ++i) {
    u32 which = begin + i;
    if (which < end && open_list(compared, shape, which))
      compared =
          compare_four(compared, which == 0 ? first : draw(key, where, when, which), which, list, shape);
  }
  for (u32 which = begin + DRAWS_WRITTEN_OUT; which < end && open_list(compared, shape, which); ++which)
    compared = compare_four(compared, draw(key, where, when, which), which, list, shape);
  return compared;
}

// Mask of the blocks whose number is below a threshold of the list.
RULE bits below_in(ComparedList compared, u32 which) {
  return compared.of[which].below | (compared.of[which].open & compared.later.below);
}
