#include "models/interaction/bitplane/device/state_rates.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "models/interaction/bitplane/bitplane_support.h"
#include "models/interaction/bitplane/device/state_expression.h"
#include "models/interaction/order/draw_layout.h"
#include "models/interaction/rates/action_thresholds.h"

namespace morula {
namespace {

constexpr unsigned draws_by_state = 3;  // nearly all blocks are decided by the digits of this many draws
constexpr std::size_t most_preys = 16;  // of a species
constexpr unsigned most_operations = 2000;

// Collects expressions and counts their operations.
class StateRates {
 public:
  explicit StateRates(const InteractionSpec& interaction)
      : planes_(plane_count(interaction)),
        rates_(action_thresholds(interaction)),
        preys_(interaction.states()) {
    for (const auto& [predator, prey] : predator_prey_pairs(interaction)) preys_[predator].push_back(prey);
  }

  // The largest number of preys that a species has.
  std::size_t prey_numbers() const { return std::ranges::max(preys_, {}, &std::vector<u32>::size).size(); }

  std::string hunted() {
    std::string text = prey_numbers() == 0 ? "PREY_IS(0, 0u) " : "";
    for (std::size_t i = 0; i < prey_numbers(); ++i) text += fmt::format("PREY_IS({}, {}) ", i, is_prey(i));
    return text;
  }

  std::string always(u64 Thresholds::*action) {
    return by_actor([&](u32 actor) { return value_if(rates_.of(actor, EMPTY).*action >> 32); });
  }
  std::string always_preys() {
    return by_prey([](u64 threshold) { return value_if(threshold >> 32); });
  }

  std::string digit(u32 which) {
    return fmt::format("DIGIT({}u, {}, {}, {}) ", which, digit_of(&Thresholds::move, which),
                       digit_of(&Thresholds::reproduce, which),
                       by_prey([&](u64 threshold) { return value_of(threshold, which); }));
  }

  unsigned operations() const { return operations_; }

 private:
  static StateValue value_if(bool yes) { return yes ? StateValue::Yes : StateValue::No; }
  static StateValue value_of(u64 threshold, u32 digit) {
    return threshold >> 32 ? StateValue::Any : value_if((threshold >> (31 - digit)) & 1);
  }

  std::string by_actor(const std::function<StateValue(u32)>& value) {
    std::vector<StateValue> values(std::size_t{1} << planes_, StateValue::Any);
    for (u32 actor = 1; actor < preys_.size(); ++actor) values[actor] = value(actor);
    const StateExpression expression = state_expression(values, "ACTOR_PLANE");
    operations_ += expression.operations;
    return expression.text;
  }

  std::string digit_of(u64 Thresholds::*action, u32 which) {
    return by_actor([&](u32 actor) { return value_of(rates_.of(actor, EMPTY).*action, which); });
  }

  // Each digit of the partner is compared with that of the prey, which is a function of the actor. Species
  // with fewer preys get an empty site instead, which matches no partner since only occupied partners count.
  std::string is_prey(std::size_t number) {
    std::string differs;
    for (unsigned plane = 0; plane < planes_; ++plane) {
      const std::string of_prey = by_actor([&](u32 actor) {
        return value_if(number < preys_[actor].size() && (preys_[actor][number] >> plane) & 1);
      });
      differs += fmt::format("{}(PARTNER_PLANE({}) ^ {})", plane ? " | " : "", plane, of_prey);
      ++operations_;
    }
    return fmt::format("(occupied(partners, PLANES) & ~({}))", differs);
  }

  // A function of the predation threshold of the actor, which may depend on its prey.
  std::string by_prey(const std::function<StateValue(u64)>& value) {
    const auto of = [&](u32 actor, std::size_t number) {
      return rates_.of(actor, preys_[actor][number]).prey;
    };
    const bool depends = std::ranges::any_of(preys_, [&](const std::vector<u32>& preys) {
      const auto actor = static_cast<u32>(&preys - preys_.data());
      return std::ranges::any_of(preys,
                                 [&](u32 prey) { return rates_.of(actor, prey).prey != of(actor, 0); });
    });
    std::string text;
    for (std::size_t i = 0; i < (depends ? prey_numbers() : 1); ++i) {
      const std::string of_prey = by_actor(
          [&](u32 actor) { return i < preys_[actor].size() ? value(of(actor, i)) : StateValue::Any; });
      if (!depends) return of_prey;
      text += fmt::format("{}(IS_PREY({}) & {})", i ? " | " : "", i, of_prey);
      ++operations_;
    }
    return text;
  }

  unsigned planes_;
  ActionThresholds rates_;
  std::vector<std::vector<u32>> preys_;  // of each state
  unsigned operations_ = 0;
};

// How many digits of the action's number lie in the first few draws that contain any of them.
unsigned digits_by_state(const DrawLayout& layout) {
  const auto first = static_cast<unsigned>(layout.actor_words + layout.partner.digits + layout.comb_words);
  return std::min(layout.action_digits, (first / 4 + draws_by_state) * 4 - first);
}

std::string digits_text(StateRates& rates, unsigned digits) {
  std::string text;
  for (u32 which = 0; which < digits; ++which) text += rates.digit(which);
  return text;
}

}  // namespace

bool rates_fit_expressions(const InteractionSpec& interaction) {
  StateRates rates(interaction);
  if (rates.prey_numbers() > most_preys) return false;
  rates.hunted();
  const unsigned digits = digits_by_state(DrawLayout(interaction));
  for (u32 which = 0; which < digits && rates.operations() <= most_operations; ++which) rates.digit(which);
  return rates.operations() <= most_operations;
}

void define_state_rates(gpu::Source& source, const InteractionSpec& interaction) {
  const DrawLayout layout(interaction);
  StateRates rates(interaction);
  source.define("MOST_THRESHOLDS", layout.partner.below.size())
      .define("PREY_NUMBERS", std::max<std::size_t>(1, rates.prey_numbers()))
      .define("HUNTED", rates.hunted())
      .define("ALWAYS_MOVES", rates.always(&Thresholds::move))
      .define("ALWAYS_REPRODUCES", rates.always(&Thresholds::reproduce))
      .define("ALWAYS_PREYS", rates.always_preys())
      .define("DIGITS_BY_STATE", digits_by_state(layout))
      .define("STATE_DIGITS", digits_text(rates, digits_by_state(layout)));
}

}  // namespace morula
