// Exact sums of numbers over the sites of a cell: in units of 2^-32, in 128 bits, so that any order of the
// sites gives the same sum.
#pragma once
#include "core/dialect_f64.h"

RULES_BEGIN

typedef struct {
  u64 low, high;
} WideSum;

// True for numbers below 2^62 in size; false for NaN.
RULE u32 can_be_summed(f64 number) {
  return number < 4611686018427387904.0 && number > -4611686018427387904.0 ? 1u : 0u;
}

// A number that can be summed, rounded to whole units.
RULE WideSum in_sum_units(f64 number) {
  f64 units = floor_f64(number * 4294967296.0 + 0.5);
  WideSum sum = {0, 0};
  if (units < 4611686018427387904.0 && units > -4611686018427387904.0) {
    i64 whole = (i64)units;
    sum.low = (u64)whole;
    sum.high = whole < 0 ? ~(u64)0 : (u64)0;
  } else {
    f64 top = floor_f64(units / 18446744073709551616.0);
    sum.high = (u64)(i64)top;
    sum.low = (u64)(units - top * 18446744073709551616.0);
  }
  return sum;
}

RULE WideSum added_sums(WideSum a, WideSum b) {
  WideSum sum = {a.low + b.low, a.high + b.high};
  sum.high += sum.low < b.low ? 1u : 0u;
  return sum;
}

RULES_END
