#include "models/interaction/observe/species_colours.h"

#include <algorithm>

#include "io/palette.h"

namespace morula {
namespace {

constexpr io::Colour white{255, 255, 255};

// Colours for more species than the palette has. The periods of the channels have no common factor, so that
// all of 255 colours differ.
io::Colour made_up(unsigned number) {
  const auto channel = [&](unsigned step, unsigned period) {
    return static_cast<std::uint8_t>(20 + number * step % period);
  };
  return {channel(83, 211), channel(149, 199), channel(37, 223)};
}

using Colours = std::vector<io::Colour>;

bool looks_like_any(io::Colour colour, const Colours& given) {
  return std::ranges::any_of(given, [&](io::Colour other) { return io::are_alike(colour, other); });
}

// The next colour that is not used and does not look like one given in the model file.
io::Colour next_free(const Colours& used, const Colours& given) {
  const auto is_free = [&](io::Colour colour) {
    return std::ranges::find(used, colour) == used.end() && !looks_like_any(colour, given);
  };
  for (const io::NamedColour& named : io::named_colours())
    if (is_free(named.colour)) return named.colour;
  constexpr unsigned most_tried =
      1000;  // with very many given colours, every candidate may look like one of them
  for (unsigned number = 1; number < most_tried; ++number)
    if (const io::Colour colour = made_up(number); is_free(colour)) return colour;
  for (unsigned number = 1;; ++number)
    if (const io::Colour colour = made_up(number); std::ranges::find(used, colour) == used.end())
      return colour;
}

// The colour that the model file gives, or the colour that the species is named after unless it looks like a
// given one.
std::optional<io::Colour> chosen_for(const Species& species, const Colours& given) {
  if (species.colour) return species.colour;
  const auto named = io::colour_named(species.name);
  return named && !looks_like_any(*named, given) ? named : std::nullopt;
}

}  // namespace

std::vector<io::Colour> colours_of(const InteractionSpec& interaction) {
  Colours given, used = {white};
  for (const Species& species : interaction.species)
    if (species.colour) given.push_back(*species.colour);
  std::vector<std::optional<io::Colour>> chosen;
  for (const Species& species : interaction.species) {
    chosen.push_back(chosen_for(species, given));
    if (chosen.back()) used.push_back(*chosen.back());
  }
  Colours colours = {white};
  for (const auto& colour : chosen) {
    colours.push_back(colour ? *colour : next_free(used, given));
    used.push_back(colours.back());
  }
  return colours;
}

}  // namespace morula
