// Colours that people with any kind of colour vision tell apart.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/image.h"

namespace morula::io {

std::vector<std::string> palette_names();

// A colour for each of `values` values. Sequential palettes (viridis, cividis, grey) are sampled evenly from
// end to end; okabe-ito has a light background, then eight colours in turn.
std::vector<Colour> palette(const std::string& name, unsigned values);

// A background, then `levels` colours for something that grows: the upper three quarters of a sequential
// palette, so that even the first is told from the background; eight bands of okabe-ito.
std::vector<Colour> graded(const std::string& name, unsigned levels);

// Twelve colours by their English names, as people call species; the order in which they are given out.
struct NamedColour {
  std::string_view name;
  Colour colour;
};
const std::vector<NamedColour>& named_colours();
std::optional<Colour> colour_named(std::string_view name);

// `part` of `of` on the way from one colour to another, in integers.
Colour between(Colour from, Colour to, unsigned part, unsigned of);

std::optional<Colour> parse_colour(std::string_view text);  // "#ffcc00", or a name from the list above
std::string describe_colours();                             // what may be written, for messages

// Is one hard to tell from the other, side by side in a picture?
bool are_alike(Colour a, Colour b);

}  // namespace morula::io
