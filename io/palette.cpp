#include "io/palette.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>

#include "core/error.h"

namespace morula::io {
namespace {

// viridis (van der Walt and Smith 2015) at nine evenly spaced places.
constexpr std::array<Colour, 9> viridis = {{{68, 1, 84},
                                            {71, 44, 122},
                                            {59, 81, 139},
                                            {44, 113, 142},
                                            {33, 144, 141},
                                            {39, 173, 129},
                                            {92, 200, 99},
                                            {170, 220, 50},
                                            {253, 231, 37}}};
// cividis (Nuñez, Anderton, Renslow 2018).
constexpr std::array<Colour, 9> cividis = {{{0, 32, 77},
                                            {0, 51, 111},
                                            {57, 71, 107},
                                            {87, 93, 109},
                                            {112, 113, 115},
                                            {138, 134, 120},
                                            {166, 157, 117},
                                            {199, 183, 105},
                                            {255, 234, 70}}};
constexpr std::array<Colour, 2> grey = {{{255, 255, 255}, {0, 0, 0}}};
// A light background, then the colours of Okabe and Ito 2008.
constexpr std::array<Colour, 9> okabe_ito = {{{250, 250, 250},
                                              {0, 114, 178},
                                              {230, 159, 0},
                                              {0, 158, 115},
                                              {213, 94, 0},
                                              {86, 180, 233},
                                              {204, 121, 167},
                                              {240, 228, 66},
                                              {0, 0, 0}}};

constexpr std::uint8_t part_way(std::uint8_t a, std::uint8_t b, unsigned part, unsigned of) {
  return static_cast<std::uint8_t>((a * (of - part) + b * part + of / 2) / of);
}

template <std::size_t N>
std::vector<Colour> sampled(const std::array<Colour, N>& knots, unsigned values) {
  std::vector<Colour> colours;
  const unsigned steps = std::max(1u, values - 1);
  for (unsigned value = 0; value < values; ++value) {
    const unsigned along = value * static_cast<unsigned>(N - 1);
    const unsigned knot = std::min(along / steps, static_cast<unsigned>(N - 2)), part = along - knot * steps;
    colours.push_back(between(knots[knot], knots[knot + 1], part, steps));
  }
  return colours;
}

std::vector<Colour> in_turn(unsigned values) {
  std::vector<Colour> colours = {okabe_ito[0]};
  for (unsigned value = 1; value < values; ++value) colours.push_back(okabe_ito[1 + (value - 1) % 8]);
  return colours;
}

}  // namespace

Colour between(Colour from, Colour to, unsigned part, unsigned of) {
  return {part_way(from.red, to.red, part, of), part_way(from.green, to.green, part, of),
          part_way(from.blue, to.blue, part, of)};
}

std::vector<std::string> palette_names() { return {"viridis", "cividis", "grey", "okabe-ito"}; }

std::vector<Colour> palette(const std::string& name, unsigned values) {
  if (name == "viridis") return sampled(viridis, values);
  if (name == "cividis") return sampled(cividis, values);
  if (name == "grey") return sampled(grey, values);
  if (name == "okabe-ito") return in_turn(values);
  throw Error("no palette is called '" + name + "'");
}

std::vector<Colour> graded(const std::string& name, unsigned levels) {
  std::vector<Colour> colours;
  if (name == "okabe-ito") {
    colours.push_back(okabe_ito[0]);
    for (unsigned level = 0; level < levels; ++level)
      colours.push_back(okabe_ito[1 + std::size_t{level} * 8 / levels]);
    return colours;
  }
  const unsigned skipped = std::max(1u, levels / 3);  // a quarter of the sampled colours
  const std::vector<Colour> scale = palette(name, skipped + levels);
  colours.push_back(scale.front());
  colours.insert(colours.end(), scale.begin() + skipped, scale.end());
  return colours;
}

const std::vector<NamedColour>& named_colours() {
  static const std::vector<NamedColour> colours = {
      {"red", {220, 30, 30}},    {"blue", {35, 70, 220}},     {"yellow", {255, 215, 0}},
      {"green", {30, 150, 60}},  {"purple", {140, 60, 170}},  {"orange", {255, 130, 20}},
      {"cyan", {30, 190, 210}},  {"pink", {240, 130, 190}},   {"brown", {130, 80, 50}},
      {"grey", {130, 130, 130}}, {"magenta", {220, 30, 200}}, {"black", {20, 20, 20}}};
  return colours;
}

std::optional<Colour> colour_named(std::string_view name) {
  const auto found = std::ranges::find(named_colours(), name, &NamedColour::name);
  return found == named_colours().end() ? std::nullopt : std::optional(found->colour);
}

std::optional<Colour> parse_colour(std::string_view text) {
  if (const auto named = colour_named(text)) return named;
  if (text.size() != 7 || text.front() != '#') return std::nullopt;
  std::uint32_t rgb = 0;
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data() + 1, end, rgb, 16);
  if (error != std::errc{} || stopped != end) return std::nullopt;
  return Colour{static_cast<std::uint8_t>(rgb >> 16), static_cast<std::uint8_t>(rgb >> 8),
                static_cast<std::uint8_t>(rgb)};
}

std::string describe_colours() {
  std::string names;
  for (const NamedColour& named : named_colours()) names += std::string(named.name) + ", ";
  return "must be one of " + names + "or a colour in quotes, as in \"#ffcc00\"";
}

bool are_alike(Colour a, Colour b) {
  const auto apart = [](int x, int y) { return std::abs(x - y); };
  return apart(a.red, b.red) + apart(a.green, b.green) + apart(a.blue, b.blue) < 150;
}

}  // namespace morula::io
