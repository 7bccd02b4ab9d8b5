#include "plot/colours.h"

#include <algorithm>
#include <optional>

#include "io/palette.h"

namespace morula::plot {
namespace {

// The luminance of a colour, 0 to 255, as the eye perceives it (Rec. 709), in integers.
unsigned lightness(io::Colour colour) {
  return (2126u * colour.red + 7152u * colour.green + 722u * colour.blue) / 10000;
}

}  // namespace

std::vector<io::Colour> curve_colours(std::size_t curves) {
  std::vector<io::Colour> colours = io::palette("okabe-ito", static_cast<unsigned>(curves) + 1);
  colours.erase(colours.begin());  // the background
  return colours;
}

std::vector<io::Colour> colours_named(const std::vector<std::string>& names) {
  std::vector<std::optional<io::Colour>> named;
  for (const std::string& name : names) named.push_back(io::colour_named(name.substr(name.rfind('_') + 1)));
  const auto is_taken = [&](io::Colour colour) {
    return std::ranges::any_of(
        named, [&](const auto& assigned) { return assigned && io::are_alike(*assigned, colour); });
  };
  std::vector<io::Colour> free;
  for (const io::Colour colour : curve_colours(8))
    if (!is_taken(colour)) free.push_back(colour);
  if (free.empty()) free.push_back(muted);
  std::vector<io::Colour> colours;
  std::size_t next = 0;
  for (const auto& assigned : named) colours.push_back(assigned ? *assigned : free[next++ % free.size()]);
  return colours;
}

io::Colour as_line(io::Colour colour) {
  constexpr unsigned lightest = 185;
  while (lightness(colour) > lightest) colour = io::between(colour, {0, 0, 0}, 1, 10);
  return colour;
}

}  // namespace morula::plot
