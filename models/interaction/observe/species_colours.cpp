#include "models/interaction/observe/species_colours.h"

#include <algorithm>

#include "io/palette.h"

namespace morula {
namespace {

constexpr io::Colour white{255, 255, 255};

// Beyond the palette. The periods of the channels have no common factor: no two of 255 are alike.
io::Colour made_up(unsigned number) {
  const auto channel = [&](unsigned step, unsigned period) {
    return static_cast<std::uint8_t>(20 + number * step % period);
  };
  return {channel(83, 211), channel(149, 199), channel(37, 223)};
}

io::Colour next_free(const std::vector<io::Colour>& used) {
  const auto is_free = [&](io::Colour colour) { return std::ranges::find(used, colour) == used.end(); };
  for (const io::NamedColour& one : io::named_colours())
    if (is_free(one.colour)) return one.colour;
  for (unsigned number = 1;; ++number)
    if (const io::Colour colour = made_up(number); is_free(colour)) return colour;
}

}  // namespace

std::vector<io::Colour> colours_of(const InteractionSpec& interaction) {
  std::vector<io::Colour> used = {white};
  std::vector<std::optional<io::Colour>> chosen;
  for (const Species& species : interaction.species) {
    chosen.push_back(species.colour ? species.colour : io::colour_named(species.name));
    if (chosen.back()) used.push_back(*chosen.back());
  }
  std::vector<io::Colour> colours = {white};
  for (const auto& colour : chosen) {
    colours.push_back(colour ? *colour : next_free(used));
    used.push_back(colours.back());
  }
  return colours;
}

}  // namespace morula
