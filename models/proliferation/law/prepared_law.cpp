#include "models/proliferation/law/prepared_law.h"

#include <algorithm>
#include <cmath>

#include "core/elementary.h"
#include "core/normal_law.h"

namespace morula {

LogNormalTimes::LogNormalTimes(double mean, double sd)
    : mean_(mean), spread_(std::sqrt(logarithm_of_one_plus(sd / mean * (sd / mean)))) {}

double LogNormalTimes::z_of(double time) const {
  const double distance = (time - mean_) / mean_;
  // Near 1, the logarithm of the quotient would lose digits that the difference has.
  const bool is_near = std::abs(distance) < 0.25;
  const double logarithm = is_near ? logarithm_of_one_plus(distance) : natural_logarithm(time / mean_);
  return logarithm / spread_ + spread_ / 2;  // the mean of the logarithm is below that of the time
}

double LogNormalTimes::time_of(double z) const { return mean_ * exponential(spread_ * (z - spread_ / 2)); }

double LogNormalTimes::cdf(double time) const { return normal_cdf(z_of(time)); }
double LogNormalTimes::sf(double time) const { return normal_sf(z_of(time)); }
double LogNormalTimes::pdf(double time) const { return normal_pdf(z_of(time)) / (spread_ * time); }
double LogNormalTimes::partial_mean(double time, double) const {
  return mean_ * normal_cdf(z_of(time) - spread_);
}
double LogNormalTimes::quantile(double probability) const { return time_of(normal_quantile(probability)); }
double LogNormalTimes::isf(double probability) const { return time_of(-normal_quantile(probability)); }

double ExponentialTimes::cdf(double time) const { return -exponential_less_one(-time / mean_); }
double ExponentialTimes::sf(double time) const { return exponential(-time / mean_); }
double ExponentialTimes::quantile(double probability) const {
  return -mean_ * logarithm_of_one_plus(-probability);
}
double ExponentialTimes::isf(double probability) const { return -mean_ * natural_logarithm(probability); }

PreparedLaw prepared(const TimeLaw& law) {
  const double ratio = law.mean / law.sd, shape = ratio * ratio;
  switch (law.law) {
    case Law::Normal:
      return NormalTimes(law.mean, law.sd);
    case Law::LogNormal:
      return LogNormalTimes(law.mean, law.sd);
    case Law::Gamma:
      return GammaTimes(law.mean, shape);
    case Law::Erlang:
      return GammaTimes(law.mean, std::max(1.0, std::floor(shape + 0.5)));
    case Law::Exponential:
      break;
  }
  return ExponentialTimes(law.mean);
}

}  // namespace morula
