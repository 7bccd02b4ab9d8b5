#include "models/interaction/order/draw_defines.h"

#include <fmt/format.h>

namespace morula {
namespace {

std::string ways_text(const DrawPlan& plan) {
  std::string text;
  for (std::size_t i = 0; i < plan.across.size(); ++i)
    text += fmt::format("WAY({}ull, {}u) ", plan.ways.below[i], plan.across[i]);
  for (std::size_t i = 0; i < plan.displacements.size(); ++i) {
    const Displacement& one = plan.displacements[i];
    text += fmt::format("NEIGHBOUR({}ull, {}, {}, {}) ", plan.ways.below[i], one.x, one.y, one.z);
  }
  return text;
}

}  // namespace

void define_draws(gpu::Source& source, const DrawPlan& plan) {
  source.define("ACTOR_WORDS", plan.actor_words)
      .define("WAY_DIGITS", plan.ways.digits)
      .define("ACTION_DIGITS", plan.action_digits)
      .define("WAYS", ways_text(plan));
}

}  // namespace morula
