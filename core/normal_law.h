// The standard normal law, from core/elementary.h and + − × ÷ √: the same bits on every machine.
#pragma once

namespace morula {

double normal_density(double z);
double normal_by(double z);     // P(Z <= z)
double normal_after(double z);  // P(Z > z); both are accurate in their tail
// The z that is not reached with this probability, 0 < probability < 1. It is accurate in the lower tail;
// the upper one is its mirror image.
double normal_quantile(double probability);

}  // namespace morula
