// Elementary functions in the dialect, computed with + − × ÷ only: every processor rounds those alike, while
// the functions of libraries differ in the last bit. core/elementary.h offers them to the host.
//
// A device needs doubles for this file: see HAS_F64 in gpu/dialect/.
#pragma once
#include "core/dialect_f64.h"

#if HAS_F64

RULES_BEGIN

#define ROOT_TWO 0x1.6a09e667f3bcdp+0
// ln 2 in two parts. The first has 32 significant bits: its product with any exponent is exact.
#define LN2_HIGH 0x1.62e42feep-1
#define LN2_LOW 0x1.a39ef35793c76p-33

// x = mantissa · 2^exponent, with the mantissa between √½ and √2. In this range the logarithm of the mantissa
// is smallest, and a number just below 1 is its own mantissa.
typedef struct {
  f64 mantissa;
  i64 exponent;
} MantissaAndExponent;

RULE MantissaAndExponent mantissa_and_exponent(f64 x) {
  MantissaAndExponent parts = {1, 0};
  if (x < 0x1p-1022) {  // subnormal: its leading bit is stored, not implied
    x *= 0x1p54;
    parts.exponent = -54;
  }
  u64 bits_of_x = bits_of_f64(x), exponent_of_one = 1023;
  parts.exponent += (i64)(bits_of_x >> 52) - (i64)exponent_of_one;
  parts.mantissa = f64_of_bits((bits_of_x & 0xFFFFFFFFFFFFFu) | exponent_of_one << 52);
  if (parts.mantissa > ROOT_TWO) {
    parts.mantissa /= 2;
    parts.exponent += 1;
  }
  return parts;
}

// s²·2/3 + s⁴·2/5 + …: the series of 2 artanh(s) / s without its first term. s² < 0.0295, and the first
// omitted term is below 2⁻⁶².
RULE f64 artanh_beyond_first_term(f64 s) {
  f64 square = s * s, sum = 0;
  for (i32 odd = 23; odd >= 3; odd -= 2) sum = square * (sum + 2.0 / odd);
  return sum;
}

// The natural logarithm of a positive, finite number.
RULE f64 logarithm_rule(f64 x) {
  MantissaAndExponent parts = mantissa_and_exponent(x);
  f64 f = parts.mantissa - 1;  // exact
  f64 s = f / (2 + f);         // ln(1 + f) = 2 artanh(s)
  f64 exponent = (f64)parts.exponent;
  // 2 artanh(s) = 2s + s·beyond, and 2s = f − s·f, so the largest term, f, is not rounded.
  f64 correction = s * (f - artanh_beyond_first_term(s)) - exponent * LN2_LOW;
  return exponent * LN2_HIGH + (f - correction);
}

// e^r - 1 - r for |r| <= ln 2 / 2, by the rational form of Sun's library: r·coth(r / 2) - 2 is a series of
// even powers of r, which is replaced by their best polynomial of degree 10.
RULE f64 exponential_beyond_linear(f64 r) {
  f64 square = r * r;
  f64 sum = square * 4.13813679705723846039e-08;
  sum = square * (sum + -1.65339022054652515390e-06);
  sum = square * (sum + 6.61375632143793436117e-05);
  sum = square * (sum + -2.77777777770155933842e-03);
  sum = square * (sum + 1.66666666666666019037e-01);
  f64 c = r - sum;
  return r * c / (2 - c);
}

RULE f64 power_of_two(i32 exponent) { return f64_of_bits((u64)(exponent + 1023) << 52); }

// e^x for any number except NaN: 0 if the result is too small for a double, infinity if it is too large.
RULE f64 exponential_rule(f64 x) {
  if (x > 709.8) return f64_of_bits((u64)0x7FF << 52);
  if (x < -745.2) return 0;
  f64 n = floor_f64(x * 0x1.71547652b82fep+0 + 0.5);  // 1 / ln 2
  f64 high = x - n * LN2_HIGH, low = n * LN2_LOW;     // n * LN2_HIGH is exact
  f64 grown = 1 - ((low - exponential_beyond_linear(high - low)) - high);
  // 2^n is applied in two factors, so that a subnormal result is rounded only once, at the end.
  i32 exponent = (i32)n, first = exponent / 2;
  return grown * power_of_two(first) * power_of_two(exponent - first);
}

