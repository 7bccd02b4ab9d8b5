#include "analysis/example_series.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>

#include "core/error.h"

namespace morula {
namespace {

struct Point {
  double x = 1, y = 1, z = 1;
};

Point velocity(const Point& p) { return {-p.y - p.z, p.x + 0.15 * p.y, 0.2 - 10 * p.z + p.x * p.z}; }

Point ahead(const Point& p, const Point& v, double time) {
  return {p.x + time * v.x, p.y + time * v.y, p.z + time * v.z};
}

Point runge_kutta(const Point& p, double step) {
  const Point k1 = velocity(p), k2 = velocity(ahead(p, k1, step / 2)), k3 = velocity(ahead(p, k2, step / 2)),
              k4 = velocity(ahead(p, k3, step));
  const Point sum = {k1.x + 2 * k2.x + 2 * k3.x + k4.x, k1.y + 2 * k2.y + 2 * k3.y + k4.y,
                     k1.z + 2 * k2.z + 2 * k3.z + k4.z};
  return ahead(p, sum, step / 6);
}

struct Constituent {
  double metres, degrees_per_hour, phase;
};

constexpr std::array<Constituent, 5> constituents = {{
    {0.38, 28.9841042, 40},   // M2, the moon
    {0.06, 30.0000000, 10},   // S2, the sun
    {0.10, 28.4397295, 100},  // N2, the moon's distance
    {0.05, 15.0410686, 210},  // K1
    {0.03, 13.9430356, 150},  // O1
}};

double tide_at(double hours) {
  double level = 0;
  for (const Constituent& c : constituents)
    level += c.metres * std::cos((c.degrees_per_hour * hours - c.phase) * std::numbers::pi / 180);
  return level;
}

}  // namespace

std::string rossler_csv(const RosslerChoice& choice) {
  Point point;
  const auto steps = [&](double time) {
    return static_cast<std::uint64_t>(std::llround(time / choice.step));
  };
  for (std::uint64_t i = steps(choice.skip); i > 0; --i) point = runge_kutta(point, choice.step);
  std::string text = "step,x,y,z\n";
  for (std::uint64_t i = 0; i <= steps(choice.length); ++i) {
    if (i % choice.every == 0)
      text +=
          fmt::format("{:.10g},{},{},{}\n", static_cast<double>(i) * choice.step, point.x, point.y, point.z);
    point = runge_kutta(point, choice.step);
  }
  if (!std::isfinite(point.x))
    throw SpecError({"--step"}, "",
                    fmt::format("is {}; must be small enough for the equations, as 0.01 is", choice.step));
  return text;
}

std::string tide_csv() {
  constexpr int rows_per_hour = 10, hours = 30 * 24;
  std::string text = "step,level\n";
  for (int i = 0; i <= hours * rows_per_hour; ++i) {
    const double time = static_cast<double>(i) / rows_per_hour;
    text += fmt::format("{},{:.4f}\n", time, tide_at(time));
  }
  return text;
}

}  // namespace morula
