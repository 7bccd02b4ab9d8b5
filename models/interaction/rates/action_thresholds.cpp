#include "models/interaction/rates/action_thresholds.h"

#include <algorithm>

#include "core/stream.h"
#include "models/interaction/interaction_spec.h"

namespace morula {
namespace {

double rate_at(const Feedback& feedback, double entropy) {
  return feedback.at_zero + (feedback.at_greatest - feedback.at_zero) * entropy;
}

struct Actor {
  double mobility, reproduction;
  std::optional<double> predation;  // of every prey, instead of the entry of the matrix
};

Actor actor_of(const InteractionSpec& interaction, const Species& species, std::optional<double> entropy) {
  Actor actor{species.mobility, species.reproduction, std::nullopt};
  if (!interaction.feedback || !entropy) return actor;
  const double rate = rate_at(*interaction.feedback, *entropy);
  switch (interaction.feedback->rate) {
    case Rate::Mobility:
      actor.mobility = rate;
      break;
    case Rate::Reproduction:
      actor.reproduction = rate;
      break;
    case Rate::Predation:
      actor.predation = rate;
      break;
  }
  return actor;
}

// Decimals that add up to 1 on paper may have a sum slightly above 1.
u64 below(double sum) { return threshold(std::min(sum, 1.0)); }

}  // namespace

unsigned ActionThresholds::digits() const {
  std::vector<u64> values;
  for (const Thresholds& thresholds : thresholds_)
    values.insert(values.end(), {thresholds.move, thresholds.reproduce, thresholds.prey});
  return significant_digits(values);
}

ActionThresholds action_thresholds(const InteractionSpec& interaction, std::optional<double> entropy) {
  const unsigned states = interaction.states();
  const std::size_t count = interaction.species.size();
  std::vector<Thresholds> thresholds(std::size_t{states} * states, Thresholds{0, 0, 0});
  for (std::size_t predator = 0; predator < count; ++predator) {
    const Actor actor = actor_of(interaction, interaction.species[predator], entropy);
    const u64 move = below(actor.mobility), reproduce = below(actor.mobility + actor.reproduction);
    for (u32 partner = 0; partner < states; ++partner) {
      double predation = partner == EMPTY ? 0 : interaction.predation[predator * count + partner - 1];
      if (predation > 0 && actor.predation) predation = *actor.predation;
      thresholds[(predator + 1) * states + partner] = {
          move, reproduce,
          predation > 0 ? below(actor.mobility + actor.reproduction + predation) : reproduce};
    }
  }
  return {states, std::move(thresholds)};
}

}  // namespace morula
