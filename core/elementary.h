// Elementary functions from + − × ÷ alone, which every machine rounds alike: libraries differ in the last
// bit.
#pragma once

namespace morula {

// The natural logarithm of a positive, finite number, within one unit in the last place.
double natural_logarithm(double x);

}  // namespace morula
