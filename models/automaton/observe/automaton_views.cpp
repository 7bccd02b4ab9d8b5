#include "models/automaton/observe/automaton_views.h"

#include <algorithm>

#include "models/automaton/observe/automaton_figure.h"
#include "models/automaton/observe/state_colours.h"

namespace morula {
namespace {

constexpr unsigned levels = 255;

}  // namespace

Field states_field(const Lattice& lattice) {
  return {"state", ValueType::U8, lattice.global, lattice.dimensions};
}
Field activation_field(const Lattice& lattice) {
  return {"activation", ValueType::U32, lattice.global, lattice.dimensions};
}

std::vector<View> automaton_views(const AutomatonSpec& automaton) {
  const unsigned states = automaton.transitions.states();
  if (states == 0) return {};
  View activation{.name = activation_view,
                  .field = activation_field(automaton.lattice),
                  .classes = levels + 1,
                  .names = {"never activated", "earliest", "latest"},
                  .graded = true,
                  .quantity = "step of activation",
                  .counts = true};
  if (!automaton.tissue || !automaton.tissue->keeps_activation_times)
    activation.unavailable = "which this model does not keep; it is for tissue with activation_map: true";
  return {{.name = "state",
           .field = states_field(automaton.lattice),
           .classes = states,
           .colours = colours_of(automaton),
           .names = state_names(automaton),
           .transparent = transparent_states(automaton),
           .dataset = automaton.tissue ? "phase" : ""},
          activation};
}

ClassOf activation_levels(std::uint64_t earliest, std::uint64_t latest) {
  return [=](std::uint64_t time) {
    const std::uint64_t span = std::max<std::uint64_t>(latest - earliest, 1);
    return time == 0 ? 0 : static_cast<std::uint32_t>(1 + (time - earliest) * (levels - 1) / span);
  };
}

}  // namespace morula
