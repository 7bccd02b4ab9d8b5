#include "models/interaction/interaction_changes.h"

#include "models/changes/set_states.h"
#include "models/interaction/interaction_spec.h"

namespace morula {
namespace {

std::vector<std::string> species_states(const Spec& spec) {
  std::vector<std::string> names = {"empty"};
  for (const auto& species : dynamic_cast<const InteractionSpec&>(*spec.section).species)
    names.push_back(species.name);
  return names;
}

void set_species(const Spec&, const Shape& shape, u64 number, StateCopy& state,
                 const Changeable::IsRunning& is_running) {
  set_values<u8>(state.at("state"), shape, is_running,
                 [&](u8& value, const Site&, Index) { value = static_cast<u8>(number); });
}

}  // namespace

Changeable interaction_changeable() {
  return {.keys = {"interaction.rates", "interaction.preys", "interaction.feedback.at_zero_entropy",
                   "interaction.feedback.at_greatest_entropy"},
          .states = species_states,
          .set_sites = set_species};
}

}  // namespace morula
