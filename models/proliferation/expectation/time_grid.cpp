#include "models/proliferation/expectation/time_grid.h"

#include <algorithm>

#include "models/proliferation/law/prepared_law.h"

namespace morula {
namespace {

struct Points {
  double until = 0;
  std::size_t cells = 0;

  double operator[](std::size_t i) const {
    return until * (static_cast<double>(i) / static_cast<double>(cells));
  }
};

// The integral of pdf(t) / t between two times, by Gauss's rule with three points.
template <typename Times>
double mean_reciprocal(const Times& times, double from, double to) {
  constexpr double place = 0.77459666924148337704;  // √(3/5)
  const double middle = (from + to) / 2, half = (to - from) / 2;
  const auto at = [&](double time) { return times.pdf(time) / time; };
  return half / 9 * (5 * at(middle - place * half) + 8 * at(middle) + 5 * at(middle + place * half));
}

// The same integral, divided into stretches so short that 1/T and the density bend little. Stretches far
// beyond `from` may be longer.
template <typename Times>
double mean_reciprocal_in_stretches(const Times& times, double from, double to, double shortest) {
  double sum = 0;
  for (double time = from; time < to;) {
    const double next = time + std::min(time / 8, std::max(shortest, (time - from) / 16));
    sum += mean_reciprocal(times, time, std::min(next, to));
    time = next;
  }
  return sum;
}

template <typename Times>
double width_of_times(const Times& times) {
  return (times.isf(0.16) - times.quantile(0.16)) / 2;
}

template <typename Times>
double mean_reciprocal_after(const Times& times, double until) {
  constexpr double nothing = 0x1p-60;
  const double from = std::max(until, times.quantile(nothing)), to = times.isf(nothing);
  const double shortest = std::max(width_of_times(times) / 4, (to - from) / 4096);  // a width may be 0
  return mean_reciprocal_in_stretches(times, from, to, shortest);
}

// Values of a law at the points of a grid.
struct AtPoints {
  std::vector<double> cdf, sf, partial_mean;  // P(T <= t), P(T > t), E[T; T <= t]
};

template <typename Times>
AtPoints at_points(const Times& times, const Points& points) {
  AtPoints at{{0}, {1}, {0}};
  for (std::size_t i = 1; i <= points.cells; ++i) {
    at.cdf.push_back(times.cdf(points[i]));
    at.sf.push_back(at.cdf[i] < 0.5 ? 1 - at.cdf[i] : times.sf(points[i]));
    at.partial_mean.push_back(times.partial_mean(points[i], at.cdf[i]));
  }
  return at;
}

// The difference is taken in the smaller tail, where it is more accurate.
double mass_between(const AtPoints& at, std::size_t i) {
  const double mass = at.cdf[i + 1] < 0.5 ? at.cdf[i + 1] - at.cdf[i] : at.sf[i] - at.sf[i + 1];
  return std::max(mass, 0.0);
}

// The position of a mass within its cell follows from the means at the points. Rounding must not move it out
// of the cell.
void place(GridLaw& law, const std::vector<double>& mean, const Points& points) {
  const double width = points[1];
  law.later.resize(law.cells());
  for (std::size_t i = 0; i < law.cells(); ++i) {
    const double later = (mean[i + 1] - mean[i] - points[i] * law.mass[i]) / width;
    law.later[i] = std::clamp(later, 0.0, law.mass[i]);
  }
}

GridLaw time_on(const AtPoints& at, const Points& points) {
  GridLaw grid{std::vector<double>(points.cells), {}, at.sf};
  for (std::size_t i = 0; i < points.cells; ++i) grid.mass[i] = mass_between(at, i);
  place(grid, at.partial_mean, points);
  return grid;
}

// t times the integral of pdf(T) / T over T > t, at every point t.
template <typename Times>
std::vector<double> shares_beyond(const Times& times, const Points& points) {
  constexpr std::size_t near_zero = 8;  // number of first cells, in which 1/T bends
  std::vector<double> shares(points.cells + 1, 0);
  double reciprocal = mean_reciprocal_after(times, points.until);
  for (std::size_t i = points.cells; i > 0; --i) {
    shares[i] = points[i] * reciprocal;
    if (i == 1) break;
    reciprocal += i > near_zero ? mean_reciprocal(times, points[i - 1], points[i])
                                : mean_reciprocal_in_stretches(times, points[i - 1], points[i], points[1]);
  }
  return shares;
}

// T·U is at most t with probability P(T <= t) + share(t). The mean E[T·U; T·U <= t] is half of E[T; T <= t] +
// t · share(t).
template <typename Times>
GridLaw part_on(const Times& times, const AtPoints& at, const Points& points) {
  const std::vector<double> shares = shares_beyond(times, points);
  GridLaw grid{std::vector<double>(points.cells), {}, std::vector<double>(points.cells + 1)};
  std::vector<double> mean(points.cells + 1);
  for (std::size_t i = 0; i <= points.cells; ++i) {
    grid.sf[i] = std::max(at.sf[i] - shares[i], 0.0);
    mean[i] = (at.partial_mean[i] + points[i] * shares[i]) / 2;
    if (i < points.cells) grid.mass[i] = std::max(mass_between(at, i) + (shares[i + 1] - shares[i]), 0.0);
  }
  place(grid, mean, points);
  return grid;
}

}  // namespace

GridLaws on_grid(const TimeLaw& law, double until, std::size_t cells, bool with_part) {
  const Points points{until, cells};
  return std::visit(
      [&](const auto& times) {
        const AtPoints at = at_points(times, points);
        GridLaws laws{time_on(at, points), std::nullopt};
        if (with_part) laws.part = part_on(times, at, points);
        return laws;
      },
      prepared(law));
}

std::vector<double> sf_on_grid(const TimeLaw& law, double until, std::size_t cells) {
  std::vector<double> sf{1};
  std::visit(
      [&](const auto& times) {
        const Points points{until, cells};
        for (std::size_t i = 1; i <= cells; ++i) sf.push_back(times.sf(points[i]));
      },
      prepared(law));
  return sf;
}

std::vector<double> every_second(const std::vector<double>& values) {
  std::vector<double> half;
  for (std::size_t i = 0; i < values.size(); i += 2) half.push_back(values[i]);
  return half;
}

GridLaw coarser(const GridLaw& law) {
  GridLaw half{{}, {}, every_second(law.sf)};
  for (std::size_t i = 0; i + 1 < law.cells(); i += 2) {
    half.mass.push_back(law.mass[i] + law.mass[i + 1]);
    half.later.push_back((law.later[i] + law.mass[i + 1] + law.later[i + 1]) / 2);
  }
  return half;
}

double width_of(const TimeLaw& law) {
  return std::visit([](const auto& times) { return width_of_times(times); }, prepared(law));
}

}  // namespace morula
