// Elementary functions computed with + − × ÷ only, which every machine rounds alike; the functions of
// libraries differ in the last bit. elementary_rule.h has them in the dialect.
#pragma once

namespace morula {

// The natural logarithm of a positive, finite number, within one unit in the last place.
double natural_logarithm(double x);
// ln(1 + x) for x > -1, and x - ln(1 + x), without loss of precision for small x.
double logarithm_of_one_plus(double x);
double excess_over_logarithm(double x);

// e^x within one unit in the last place: 0 if the result is too small for a double, infinity if it is too
// large.
double exponential(double x);
// e^x - 1, without loss of precision for small x.
double exponential_less_one(double x);

// base ^ exponent, for a positive base and an exponent from 0 to 1023; whole powers of ten up to 10^22 are
// exact.
double power_of(double base, double exponent);

// Sine and cosine of an angle in radians between -1,000,000 and 1,000,000, within one unit in the last place.
double sine(double x);
double cosine(double x);

}  // namespace morula
