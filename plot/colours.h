// The colours of curves that have none of their own: Okabe and Ito's, which people with any colour vision
// tell apart (io/palette.h has the same for frames).
#pragma once

#include <string>
#include <vector>

#include "io/image.h"

namespace morula::plot {

std::vector<io::Colour> curve_colours(std::size_t curves);

// Columns named after a colour have it ("red", "density_red"); the others take of those above what is not
// like one of them.
std::vector<io::Colour> colours_named(const std::vector<std::string>& names);

constexpr io::Colour muted = {150, 150, 150};  // of what lies behind

// A light colour, such as yellow, darker: as a thin line it would not be seen on white.
io::Colour as_line(io::Colour colour);

}  // namespace morula::plot
