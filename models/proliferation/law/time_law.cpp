#include "models/proliferation/law/time_law.h"

#include <cassert>

#include "models/proliferation/law/prepared_law.h"

namespace morula {

double cdf(const TimeLaw& law, double time) {
  if (time <= 0) return 0;
  return std::visit([&](const auto& times) { return times.cdf(time); }, prepared(law));
}

double sf(const TimeLaw& law, double time) {
  if (time <= 0) return 1;
  return std::visit([&](const auto& times) { return times.sf(time); }, prepared(law));
}

double quantile(const TimeLaw& law, double probability) {
  assert(probability > 0 && probability < 1);
  return std::visit([&](const auto& times) { return times.quantile(probability); }, prepared(law));
}

double isf(const TimeLaw& law, double probability) {
  assert(probability > 0 && probability < 1);
  return std::visit([&](const auto& times) { return times.isf(probability); }, prepared(law));
}

}  // namespace morula
