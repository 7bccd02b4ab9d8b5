// The standard normal distribution, from core/elementary.h and + − × ÷ √: the same bits on every machine.
#pragma once

namespace morula {

double normal_pdf(double z);
double normal_cdf(double z);  // P(Z <= z), accurate in the lower tail
double normal_sf(double z);   // P(Z > z), accurate in the upper tail
// The inverse of the cdf, for 0 < probability < 1, accurate in the lower tail. For the upper tail use
// -normal_quantile(sf).
double normal_quantile(double probability);

}  // namespace morula
