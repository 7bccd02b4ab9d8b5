// Laws of times, prepared for many evaluations: values that depend only on mean and sd are computed once.
#pragma once

#include <variant>

#include "core/gamma_law.h"
#include "models/proliferation/law/time_law.h"
#include "models/proliferation/law/truncated_normal.h"

namespace morula {

// All four have the same interface. Times are above 0. partial_mean() is E[T; T <= time]; the caller passes
// cdf(time), which it already has.

class NormalTimes {
 public:
  NormalTimes(double mean, double sd) : sd_(sd), law_(mean / sd) {}
  double cdf(double time) const { return law_.cdf(time / sd_); }
  double sf(double time) const { return law_.sf(time / sd_); }
  double pdf(double time) const { return law_.pdf(time / sd_) / sd_; }
  double partial_mean(double time, double cdf) const { return sd_ * law_.partial_mean(time / sd_, cdf); }
  double quantile(double probability) const { return sd_ * law_.quantile(probability); }
  double isf(double probability) const { return sd_ * law_.isf(probability); }

 private:
  double sd_;
  TruncatedNormal law_;
};

class LogNormalTimes {
 public:
  LogNormalTimes(double mean, double sd);
  double cdf(double time) const;
  double sf(double time) const;
  double pdf(double time) const;
  double partial_mean(double time, double cdf) const;
  double quantile(double probability) const;
  double isf(double probability) const;

 private:
  double z_of(double time) const;
  double time_of(double z) const;

  double mean_, spread_;  // sd of the logarithm, which is normal
};

class GammaTimes {
 public:
  GammaTimes(double mean, double shape) : mean_(mean), scale_(mean / shape), law_(shape) {}
  double cdf(double time) const { return law_.cdf(time / scale_); }
  double sf(double time) const { return law_.sf(time / scale_); }
  double pdf(double time) const { return law_.pdf(time / scale_) / scale_; }
  double partial_mean(double time, double cdf) const {
    return mean_ * (cdf - time / scale_ * law_.pdf(time / scale_) / law_.shape());
  }
  double quantile(double probability) const { return scale_ * law_.quantile(probability); }
  double isf(double probability) const { return scale_ * law_.isf(probability); }
  double shape() const { return law_.shape(); }

 private:
  double mean_, scale_;
  GammaLaw law_;
};

class ExponentialTimes {
 public:
  explicit ExponentialTimes(double mean) : mean_(mean) {}
  double cdf(double time) const;
  double sf(double time) const;
  double pdf(double time) const { return sf(time) / mean_; }
  double partial_mean(double time, double cdf) const { return mean_ * cdf - time * sf(time); }
  double quantile(double probability) const;
  double isf(double probability) const;

 private:
  double mean_;
};

using PreparedLaw = std::variant<NormalTimes, LogNormalTimes, GammaTimes, ExponentialTimes>;

PreparedLaw prepared(const TimeLaw& law);

}  // namespace morula
