// The operations of formulas, in the dialect: the same functions on threads and on devices. Each must accept
// any numbers, since it is also computed where its result is not used. A separate function tells whether it
// fails, as 0 or 1.
#pragma once
#include "core/dialect_f64.h"
#include "core/elementary_rule.h"

RULES_BEGIN

// Whole numbers; results that overflow are taken modulo 2^64.
RULE i64 whole_add(i64 a, i64 b) { return (i64)((u64)a + (u64)b); }
RULE i64 whole_subtract(i64 a, i64 b) { return (i64)((u64)a - (u64)b); }
RULE i64 whole_multiply(i64 a, i64 b) { return (i64)((u64)a * (u64)b); }
RULE i64 whole_negate(i64 a) { return (i64)(0 - (u64)a); }
RULE i64 whole_absolute(i64 a) { return a < 0 ? whole_negate(a) : a; }
RULE i64 whole_minimum(i64 a, i64 b) { return b < a ? b : a; }
RULE i64 whole_maximum(i64 a, i64 b) { return a < b ? b : a; }

// A sum overflows if its sign differs from the signs of both operands.
RULE i64 add_fails(i64 a, i64 b) { return ((a ^ whole_add(a, b)) & (b ^ whole_add(a, b))) < 0; }
RULE i64 subtract_fails(i64 a, i64 b) { return ((a ^ b) & (a ^ whole_subtract(a, b))) < 0; }
RULE i64 multiply_fails(i64 a, i64 b) {
  return high_product_i64(a, b) != (whole_multiply(a, b) < 0 ? -1 : 0);
}
RULE i64 is_least_whole(i64 a) { return (u64)a == (u64)1 << 63; }

RULE i64 floor_divide_fails(i64 a, i64 b) { return b == 0 || (b == -1 && is_least_whole(a)); }
RULE i64 whole_floor_divide(i64 a, i64 b) {
  i64 divisor = floor_divide_fails(a, b) ? 1 : b;
  i64 quotient = a / divisor;
  return quotient - (a % divisor != 0 && (a < 0) != (divisor < 0) ? 1 : 0);
}
RULE i64 whole_modulo(i64 a, i64 b) {
  i64 divisor = b == 0 || b == -1 ? 1 : b;
  i64 left_over = a % divisor;
  return left_over != 0 && (left_over < 0) != (divisor < 0) ? left_over + divisor : left_over;
}

// The same for operands and results that are known to fit in 32 bits, in which devices compute fastest.
RULE i32 small_add(i32 a, i32 b) { return (i32)((u32)a + (u32)b); }
RULE i32 small_subtract(i32 a, i32 b) { return (i32)((u32)a - (u32)b); }
RULE i32 small_multiply(i32 a, i32 b) { return (i32)((u32)a * (u32)b); }
RULE i32 small_negate(i32 a) { return (i32)(0u - (u32)a); }
RULE i32 small_absolute(i32 a) { return a < 0 ? small_negate(a) : a; }
RULE i32 small_minimum(i32 a, i32 b) { return b < a ? b : a; }
RULE i32 small_maximum(i32 a, i32 b) { return a < b ? b : a; }
RULE i32 small_floor_divide(i32 a, i32 b) {
  i32 divisor = b == 0 || b == -1 ? 1 : b;
  i32 quotient = a / divisor;
  if (b == -1) return small_negate(a);
  return quotient - (a % divisor != 0 && (a < 0) != (divisor < 0) ? 1 : 0);
}
RULE i32 small_modulo(i32 a, i32 b) {
  i32 divisor = b == 0 || b == -1 ? 1 : b;
  i32 left_over = a % divisor;
  return left_over != 0 && (left_over < 0) != (divisor < 0) ? left_over + divisor : left_over;
}

typedef struct {
  i64 value, fails;
} WholePower;

// Computed by repeated squaring. If a square overflows, the power overflows too, since the square is a
// factor.
RULE WholePower whole_power(i64 base, i64 exponent) {
  WholePower power = {1, exponent < 0};
  while (exponent > 0 && !power.fails) {
    if (exponent & 1) {
      power.fails |= multiply_fails(power.value, base);
      power.value = whole_multiply(power.value, base);
    }
    exponent >>= 1;
    if (exponent > 0) {
      power.fails |= multiply_fails(base, base);
      base = whole_multiply(base, base);
    }
  }
  return power;
}

