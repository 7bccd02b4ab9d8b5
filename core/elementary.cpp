#include "core/elementary.h"

#include <bit>
#include <cassert>
#include <cstdint>
#include <limits>

namespace morula {
namespace {

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
  if (parts.mantissa > 0x1.6a09e667f3bcdp+0) {  // √2
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

}  // namespace morula
