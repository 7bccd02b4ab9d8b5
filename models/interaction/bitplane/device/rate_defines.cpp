#include "models/interaction/bitplane/device/rate_defines.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/interaction/order/draw_layout.h"
#include "models/interaction/rates/rate_classes.h"

namespace morula {
namespace {

std::string rates_text(const RateClasses& classes, const std::vector<u64>& thresholds) {
  std::string text;
  for (u32 i = 0; i < classes.count(); ++i)
    text += fmt::format("RATE({}, {}u, {}, {}ull) ", i, classes.places()[i].pair, classes.places()[i].which,
                        thresholds[i]);
  return text;
}

std::string own_text(const std::vector<u32>& classes, u32 common) {
  std::string text;
  for (u32 i = 0; i < classes.size(); ++i)
    if (classes[i] != common) text += fmt::format("OWN({}u, {}) ", i + 1, classes[i]);
  return text;
}

std::string preys_text(const RateClasses& classes) {
  std::string text;
  for (u32 i = 0; i < classes.count(); ++i) {
    std::string pairs;
    for (const PredationClass& prey : classes.preys())
      if (prey.below == i) pairs += fmt::format("PREY({}u, {}u) ", prey.predator, prey.prey);
    if (!pairs.empty()) text += fmt::format("PREY_CLASS({}, {}) ", i, pairs);
  }
  return text;
}

}  // namespace

void define_rates(gpu::Source& source, const InteractionSpec& interaction) {
  const RateClasses classes(interaction);
  const std::vector<u64> thresholds = classes.thresholds(action_thresholds(interaction));
  source.define("RATE_CLASSES", classes.count())
      .define("MOST_THRESHOLDS",
              std::max<std::size_t>(classes.count(), DrawLayout(interaction).partner.below.size()))
      .define("ACTION_TELLING", interaction.feedback ? 32u : telling_digits(thresholds))
      .define("RATES", rates_text(classes, thresholds))
      .define("COMMON_MOVE", classes.common_move())
      .define("OWN_MOVES", own_text(classes.move(), classes.common_move()))
      .define("COMMON_REPRODUCE", classes.common_reproduce())
      .define("OWN_REPRODUCES", own_text(classes.reproduce(), classes.common_reproduce()))
      .define("PREYS", preys_text(classes))
      .define("FEEDBACK", interaction.feedback ? "1" : "0");
}

}  // namespace morula
