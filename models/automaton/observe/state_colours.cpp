#include "models/automaton/observe/state_colours.h"

#include <algorithm>

#include "io/palette.h"

namespace morula {
namespace {

constexpr unsigned most_distinct = 9;  // number of colours of okabe-ito, including its background

// Empty, head, tail, wire.
const std::vector<io::Colour> wireworld = {{0, 0, 0}, {0, 128, 255}, {255, 255, 255}, {255, 128, 0}};

std::vector<io::Colour> of_generations(unsigned states) {
  std::vector<io::Colour> colours = io::palette("viridis", states);
  std::reverse(colours.begin() + 1, colours.end());
  return colours;
}

struct Fade {
  io::Colour from, to;
};

// The phases lie on the axis from yellow to blue, which nearly everyone can see, and also differ in
// lightness. A relatively refractory cell is on its way back to resting.
constexpr io::Colour resting{8, 8, 16}, scar{128, 128, 128};
constexpr Fade activated{{255, 240, 150}, {240, 130, 20}}, refractory{{60, 160, 250}, {20, 70, 170}},
    relative{{105, 65, 55}, {44, 30, 31}};

// The colour after `step` of `steps` steps. The fade ends when its phase does.
io::Colour faded(const Fade& fade, u32 step, u32 steps) {
  return io::between(fade.from, fade.to, step, steps);
}

io::Colour of_phase(const TissueSpec& tissue, u32 state) {
  const TissueRegion& region = tissue.regions[tissue.region_of(state)];
  const Phases& phases = region.phases;
  const u32 step = state - region.first_state - 1;
  switch (tissue.kind_of(state)) {
    case PhaseKind::Activated:
      return faded(activated, step, phases.activated);
    case PhaseKind::Refractory:
      return faded(refractory, step - phases.activated, phases.refractory);
    case PhaseKind::Relative:
      return faded(relative, step - phases.activated - phases.refractory, phases.relative);
    case PhaseKind::Scar:
      return scar;
    case PhaseKind::Resting:
      break;
  }
  return resting;
}

}  // namespace

std::vector<io::Colour> colours_of(const AutomatonSpec& automaton) {
  const unsigned states = automaton.transitions.states();
  if (automaton.tissue) {
    std::vector<io::Colour> colours;
    for (u32 state = 0; state < states; ++state) colours.push_back(of_phase(*automaton.tissue, state));
    return colours;
  }
  if (automaton.rule_name == "WireWorld") return wireworld;
  if (automaton.formulas) return io::palette(states <= most_distinct ? "okabe-ito" : "viridis", states);
  return states > 2 ? of_generations(states) : std::vector<io::Colour>{};
}

std::vector<bool> transparent_states(const AutomatonSpec& automaton) {
  std::vector<bool> transparent;
  if (!automaton.tissue) return transparent;
  for (u32 state = 0; state < automaton.transitions.states(); ++state) {
    const PhaseKind kind = automaton.tissue->kind_of(state);
    transparent.push_back(kind == PhaseKind::Resting || kind == PhaseKind::Scar);
  }
  return transparent;
}

}  // namespace morula
