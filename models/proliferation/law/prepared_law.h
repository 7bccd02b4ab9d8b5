// Laws of times with all that follows from mean and sd worked out: for whoever asks one many questions.
#pragma once

#include <variant>

#include "core/gamma_law.h"
#include "models/proliferation/law/time_law.h"
#include "models/proliferation/law/truncated_normal.h"

namespace morula {

// All four answer alike. Times are above 0; `by` is P(T <= time), which whoever asks for mean_by() has: the
// mean of T where T <= time, and else 0.

class NormalTimes {
 public:
  NormalTimes(double mean, double sd) : sd_(sd), law_(mean / sd) {}
  double by(double time) const { return law_.by(time / sd_); }
  double after(double time) const { return law_.after(time / sd_); }
  double density(double time) const { return law_.density(time / sd_) / sd_; }
  double mean_by(double time, double by) const { return sd_ * law_.mean_by(time / sd_, by); }
  double below(double probability) const { return sd_ * law_.below(probability); }
  double above(double probability) const { return sd_ * law_.above(probability); }

 private:
  double sd_;
  PositiveNormal law_;
};

class LogNormalTimes {
 public:
  LogNormalTimes(double mean, double sd);
  double by(double time) const;
  double after(double time) const;
  double density(double time) const;
  double mean_by(double time, double by) const;
  double below(double probability) const;
  double above(double probability) const;

 private:
  double z_of(double time) const;
  double time_of(double z) const;

  double mean_, spread_;  // the logarithm is normal, with this sd
};

class GammaTimes {
 public:
  GammaTimes(double mean, double shape) : mean_(mean), scale_(mean / shape), law_(shape) {}
  double by(double time) const { return law_.by(time / scale_); }
  double after(double time) const { return law_.after(time / scale_); }
  double density(double time) const { return law_.density(time / scale_) / scale_; }
  double mean_by(double time, double by) const {
    return mean_ * (by - time / scale_ * law_.density(time / scale_) / law_.shape());
  }
  double below(double probability) const { return scale_ * law_.below(probability); }
  double above(double probability) const { return scale_ * law_.above(probability); }
  double shape() const { return law_.shape(); }

 private:
  double mean_, scale_;
  GammaLaw law_;
};

class ExponentialTimes {
 public:
  explicit ExponentialTimes(double mean) : mean_(mean) {}
  double by(double time) const;
  double after(double time) const;
  double density(double time) const { return after(time) / mean_; }
  double mean_by(double time, double by) const { return mean_ * by - time * after(time); }
  double below(double probability) const;
  double above(double probability) const;

 private:
  double mean_;
};

using PreparedLaw = std::variant<NormalTimes, LogNormalTimes, GammaTimes, ExponentialTimes>;

PreparedLaw prepared(const TimeLaw& law);

}  // namespace morula
