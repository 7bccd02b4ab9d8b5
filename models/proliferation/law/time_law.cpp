#include "models/proliferation/law/time_law.h"

#include <cassert>

#include "models/proliferation/law/prepared_law.h"

namespace morula {

double probability_by(const TimeLaw& law, double time) {
  if (time <= 0) return 0;
  return std::visit([&](const auto& times) { return times.by(time); }, prepared(law));
}

double probability_after(const TimeLaw& law, double time) {
  if (time <= 0) return 1;
  return std::visit([&](const auto& times) { return times.after(time); }, prepared(law));
}

double time_below(const TimeLaw& law, double probability) {
  assert(probability > 0 && probability < 1);
  return std::visit([&](const auto& times) { return times.below(probability); }, prepared(law));
}

double time_above(const TimeLaw& law, double probability) {
  assert(probability > 0 && probability < 1);
  return std::visit([&](const auto& times) { return times.above(probability); }, prepared(law));
}

}  // namespace morula
