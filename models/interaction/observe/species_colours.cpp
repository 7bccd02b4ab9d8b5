#include "models/interaction/observe/species_colours.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace morula {
namespace {

constexpr io::Colour white{255, 255, 255};

struct Named {
  std::string_view name;
  io::Colour colour;
};

constexpr std::array<Named, 12> palette = {{{"red", {220, 30, 30}},
                                            {"blue", {35, 70, 220}},
                                            {"yellow", {255, 215, 0}},
                                            {"green", {30, 150, 60}},
                                            {"purple", {140, 60, 170}},
                                            {"orange", {255, 130, 20}},
                                            {"cyan", {30, 190, 210}},
                                            {"pink", {240, 130, 190}},
                                            {"brown", {130, 80, 50}},
                                            {"grey", {130, 130, 130}},
                                            {"magenta", {220, 30, 200}},
                                            {"black", {20, 20, 20}}}};

// Beyond the palette. The periods of the channels have no common factor: no two of 255 are alike.
io::Colour made_up(unsigned number) {
  const auto channel = [&](unsigned step, unsigned period) {
    return static_cast<std::uint8_t>(20 + number * step % period);
  };
  return {channel(83, 211), channel(149, 199), channel(37, 223)};
}

std::optional<io::Colour> named_after(const std::string& name) {
  const auto found = std::ranges::find(palette, name, &Named::name);
  return found == palette.end() ? std::nullopt : std::optional(found->colour);
}

io::Colour next_free(const std::vector<io::Colour>& used) {
  const auto is_free = [&](io::Colour colour) { return std::ranges::find(used, colour) == used.end(); };
  for (const Named& one : palette)
    if (is_free(one.colour)) return one.colour;
  for (unsigned number = 1;; ++number)
    if (const io::Colour colour = made_up(number); is_free(colour)) return colour;
}

}  // namespace

std::vector<io::Colour> colours_of(const InteractionSpec& interaction) {
  std::vector<io::Colour> used = {white};
  std::vector<std::optional<io::Colour>> chosen;
  for (const Species& species : interaction.species) {
    chosen.push_back(species.colour ? species.colour : named_after(species.name));
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
