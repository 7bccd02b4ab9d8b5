#include "models/interaction/rates/rate_classes.h"

#include <algorithm>
#include <array>
#include <map>

#include "models/interaction/interaction_spec.h"

namespace morula {
namespace {

bool all_have_the_same_rates(const InteractionSpec& interaction) {
  const Species& first = interaction.species.front();
  double predation = 0;
  for (const double rate : interaction.predation) predation = std::max(predation, rate);
  return std::ranges::all_of(interaction.species,
                             [&](const Species& species) {
                               return species.mobility == first.mobility &&
                                      species.reproduction == first.reproduction;
                             }) &&
         std::ranges::all_of(interaction.predation,
                             [&](double rate) { return rate == 0 || rate == predation; });
}

u64 threshold_at(const std::vector<Thresholds>& thresholds, RateClasses::Place place) {
  const Thresholds& found = thresholds[place.pair];
  return place.which == 0 ? found.move : place.which == 1 ? found.reproduce : found.prey;
}

// Equal thresholds form a class. With feedback, which changes thresholds, equal rates do.
class ClassFinder {
 public:
  ClassFinder(const InteractionSpec& interaction, std::vector<RateClasses::Place>& places)
      : interaction_(interaction), thresholds_(action_thresholds(interaction).all()), places_(places) {}

  u32 class_of(u32 actor, u32 partner, u32 which) {
    const RateClasses::Place place{actor * interaction_.states() + partner, which};
    const auto [found, is_new] =
        classes_.try_emplace(key_of(actor, partner, which, place), static_cast<u32>(places_.size()));
    if (is_new) places_.push_back(place);
    return found->second;
  }

 private:
  using Key = std::array<double, 4>;

  Key key_of(u32 actor, u32 partner, u32 which, RateClasses::Place place) const {
    if (!interaction_.feedback) return {static_cast<double>(threshold_at(thresholds_, place))};
    const Species& species = interaction_.species[actor - 1];
    const double predation =
        which < 2 ? 0 : interaction_.predation[(actor - 1) * interaction_.species.size() + partner - 1];
    return {static_cast<double>(which), species.mobility, which < 1 ? 0 : species.reproduction, predation};
  }

  const InteractionSpec& interaction_;
  std::vector<Thresholds> thresholds_;
  std::vector<RateClasses::Place>& places_;
  std::map<Key, u32> classes_;
};

}  // namespace

RateClasses::RateClasses(const InteractionSpec& interaction) : shared_(all_have_the_same_rates(interaction)) {
  const u32 species = static_cast<u32>(interaction.species.size()), states = interaction.states();
  std::vector<std::pair<u32, u32>> pairs;
  for (u32 predator = 1; predator <= species; ++predator)
    for (u32 prey = 1; prey <= species; ++prey)
      if (interaction.predation[(predator - 1) * species + prey - 1] > 0) pairs.emplace_back(predator, prey);
  if (shared_) {
    const auto [predator, prey] = pairs.empty() ? std::pair{1u, 1u} : pairs.front();
    for (u32 which : {0u, 1u, 2u}) found_at_.push_back({predator * states + prey, which});
    move_.assign(species, 0);
    reproduce_.assign(species, 1);
    for (const auto& [actor, partner] : pairs) preys_.push_back({actor, partner, 2});
    return;
  }
  ClassFinder finder(interaction, found_at_);
  for (u32 state = 1; state <= species; ++state) {
    move_.push_back(finder.class_of(state, EMPTY, 0));
    reproduce_.push_back(finder.class_of(state, EMPTY, 1));
  }
  for (const auto& [actor, partner] : pairs)
    preys_.push_back({actor, partner, finder.class_of(actor, partner, 2)});
}

u32 RateClasses::common(const std::vector<u32>& classes) {
  return *std::ranges::max_element(classes, {},
                                   [&](u32 candidate) { return std::ranges::count(classes, candidate); });
}

std::vector<u64> RateClasses::thresholds(const ActionThresholds& rates) const {
  std::vector<u64> values;
  for (const Place& place : found_at_) values.push_back(threshold_at(rates.all(), place));
  return values;
}

}  // namespace morula
