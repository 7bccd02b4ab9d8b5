// Fields on a device. Defines: SIDE_X, SIDE_Y, SITES (of a replica), SITES_IN_BATCH, of the type PLACE;
// FIELDS; CLASSES; GROUP;
//   FIELD_PARAMETERS   now_0, next_0, …: buffers of all fields
//   SITE_PARAMETERS    parameters of the family for its sites, each with a comma before it
//   SITE_CLASS         the class of the site (replica, x, y, z)
//   EVALUATE           statements that compute the sources (models/formula/device_text.h)
//   STEP_FIELDS        STEP_EXPLICIT(…) or STEP_IMPLICIT(…) for each field that changes
//
// `failures` has the first sub-step with a failure and the first failing row in it. Later sub-steps do
// nothing, so that the values before the failure are kept.

// Numbers of a field, in the order in which the host writes them.
#define SHARE 0
#define DECAY 1
#define LENGTH 2
#define BEYOND 3
#define INFLOW 9
#define NUMBERS_OF_FIELD 15

// Adds to a sum of 96 bits.
RULE void add_cut(GLOBAL u32* sum, u64 units) {
  u32 low = (u32)units, high = (u32)(units >> 32);
  u32 carry = GLOBAL_ATOMIC_ADD(&sum[0], low) > 0xFFFFFFFFu - low;
  high += carry;  // `high` was below 2^31 before
  if (high != 0 && GLOBAL_ATOMIC_ADD(&sum[1], high) > 0xFFFFFFFFu - high) GLOBAL_ATOMIC_ADD(&sum[2], 1u);
}

// The value of a site after a sub-step. In a field that must not be negative, a value below 0 becomes 0, and
// the amount that is cut off is added to `clamped`. A value that is not finite, or too large an amount, sets
// `fails` to 1.
RULE f64 settled(f64 next, u32 is_signed, GLOBAL u32* clamped, i64* fails) {
  u32 is_cut = !is_signed && next < 0.0;
  if (!is_finite_f64(next) || (is_cut && -next >= LARGEST_CUT)) {
    *fails = 1;
    return next;
  }
  if (is_cut) add_cut(clamped, cut_units(-next));
  return is_cut ? 0.0 : next;
}

RULE void note_failure(GLOBAL u32* failures, u32 sub_step, u64 row) {
  GLOBAL_ATOMIC_MIN(&failures[0], sub_step);
  GLOBAL_ATOMIC_MIN(&failures[1], (u32)row);
}

#define CLAMPED_OF(field, replica) (clamped + 4 * ((u64)(replica)*FIELDS + (field)))
#define NUMBER(field, which) numbers[(field)*NUMBERS_OF_FIELD + (which)]

// WEST, … are the neighbours of the site at `i`; IN_WEST, … are the flows through walls there.
#define STEP_EXPLICIT(field, now, next, source, is_signed, WEST, EAST, NORTH, SOUTH, BELOW, ABOVE, IN_WEST,  \
                      IN_EAST, IN_NORTH, IN_SOUTH, IN_BELOW, IN_ABOVE)                                       \
  {                                                                                                          \
    f64 site = now[i];                                                                                       \
    f64 inflow = field_inflow(IN_WEST, IN_EAST, IN_NORTH, IN_SOUTH, IN_BELOW, IN_ABOVE);                     \
    f64 after = field_next(site, field_spread(site, WEST, EAST, NORTH, SOUTH, BELOW, ABOVE), inflow, source, \
                           NUMBER(field, SHARE), NUMBER(field, DECAY), NUMBER(field, LENGTH));               \
    next[i] = settled(after, is_signed, CLAMPED_OF(field, replica), &failed);                                \
  }
#define STEP_IMPLICIT(field, now, next, source, is_signed)                               \
  next[i] = settled(field_with_source(now[i], source, NUMBER(field, LENGTH)), is_signed, \
                    CLAMPED_OF(field, replica), &failed);

