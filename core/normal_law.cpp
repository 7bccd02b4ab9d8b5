#include "core/normal_law.h"

#include <cassert>
#include <cmath>

#include "core/elementary.h"
#include "core/polynomial.h"

namespace morula {
namespace {

constexpr double half_root = 0.70710678118654752440;         // √½
constexpr double one_over_root_pi = 0.56418958354775628695;  // 1 / √π

// W. J. Cody, "Rational Chebyshev approximations for the error function", Math. Comp. 23, 1969, with the
// coefficients of his program CALERF, which divides y = |x| into three ranges.
constexpr double middle = 0.46875;

double error_function_near_zero(double x) {
  constexpr double numerator[] = {1.85777706184603153e-1, 3.16112374387056560e0, 1.13864154151050156e2,
                                  3.77485237685302021e2, 3.20937758913846947e3};
  constexpr double denominator[] = {1, 2.36012909523441209e1, 2.44024637934444173e2, 1.28261652607737228e3,
                                    2.84423683343917062e3};
  return x * polynomial(x * x, numerator) / polynomial(x * x, denominator);
}

double scaled_in_the_middle(double y) {  // e^(y²) erfc(y) for y up to 4
  constexpr double numerator[] = {2.15311535474403846e-8, 5.64188496988670089e-1, 8.88314979438837594e0,
                                  6.61191906371416295e1,  2.98635138197400131e2,  8.81952221241769090e2,
                                  1.71204761263407058e3,  2.05107837782607147e3,  1.23033935479799725e3};
  constexpr double denominator[] = {1,
                                    1.57449261107098347e1,
                                    1.17693950891312499e2,
                                    5.37181101862009858e2,
                                    1.62138957456669019e3,
                                    3.29079923573345963e3,
                                    4.36261909014324716e3,
                                    3.43936767414372164e3,
                                    1.23033935480374942e3};
  return polynomial(y, numerator) / polynomial(y, denominator);
}

double scaled_far_out(double y) {  // the same for y above 4
  constexpr double numerator[] = {1.63153871373020978e-2, 3.05326634961232344e-1, 3.60344899949804439e-1,
                                  1.25781726111229246e-1, 1.60837851487422766e-2, 6.58749161529837803e-4};
  constexpr double denominator[] = {1,
                                    2.56852019228982242e0,
                                    1.87295284992346725e0,
                                    5.27905102951428412e-1,
                                    6.05183413124413191e-2,
                                    2.33520497626869185e-3};
  const double r = 1 / (y * y);
  return (one_over_root_pi - r * polynomial(r, numerator) / polynomial(r, denominator)) / y;
}

// e^(−½z²). A square is rounded, so most of it is computed from a z of few bits, whose square is exact.
double bell(double z) {
  const double few = std::floor(std::abs(z) * 16) / 16, rest = std::abs(z) - few;
  return exponential(-few * few / 2) * exponential(-rest * (few + rest / 2));
}

// M. J. Wichura, "Algorithm AS 241: the percentage points of the normal distribution", Appl. Statist. 37,
// 1988: PPND16, which has three ranges.
double quantile_near_half(double from_half) {
  constexpr double numerator[] = {2.5090809287301226727e3, 3.3430575583588128105e4, 6.7265770927008700853e4,
                                  4.5921953931549871457e4, 1.3731693765509461125e4, 1.9715909503065514427e3,
                                  1.3314166789178437745e2, 3.3871328727963666080e0};
  constexpr double denominator[] = {
      5.2264952788528545610e3, 2.8729085735721942674e4, 3.9307895800092710610e4, 2.1213794301586595867e4,
      5.3941960214247511077e3, 6.8718700749205790830e2, 4.2313330701600911252e1, 1};
  const double r = 0.180625 - from_half * from_half;
  return from_half * polynomial(r, numerator) / polynomial(r, denominator);
}

double quantile_outside(double r) {  // for r = √(−ln probability) up to 5
  constexpr double numerator[] = {7.74545014278341407640e-4, 2.27238449892691845833e-2,
                                  2.41780725177450611770e-1, 1.27045825245236838258e0,
                                  3.64784832476320460504e0,  5.76949722146069140550e0,
                                  4.63033784615654529590e0,  1.42343711074968357734e0};
  constexpr double denominator[] = {1.05075007164441684324e-9, 5.47593808499534494600e-4,
                                    1.51986665636164571966e-2, 1.48103976427480074590e-1,
                                    6.89767334985100004550e-1, 1.67638483018380384940e0,
                                    2.05319162663775882187e0,  1};
  return polynomial(r - 1.6, numerator) / polynomial(r - 1.6, denominator);
}

double quantile_far_out(double r) {  // for r above 5
  constexpr double numerator[] = {2.01033439929228813265e-7, 2.71155556874348757815e-5,
                                  1.24266094738807843860e-3, 2.65321895265761230930e-2,
                                  2.96560571828504891230e-1, 1.78482653991729133580e0,
                                  5.46378491116411436990e0,  6.65790464350110377720e0};
  constexpr double denominator[] = {2.04426310338993978564e-15, 1.42151175831644588870e-7,
                                    1.84631831751005468180e-5,  7.86869131145613259100e-4,
                                    1.48753612908506148525e-2,  1.36929880922735805310e-1,
                                    5.99832206555887937690e-1,  1};
  return polynomial(r - 5, numerator) / polynomial(r - 5, denominator);
}

}  // namespace

double normal_pdf(double z) {
  constexpr double one_over_root_two_pi = 0.39894228040143267794;
  return one_over_root_two_pi * bell(z);
}

double normal_cdf(double z) { return normal_sf(-z); }

double normal_sf(double z) {
  const double x = z * half_root, y = std::abs(x);
  if (y <= middle) return 0.5 - 0.5 * error_function_near_zero(x);
  if (y > 27) return x > 0 ? 0 : 1;  // the tail underflows
  const double tail = 0.5 * bell(z) * (y <= 4 ? scaled_in_the_middle(y) : scaled_far_out(y));
  return x > 0 ? tail : 1 - tail;
}

double normal_quantile(double probability) {
  assert(probability > 0 && probability < 1);
  const double from_half = probability - 0.5;
  if (std::abs(from_half) <= 0.425) return quantile_near_half(from_half);
  const double r = std::sqrt(-natural_logarithm(from_half < 0 ? probability : 1 - probability));
  const double size = r <= 5 ? quantile_outside(r) : quantile_far_out(r);
  return from_half < 0 ? -size : size;
}

}  // namespace morula
