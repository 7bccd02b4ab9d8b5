#include "models/interaction/order/draw_defines.h"

#include <fmt/format.h>

namespace morula {
namespace {

std::string partners_text(const DrawLayout& layout) {
  std::string text;
  for (std::size_t i = 0; i < layout.across.size(); ++i)
    text += fmt::format("PARTNER({}ull, {}u) ", layout.partner.below[i], layout.across[i]);
  for (std::size_t i = 0; i < layout.displacements.size(); ++i) {
    const Neighbour& displacement = layout.displacements[i];
    text += fmt::format("NEIGHBOUR({}ull, {}, {}, {}) ", layout.partner.below[i], displacement.dx,
                        displacement.dy, displacement.dz);
  }
  return text;
}

}  // namespace

void define_draws(gpu::Source& source, const DrawLayout& layout) {
  source.define("ACTOR_WORDS", layout.actor_words)
      .define("PARTNER_DIGITS", layout.partner.digits)
      .define("COMB_WORDS", layout.comb_words)
      .define("ACTION_DIGITS", layout.action_digits)
      .define("PARTNERS", partners_text(layout))
      .define("PARTNER_COUNT", layout.partner.below.size())
      .define("PARTNER_TELLING", telling_digits(layout.partner.below));
}

}  // namespace morula
