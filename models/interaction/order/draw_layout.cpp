#include "models/interaction/order/draw_layout.h"

namespace morula {

DrawPlan::DrawPlan(const InteractionSpec& interaction)
    : actor_words(interaction.choices.needs_kin ? 0 : interaction.lattice.dimensions),
      action_digits(interaction.feedback ? 32 : rate_table(interaction).digits()) {
  if (interaction.choices.needs_kin) {
    displacements = interaction.neighbours.all();
    ways = choose_among(displacements.size());
    return;
  }
  std::vector<u64> shares;
  for (const BlockWay& way : block_ways(interaction.neighbours)) {
    across.push_back(way.across);
    shares.push_back(way.shares);
  }
  ways = choose_by(shares);
}

}  // namespace morula
