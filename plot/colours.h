// The colours of curves that have no assigned colour: those of Okabe and Ito, which people with any kind of
// colour vision can distinguish (io/palette.h has the same ones for frames).
#pragma once

#include <string>
#include <vector>

#include "io/image.h"

namespace morula::plot {

std::vector<io::Colour> curve_colours(std::size_t curves);

// Columns whose names end in the name of a colour ("red", "density_red") get that colour. The others get
// colours of the list above that do not look like these.
std::vector<io::Colour> colours_named(const std::vector<std::string>& names);

constexpr io::Colour muted = {150, 150, 150};  // for things in the background

// A darker version of a light colour, such as yellow, which as a thin line would be invisible on white.
io::Colour as_line(io::Colour colour);

}  // namespace morula::plot
