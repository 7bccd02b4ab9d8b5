#include "models/interaction/order/draw_layout.h"

namespace morula {

DrawLayout::DrawLayout(const InteractionSpec& interaction)
    : actor_words(interaction.variant.needs_kin ? 0 : interaction.lattice.dimensions),
      comb_words(interaction.refine > 1 ? 1 : 0),
      action_digits(interaction.feedback ? 32 : action_thresholds(interaction).digits()) {
  if (interaction.variant.needs_kin) {
    displacements = interaction.neighbourhood.neighbours;
    partner = uniform_choice(displacements.size());
    return;
  }
  std::vector<u64> weights;
  for (const BlockPartner& partner : block_partners(interaction.neighbourhood)) {
    across.push_back(partner.across);
    weights.push_back(partner.weight);
  }
  partner = weighted_choice(weights);
}

}  // namespace morula
