#include "models/proliferation/power.h"

#include <cassert>
#include <cmath>
#include <cstdint>

#include "core/elementary.h"

namespace morula {
namespace {

double whole_power(double base, std::uint64_t exponent) {
  double power = 1;
  for (; exponent > 0; exponent >>= 1, base *= base)
    if (exponent & 1) power *= base;
  return power;
}

}  // namespace

double power_of(double base, double exponent) {
  assert(base > 0 && exponent >= 0 && exponent < 1024);
  const double whole = std::floor(exponent);  // by multiplication, so that 10² is 100
  return whole_power(base, static_cast<std::uint64_t>(whole)) *
         exponential((exponent - whole) * natural_logarithm(base));
}

}  // namespace morula