KERNEL GROUP_OF(GROUP, 1, 1)
    step_fields(FIELD_PARAMETERS GLOBAL const f64* RESTRICT numbers, GLOBAL const u64* RESTRICT uniform,
                GLOBAL u32* clamped, GLOBAL u32* failures, u32 sub_step SITE_PARAMETERS) {
  if (failures[0] < sub_step) return;
  for (u64 item = global_id(0); item < SITES_IN_BATCH; item += global_size(0)) {
    PLACE i = (PLACE)item, replica = i / SITES, in_replica = i - replica * SITES, row = in_replica / SIDE_X;
    PLACE x = in_replica - row * SIDE_X, z = row / SIDE_Y, y = row - z * SIDE_Y;
    i64 failed = 0;
    EVALUATE STEP_FIELDS if (failed != 0) note_failure(failures, sub_step, i / SIDE_X);
    (void)x, (void)y, (void)z;
  }
}

// An implicit step along an axis. `table` has the factors of implicit_lines.h. Each work-item solves a line.
KERNEL GROUP_OF(GROUP, 1, 1) step_lines(GLOBAL f64* values, GLOBAL const f64* RESTRICT table, u64 lines,
                                        u64 length, u64 stride, u32 is_periodic, u32 is_last, u32 is_signed,
                                        u32 field, GLOBAL u32* clamped, GLOBAL u32* failures, u32 sub_step) {
  if (failures[0] < sub_step) return;
  GLOBAL const f64* sites = table + LINE_HEADER;
  for (u64 line = global_id(0); line < lines; line += global_size(0)) {
    u64 first = line / stride * stride * length + line % stride;
    GLOBAL f64* at = values + first;
    f64 before = 0.0;
    at[0] += table[LINE_FIRST_INFLOW];
    at[(length - 1) * stride] += table[LINE_LAST_INFLOW];
    for (u64 i = 0; i < length; ++i)
      at[i * stride] = before = line_forward(at[i * stride], before, table[LINE_SHARE], sites[3 * i]);
    for (u64 i = length - 1; i > 0; --i)
      at[(i - 1) * stride] = before = line_back(at[(i - 1) * stride], before, sites[3 * (i - 1) + 1]);
    if (is_periodic) {
      f64 correction =
          line_correction(at[0], at[(length - 1) * stride], table[LINE_CORNER], table[LINE_SCALE]);
      for (u64 i = 0; i < length; ++i) at[i * stride] -= correction * sites[3 * i + 2];
    }
    for (u64 i = 0; is_last && i < length; ++i) {
      i64 failed = 0;
      at[i * stride] = settled(at[i * stride], is_signed, CLAMPED_OF(field, first / SITES), &failed);
      if (failed != 0) note_failure(failures, sub_step, (first + i * stride) / SIDE_X);
    }
  }
}

// For each row of a replica: its total, its least and greatest value, the sum over each class, and the number
// of sites of each class.
KERNEL GROUP_OF(GROUP, 1, 1) sum_rows(GLOBAL const f64* RESTRICT values, GLOBAL f64* RESTRICT sums,
                                      GLOBAL u32* RESTRICT counts, u64 in_batch SITE_PARAMETERS) {
  PLACE replica = (PLACE)in_batch;
  for (u64 item = global_id(0); item < SITES / SIDE_X; item += global_size(0)) {
    PLACE row = (PLACE)item, z = row / SIDE_Y, y = row - z * SIDE_Y;
    GLOBAL const f64* from = values + replica * SITES + row * SIDE_X;
    f64 total = 0.0, least = from[0], greatest = from[0], of_class[CLASSES];
    u32 sites_of_class[CLASSES];
    for (u32 k = 0; k < CLASSES; ++k) of_class[k] = 0.0, sites_of_class[k] = 0;
    for (PLACE x = 0; x < SIDE_X; ++x) {
      f64 value = from[x];
      u32 site_class = (u32)(SITE_CLASS);
      total += value;
      least = value < least ? value : least;
      greatest = value > greatest ? value : greatest;
      of_class[site_class] += value;
      sites_of_class[site_class] += 1;
    }
    GLOBAL f64* to = sums + (u64)row * (3 + CLASSES);
    to[0] = total, to[1] = least, to[2] = greatest;
    for (u32 k = 0; k < CLASSES; ++k) {
      to[3 + k] = of_class[k];
      counts[(u64)row * CLASSES + k] = sites_of_class[k];
    }
    (void)y, (void)z;
  }
}
