// The colours of curves that are given none: those of Okabe and Ito, which people with any kind of colour
// vision can distinguish (io/palette.h has the same ones for frames).
#pragma once

#include <string>
#include <vector>

#include "io/image.h"

namespace morula::plot {

std::vector<io::Colour> curve_colours(std::size_t curves);

// Columns named after a colour have it ("red", "density_red"); the others get colours of the list above that
// do not look like one of these.
std::vector<io::Colour> colours_named(const std::vector<std::string>& names);

constexpr io::Colour muted = {150, 150, 150};  // of what lies behind

// A light colour, such as yellow, darker: as a thin line it would not be seen on white.
io::Colour as_line(io::Colour colour);

}  // namespace morula::plot
