#include "core/elementary.h"

#include <bit>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <limits>

namespace morula {
namespace {

constexpr double root_two = 0x1.6a09e667f3bcdp+0;

// x = mantissa · 2^exponent, the mantissa between √½ and √2: there its logarithm is smallest, and a number
// just below 1 is its own mantissa.
struct Parts {
  double mantissa = 1;
  std::int64_t exponent = 0;
};

Parts parts_of(double x) {
  Parts parts;
  if (x < std::numeric_limits<double>::min()) {  // subnormal: its leading bit is not the implied one
    x *= 0x1p54;
    parts.exponent = -54;
  }
  constexpr std::uint64_t fraction = (std::uint64_t{1} << 52) - 1;
  constexpr std::uint64_t exponent_of_one = 1023;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  parts.exponent += static_cast<std::int64_t>(bits >> 52) - static_cast<std::int64_t>(exponent_of_one);
  parts.mantissa = std::bit_cast<double>((bits & fraction) | exponent_of_one << 52);
  if (parts.mantissa > root_two) {
    parts.mantissa /= 2;
    parts.exponent += 1;
  }
  return parts;
}

// s²·2/3 + s⁴·2/5 + …: what 2 artanh(s) / s has beyond its first term. s² < 0.0295, and the first term left
// out is below 2⁻⁶².
double beyond_first_term(double s) {
  const double square = s * s;
  double sum = 0;
  for (int odd = 23; odd >= 3; odd -= 2) sum = square * (sum + 2.0 / odd);
  return sum;
}

// ln 2 in two parts. The first has 32 significant bits: its product with any exponent is exact.
constexpr double ln2_high = 0x1.62e42feep-1;
constexpr double ln2_low = 0x1.a39ef35793c76p-33;

// Within these the mantissa of 1 + x is 1 + x itself.
bool is_near_one(double one_more) { return one_more > root_two / 2 && one_more <= root_two; }

// e^r - 1 - r for |r| <= ln 2 / 2, by the rational form of Sun's library: r·coth(r / 2) - 2 is a series of
// even powers of r, here their best polynomial of degree 10.
double beyond_linear(double r) {
  constexpr double terms[] = {4.13813679705723846039e-08, -1.65339022054652515390e-06,
                              6.61375632143793436117e-05, -2.77777777770155933842e-03,
                              1.66666666666666019037e-01};
  const double square = r * r;
  double sum = 0;
  for (const double term : terms) sum = square * (sum + term);
  const double c = r - sum;
  return r * c / (2 - c);
}

double power_of_two(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

double whole_power(double base, std::uint64_t exponent) {
  double power = 1;
  for (; exponent > 0; exponent >>= 1, base *= base)
    if (exponent & 1) power *= base;
  return power;
}

}  // namespace

double natural_logarithm(double x) {
  assert(x > 0 && x <= std::numeric_limits<double>::max());
  const Parts parts = parts_of(x);
  const double f = parts.mantissa - 1;  // exact
  const double s = f / (2 + f);         // ln(1 + f) = 2 artanh(s)
  const auto exponent = static_cast<double>(parts.exponent);
  // 2 artanh(s) = 2s + s·beyond, and 2s = f − s·f: so the greatest term, f, carries no rounding.
  const double correction = s * (f - beyond_first_term(s)) - exponent * ln2_low;
  return exponent * ln2_high + (f - correction);
}

double logarithm_of_one_plus(double x) {
  assert(x > -1);
  if (!is_near_one(1 + x)) return natural_logarithm(1 + x);
  const double s = x / (2 + x);
  return x - s * (x - beyond_first_term(s));
}

double excess_over_logarithm(double x) {
  assert(x > -1);
  if (!is_near_one(1 + x)) return x - natural_logarithm(1 + x);
  const double s = x / (2 + x);
  return s * (x - beyond_first_term(s));
}

double exponential(double x) {
  if (x > 709.8) return std::numeric_limits<double>::infinity();
  if (x < -745.2) return 0;
  const double n = std::floor(x * 0x1.71547652b82fep+0 + 0.5);  // 1 / ln 2
  const double high = x - n * ln2_high, low = n * ln2_low;      // the first is exact
  const double grown = 1 - ((low - beyond_linear(high - low)) - high);
  const int exponent = static_cast<int>(n), first = exponent / 2;  // subnormals are rounded once, at the end
  return grown * power_of_two(first) * power_of_two(exponent - first);
}

double exponential_less_one(double x) {
  if (x > -0.34 && x < 0.34) return x + beyond_linear(x);
  return exponential(x) - 1;
}

double power_of(double base, double exponent) {
  assert(base > 0 && exponent >= 0 && exponent < 1024);
  const double whole = std::floor(exponent);  // by multiplication, so that 10² is 100
  return whole_power(base, static_cast<std::uint64_t>(whole)) *
         exponential((exponent - whole) * natural_logarithm(base));
}

}  // namespace morula
