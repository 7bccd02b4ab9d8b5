#include "core/gamma_law.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/elementary.h"
#include "core/normal_law.h"
#include "core/polynomial.h"

namespace morula {
namespace {

constexpr double root_two_pi = 2.50662827463100050242;
constexpr double log_root_two_pi = 0.91893853320467274178;
// From here on, the terms of Stirling's series below are enough for full precision.
constexpr double stirling_from = 12;
constexpr double temme_from = 1000;  // shapes from which the other methods are slow

// ln Γ(x) without its leading terms (x − ½) ln x − x + ln √2π.
double stirling_rest(double x) {
  constexpr double terms[] = {-691 / 360360.0, 1 / 1188.0, -1 / 1680.0, 1 / 1260.0, -1 / 360.0, 1 / 12.0};
  return polynomial(1 / (x * x), terms) / x;
}

// N. M. Temme, "The asymptotic expansion of the incomplete gamma functions", SIAM J. Math. Anal. 10, 1979:
// the normal distribution function of η, where ½η² = distance − ln(1 + distance), plus a remainder in powers
// of 1 / shape.
struct Expanded {
  double z = 0, rest = 0;
};

Expanded expand(double shape, double distance) {
  constexpr double zeroth[] = {-4.382036018453353e-9,
                               1.0261809784240309e-8,
                               6.707853543401498e-9,
                               -1.7665952736826078e-7,
                               8.296711340953087e-7,
                               -1.85406221071516e-6,
                               -2.185448510679992e-6,
                               3.919263178522438e-5,
                               -1.787551440329218e-4,
                               3.527336860670194e-4,
                               1.1574074074074073e-3,
                               -2 / 135.0,
                               1 / 12.0,
                               -1 / 3.0};
  constexpr double first[] = {7.64916091608111e-06,  -1.8098550334489977e-05, -4.018775720164609e-7,
                              2.0576131687242798e-4, -9.902263374485596e-4,   2.6455026455026454e-3,
                              -3.472222222222222e-3, -1.851851851851852e-3};
  constexpr double second[] = {7.716049382716049e-4, -2.6813271604938273e-3, 4.133597883597883e-3};
  constexpr double third = 6.494341563786008e-4;
  const double excess = excess_over_logarithm(distance);
  const double eta = distance < 0 ? -std::sqrt(2 * excess) : std::sqrt(2 * excess);
  const double sum = polynomial(eta, zeroth) +
                     (polynomial(eta, first) + (polynomial(eta, second) + third / shape) / shape) / shape;
  return {eta * std::sqrt(shape), exponential(-shape * excess) / (root_two_pi * std::sqrt(shape)) * sum};
}

// E. B. Wilson, M. M. Hilferty, Proc. Natl. Acad. Sci. 17, 1931: the cube root of a gamma variable is nearly
// normal.
double cube_root_of_start(double shape, double z) { return 1 - 1 / (9 * shape) + z / (3 * std::sqrt(shape)); }

}  // namespace

double log_gamma(double x) {
  assert(x > 0);
  double product = 1;
  for (; x < stirling_from; x += 1) product *= x;
  return (x - 0.5) * natural_logarithm(x) - x + log_root_two_pi + stirling_rest(x) -
         natural_logarithm(product);
}

GammaLaw::GammaLaw(double shape)
    : shape_(shape),
      root_(std::sqrt(shape)),
      log_gamma_(shape < stirling_from ? log_gamma(shape) : 0),
      maximum_(shape < stirling_from ? 0 : root_ / (root_two_pi * exponential(stirling_rest(shape)))) {
  assert(shape > 0);
}

// x · pdf(x) = x^shape e^(−x) / Γ(shape). For a large shape the terms of its logarithm are large too, and
// cancel; there it is computed from the distance to the maximum.
double GammaLaw::weight(double x) const {
  if (x <= 0) return 0;
  if (shape_ < stirling_from) return exponential(shape_ * natural_logarithm(x) - x - log_gamma_);
  const double distance = (x - shape_) / shape_;
  return distance <= -1 ? 0 : maximum_ * exponential(-shape_ * excess_over_logarithm(distance));
}

double GammaLaw::cdf_by_series(double x) const {  // P
  double term = 1 / shape_, sum = term;
  for (double n = shape_ + 1; term > sum * 0x1p-54; n += 1) {
    term *= x / n;
    sum += term;
  }
  return sum * weight(x);
}

// Q, by its continued fraction, evaluated with Lentz's algorithm.
double GammaLaw::sf_by_fraction(double x) const {
  double denominator = x + 1 - shape_, c = 1e300, d = 1 / denominator, value = d;
  for (double i = 1; i < 1e6; i += 1) {
    const double numerator = -i * (i - shape_);
    denominator += 2;
    d = 1 / (numerator * d + denominator);
    c = denominator + numerator / c;
    value *= c * d;
    if (std::abs(c * d - 1) < 0x1p-52) break;
  }
  return value * weight(x);
}

bool GammaLaw::expands(double x) const {
  return shape_ >= temme_from && std::abs(x - shape_) <= 0.4 * shape_;
}

// The series converges quickly below the mean, the fraction above it.
bool GammaLaw::is_low(double x) const { return x < (shape_ < 1 ? 1 : shape_ + 1); }

double GammaLaw::pdf(double x) const { return weight(x) / x; }

double GammaLaw::cdf(double x) const {
  if (x <= 0) return 0;
  if (expands(x)) {
    const Expanded expanded = expand(shape_, (x - shape_) / shape_);
    return normal_cdf(expanded.z) - expanded.rest;
  }
  return is_low(x) ? cdf_by_series(x) : 1 - sf_by_fraction(x);
}

double GammaLaw::sf(double x) const {
  if (x <= 0) return 1;
  if (expands(x)) {
    const Expanded expanded = expand(shape_, (x - shape_) / shape_);
    return normal_sf(expanded.z) + expanded.rest;
  }
  return is_low(x) ? 1 - cdf_by_series(x) : sf_by_fraction(x);
}

// Newton's method with Halley's correction, on the logarithm of a tail as a function of ln x. This function
// is concave for every shape, so the steps converge from any starting point.
double GammaLaw::solve(double x, double probability, bool is_upper) const {
  const double log_probability = natural_logarithm(probability);
  for (int round = 0; round < 200; ++round) {
    const double tail = is_upper ? sf(x) : cdf(x);
    if (!(tail > 0)) {  // the tail underflows
      x *= is_upper ? 0.5 : 2;
      continue;
    }
    const double slope = (is_upper ? -1 : 1) * weight(x) / tail;
    if (slope == 0) break;
    const double newton = (natural_logarithm(tail) - log_probability) / slope;
    const double bend = newton * (shape_ - x - slope) / 2;
    const double step = std::clamp(std::abs(bend) < 0.5 ? newton / (1 - bend) : newton, -2.0, 2.0);
    x *= exponential(-step);
    // The remaining error is of the order of the cube of this step.
    if (std::abs(step) * (1 + root_) < 1e-5) break;
  }
  return x;
}

// The x at which P would have this probability if e^(−x) were 1: accurate for small x, and never too large.
double GammaLaw::start_near_zero(double log_probability) const {
  return exponential((log_probability + log_gamma(shape_ + 1)) / shape_);
}

double GammaLaw::lower_quantile(double probability) const {
  const double root = cube_root_of_start(shape_, normal_quantile(probability));
  if (shape_ >= 0.5 && root > 0.4) return solve(shape_ * root * root * root, probability, false);
  const double start = start_near_zero(natural_logarithm(probability));
  return start < 1e-17 * shape_ ? start : solve(start, probability, false);  // here the start is exact
}

double GammaLaw::upper_quantile(double probability) const {
  if (shape_ >= 0.3) {
    const double root = cube_root_of_start(shape_, -normal_quantile(probability));
    if (root > 0.2) return solve(shape_ * root * root * root, probability, true);
  }
  const double beyond_one = shape_ * (0.253 + shape_ * 0.12);  // approximately P(X > 1)
  if (probability < beyond_one)
    return solve(1 - natural_logarithm(probability / beyond_one), probability, true);
  const double start = start_near_zero(logarithm_of_one_plus(-probability));
  return start < 1e-17 * shape_ ? start : solve(start, probability, true);
}

double GammaLaw::quantile(double probability) const {
  assert(probability > 0 && probability < 1);
  return probability <= 0.5 ? lower_quantile(probability) : upper_quantile(1 - probability);
}

double GammaLaw::isf(double probability) const {
  assert(probability > 0 && probability < 1);
  return probability <= 0.5 ? upper_quantile(probability) : lower_quantile(1 - probability);
}

}  // namespace morula