// By repeated squaring; base ^ 0 is 1.
RULE f64 power_by_squaring(f64 base, u64 exponent) {
  f64 power = 1;
  for (; exponent > 0; exponent >>= 1, base *= base)
    if (exponent & 1) power *= base;
  return power;
}

// base ^ exponent for a positive base and an exponent from 0 to 1023. The whole part of the exponent is
// computed by multiplication, so that 10² is 100.
RULE f64 power_rule(f64 base, f64 exponent) {
  f64 whole = floor_f64(exponent);
  f64 fraction = exponent - whole;
  return power_by_squaring(base, (u64)whole) * exponential_rule(fraction * logarithm_rule(base));
}

// A larger angle cannot be reduced with the three parts of π / 2 below.
#define LARGEST_ANGLE 1000000.0

// x minus the nearest multiple of π / 2: the number of quarter turns, and the remainder between -π / 4 and π
// / 4 as a sum of two numbers.
typedef struct {
  i64 quarters;
  f64 high, low;
} ReducedAngle;

// a - b = difference + error, exactly (Knuth's two-sum).
RULE f64 error_of_difference(f64 a, f64 b, f64 difference) {
  f64 moved = difference - a;
  return (a - (difference - moved)) - (b + moved);
}

// π / 2 is divided into three parts of 33 bits and a remainder (Cody and Waite; the parts are those of Sun's
// library). Their products with fewer than 2^20 quarters are exact, and so is the first difference.
RULE ReducedAngle reduced_angle(f64 x) {
  f64 quarters = floor_f64(x * 0x1.45f306dc9c883p-1 + 0.5);  // 2 / π
  f64 first = x - quarters * 1.57079632673412561417e+00;
  f64 second_part = quarters * 6.07710050630396597660e-11;
  f64 second = first - second_part;
  f64 third_part = quarters * 2.02226624871116645580e-21;
  f64 third = second - third_part;
  f64 errors =
      error_of_difference(first, second_part, second) + error_of_difference(second, third_part, third);
  f64 low = errors - quarters * 8.47842766036889956997e-32;
  ReducedAngle angle = {(i64)quarters, third + low, 0};
  angle.low = (third - angle.high) + low;
  return angle;
}

// The sine of an angle between -π / 4 and π / 4, by the polynomials of Sun's library.
RULE f64 sine_of_reduced(f64 x, f64 low) {
  f64 square = x * x, cube = square * x;
  f64 terms = 2.75573137070700676789e-06 +
              square * (-2.50507602534068634195e-08 + square * 1.58969099521155010221e-10);
  terms = 8.33333333332248946124e-03 + square * (-1.98412698298579493134e-04 + square * terms);
  return x - ((square * (0.5 * low - cube * terms) - low) - cube * -1.66666666666666324348e-01);
}

RULE f64 cosine_of_reduced(f64 x, f64 low) {
  f64 square = x * x;
  f64 terms = -2.75573143513906633035e-07 +
              square * (2.08757232129817482790e-09 + square * -1.13596475577881948265e-11);
  terms = -1.38888888888741095749e-03 + square * (2.48015872894767294178e-05 + square * terms);
  terms = square * (4.16666666666666019037e-02 + square * terms);
  f64 halved = 0.5 * square, leading = 1 - halved;
  return leading + (((1 - leading) - halved) + (square * terms - x * low));
}

// sin(x + ahead · π / 2) for the reduced form of an x with |x| <= LARGEST_ANGLE; `ahead` = 1 gives cos(x).
RULE f64 sine_of_quarters(ReducedAngle angle, i64 ahead) {
  i64 quarter = (angle.quarters + ahead) & 3;
  f64 value = quarter & 1 ? cosine_of_reduced(angle.high, angle.low) : sine_of_reduced(angle.high, angle.low);
  return quarter & 2 ? -value : value;
}
RULE f64 sine_rule(f64 x) {
  if (x > -0x1p-27 && x < 0x1p-27) return x;  // x³ / 6 is below half a unit in the last place
  return sine_of_quarters(reduced_angle(x), 0);
}
RULE f64 cosine_rule(f64 x) { return sine_of_quarters(reduced_angle(x), 1); }

RULES_END

#endif