#if HAS_F64

RULE i64 is_not_a_number(f64 a) { return a != a; }
RULE f64 real_absolute(f64 a) { return f64_of_bits(bits_of_f64(a) & ~((u64)1 << 63)); }
RULE f64 real_minimum(f64 a, f64 b) { return chosen_f64(b < a, b, a); }
RULE f64 real_maximum(f64 a, f64 b) { return chosen_f64(a < b, b, a); }

RULE i64 divide_fails(f64 a, f64 b) { return b == 0 || a / b != a / b; }

RULE i64 square_root_fails(f64 a) { return !(a >= 0); }
RULE i64 logarithm_fails(f64 a) { return !(a > 0); }
RULE f64 real_logarithm(f64 a) {
  if (a > 0x1.fffffffffffffp+1023) return a;  // infinity
  return logarithm_rule(a > 0 ? a : 1);
}
RULE f64 real_exponential(f64 a) { return a != a ? a : exponential_rule(a); }

RULE i64 angle_fails(f64 a) { return !(a >= -LARGEST_ANGLE && a <= LARGEST_ANGLE); }
RULE f64 real_sine(f64 a) { return sine_rule(angle_fails(a) ? 0 : a); }
RULE f64 real_cosine(f64 a) { return cosine_rule(angle_fails(a) ? 0 : a); }

// A real number raised to a whole power.
RULE i64 power_of_real_fails(f64 base, i64 exponent) { return base == 0 && exponent < 0; }
RULE f64 power_of_real(f64 base, i64 exponent) {
  u64 size = exponent < 0 ? 0 - (u64)exponent : (u64)exponent;
  f64 power = power_by_squaring(base, size);
  return exponent < 0 ? 1 / power : power;
}

// A real number raised to an exponent of at least 0; NaN if there is no such power. Whole exponents are
// computed by multiplication.
RULE f64 real_power_upwards(f64 base, f64 exponent) {
  if (exponent < 0x1p53 && exponent == floor_f64(exponent)) return power_by_squaring(base, (u64)exponent);
  if (base == 0) return 0;
  if (!(base > 0)) return f64_of_bits((u64)0x7FF8 << 48);
  if (base > 0x1.fffffffffffffp+1023) return base;
  if (exponent < 1024) return power_rule(base, exponent);
  return real_exponential(exponent * logarithm_rule(base));
}
RULE f64 real_power(f64 base, f64 exponent) {
  if (exponent != exponent) return exponent;
  if (exponent >= 0) return real_power_upwards(base, exponent);
  return 1 / real_power_upwards(base, -exponent);
}
RULE i64 real_power_fails(f64 base, f64 exponent) {
  f64 power = real_power(base, exponent);
  return power != power || (base == 0 && exponent < 0);
}

#define FITS_WHOLE(a) ((a) >= -0x1p63 && (a) < 0x1p63)

RULE f64 real_ceiling(f64 a) { return -floor_f64(-a); }
// Halves are rounded away from 0.
RULE f64 real_round(f64 a) {
  f64 below = floor_f64(a), above = a - below;
  return above > 0.5 || (above == 0.5 && a > 0) ? below + 1 : below;
}
RULE i64 whole_fails(f64 rounded) { return !FITS_WHOLE(rounded); }
RULE i64 whole_of(f64 rounded) { return FITS_WHOLE(rounded) ? (i64)rounded : 0; }

// -1 if the whole number is less than the real, 0 if they are equal, 1 if it is greater.
RULE i64 order_of(i64 whole, f64 real) {
  if (real >= 0x1p63) return -1;
  if (!(real >= -0x1p63)) return 1;
  f64 below = floor_f64(real);
  i64 floor_of_real = (i64)below;
  if (whole != floor_of_real) return whole < floor_of_real ? -1 : 1;
  return real > below ? -1 : 0;
}

RULE i64 chance_fails(f64 probability) {
  return !(probability >= 0 && probability <= 1) || (probability > 0 && probability < 0x1p-32);
}
// Number of the 2^32 random words for which an event with this probability happens.
RULE i64 chance_threshold(f64 probability) {
  return chance_fails(probability) ? 0 : (i64)(probability * 4294967296.0);
}

#endif

RULES_END
