#include "models/interaction/rates/rate_feedback.h"

#include "models/interaction/observe/measures.h"

namespace morula {
namespace {

constexpr double units = 4294967296.0;

}  // namespace

void RateFeedback::renew(InteractionEngine& engine, std::span<const u64> counts,
                         const std::vector<bool>& ended) {
  const std::size_t states = interaction_.states();
  for (std::size_t replica = 0; replica < entropies_.size(); ++replica)
    if (!ended[replica])
      entropies_[replica] =
          static_cast<u64>(entropy_fraction(counts.subspan(replica * states, states)) * units);
  apply(engine);
}

void RateFeedback::apply(InteractionEngine& engine) const {
  for (std::size_t replica = 0; replica < entropies_.size(); ++replica)
    engine.set_rates(replica,
                     action_thresholds(interaction_, static_cast<double>(entropies_[replica]) / units));
}

}  // namespace morula
