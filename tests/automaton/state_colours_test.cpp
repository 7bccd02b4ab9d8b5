// The colours of the phases of tissue can be distinguished with every kind of colour vision.
#include "models/automaton/observe/state_colours.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "cases.h"

namespace morula::test {
namespace {

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

struct Vision {
  const char* name;
  Matrix seen;  // of linear RGB: Machado, Oliveira, Fernandes 2009, severity 1
};

constexpr std::array<Vision, 4> visions = {
    {{"all cones", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
     {"protanopia",
      {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}}},
     {"deuteranopia",
      {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}},
     {"tritanopia",
      {{{1.255528, -0.076749, -0.178779},
        {-0.078411, 0.930809, 0.147602},
        {0.004733, 0.691367, 0.303900}}}}}};

Vector product(const Matrix& matrix, const Vector& v) {
  Vector result{};
  for (std::size_t i = 0; i < 3; ++i)
    result[i] = matrix[i][0] * v[0] + matrix[i][1] * v[1] + matrix[i][2] * v[2];
  return result;
}

double linear(std::uint8_t channel) {
  const double c = channel / 255.0;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

// Converts to CIE 1976 L*a*b*, white D65.
Vector lab(io::Colour colour, const Matrix& seen) {
  constexpr Matrix to_xyz = {{{0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047},
                              {0.2126729, 0.7151522, 0.0721750},
                              {0.0193339 / 1.08883, 0.1191920 / 1.08883, 0.9503041 / 1.08883}}};
  Vector rgb = product(seen, {linear(colour.red), linear(colour.green), linear(colour.blue)});
  for (double& channel : rgb) channel = std::clamp(channel, 0.0, 1.0);
  Vector f = product(to_xyz, rgb);
  for (double& x : f) x = x > 0.008856 ? std::cbrt(x) : 7.787 * x + 16.0 / 116;
  return {116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])};
}

double apart(io::Colour a, io::Colour b, const Matrix& seen) {
  const Vector p = lab(a, seen), q = lab(b, seen);
  return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

TEST(StateColours, OfPhasesAreToldApartByEveryEye) {
  const Spec spec = spec_from(
      "model: automaton\nsteps: 1\nlattice: {size: [9, 9]}\n"
      "automaton: {tissue: {activated: 8, refractory: 8, relative: 8, threshold: 1, relative_threshold: 2,"
      " regions: [{site: [0, 0], scar: true}]}}\n");
  const auto& automaton = dynamic_cast<const AutomatonSpec&>(*spec.section);
  const std::vector<io::Colour> colours = colours_of(automaton);
  ASSERT_EQ(colours.size(), 26u);
  constexpr double plainly = 10;  // the least noticeable difference is 2
  for (const Vision& vision : visions)
    for (u32 a = 0; a < colours.size(); ++a)
      for (u32 b = 0; b < a; ++b)
        if (automaton.tissue->kind_of(a) != automaton.tissue->kind_of(b)) {
          EXPECT_GT(apart(colours[a], colours[b], vision.seen), plainly)
              << vision.name << ", states " << a << " and " << b;
        }
}

}  // namespace
}  // namespace morula::test
