#pragma once

namespace morula {

// base ^ exponent, of a positive base and an exponent that is not negative: the same bits on every machine.
double power_of(double base, double exponent);

}  // namespace morula
