// Colours that people with any kind of colour vision can distinguish.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/image.h"

namespace morula::io {

std::vector<std::string> palette_names();

// One colour for each of `values` values. Sequential palettes (viridis, cividis, grey) are sampled evenly
// from end to end; okabe-ito has a light background, then eight colours, which repeat.
std::vector<Colour> palette(const std::string& name, unsigned values);

// A background, then `levels` colours for a quantity that grows: the upper three quarters of a sequential
// palette, so that even the first level differs from the background; for okabe-ito, eight bands.
std::vector<Colour> graded(const std::string& name, unsigned levels);

// Twelve colours with English names, which people use for species, in the order in which they are assigned.
struct NamedColour {
  std::string_view name;
  Colour colour;
};
const std::vector<NamedColour>& named_colours();
std::optional<Colour> colour_named(std::string_view name);

// The colour at the fraction `part` / `of` between two colours, in integers.
Colour between(Colour from, Colour to, unsigned part, unsigned of);

std::optional<Colour> parse_colour(std::string_view text);  // "#ffcc00", or a name from the list above
std::string describe_colours();                             // the valid forms, for messages

// Whether the two colours are hard to distinguish side by side in a picture.
bool are_alike(Colour a, Colour b);

}  // namespace morula::io
