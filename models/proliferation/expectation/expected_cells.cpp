#include "models/proliferation/expectation/expected_cells.h"

#include <algorithm>

#include "models/proliferation/expectation/convolution.h"
#include "models/proliferation/expectation/time_grid.h"

namespace morula {
namespace {

constexpr double negligible = 1e-12;        // number of cells after which later generations are left out
constexpr double nothing = 1e-18;           // part of a law, or number of cells, that is left out of a sum
constexpr std::size_t finest_grid = 65536;  // cells

// A type on a grid: the laws in the cells of the grid, and the probability of being alive at its points.
struct GridType {
  GridLaws division;
  std::vector<double> living;

  std::size_t cells() const { return division.time.cells(); }
};

// The share of the time up to `until` in which the law is not negligible. A narrow law makes convolutions
// cheaper.
double share_of(const TimeLaw& law, double until) {
  return std::min(isf(law, nothing) - quantile(law, nothing), until) / until;
}

// Number of cells of the finest grid. Cells are at most an eighth of the width of the narrower law, unless
// that takes too much work: the coarsest of the three grids has cells four times as wide.
std::size_t cells_for(const CellType& type, double until, std::size_t points) {
  double width = width_of(*type.division);
  if (type.death) width = std::min(width, width_of(*type.death));
  std::size_t cells = std::max<std::size_t>(points / 4 * 4, 16);
  const double share = share_of(*type.division, until), start = static_cast<double>(cells);
  const double most_products = std::max(start * start, 0x1p22);
  const auto products_of = [&](std::size_t count) { return share * static_cast<double>(count * count); };
  while (until / static_cast<double>(cells) > width / 8 && cells < finest_grid &&
         products_of(2 * cells) <= most_products)
    cells *= 2;
  return cells;
}

GridType grid_type(const CellType& type, CycleStart start, double until, std::size_t cells) {
  GridType grid{on_grid(*type.division, until, cells, start != CycleStart::Synchronous), {}};
  grid.living = type.death ? sf_on_grid(*type.death, until, cells) : std::vector<double>(cells + 1, 1);
  return grid;
}

GridType coarser(const GridType& grid) {
  GridType half{{coarser(grid.division.time), std::nullopt}, every_second(grid.living)};
  if (grid.division.part) half.division.part = coarser(*grid.division.part);
  return half;
}

// The first division of an initial cell: weights of its time, and the probability that there is none by
// `until`.
struct FirstDivision {
  std::vector<double> weights;
  double none = 0;
};

FirstDivision first_division(const GridType& grid, const ConvolutionKernel& division, CycleStart start) {
  if (start == CycleStart::Synchronous) return {weights_at_end(division), grid.division.time.sf.back()};
  const GridLaw& part = *grid.division.part;
  const ConvolutionKernel offset = convolution_kernel(part);
  if (start == CycleStart::Aged) return {weights_at_end(offset), part.sf.back()};
  return {weights_at_end(division, offset),
          part.sf.back() + weighted_at_end(weights_at_end(offset), grid.division.time.sf)};
}

enum class Counted { Living, Born };

// For one generation after the other, computes the expected descendants of a cell born at 0, at every time,
// and from these the expected descendants of an initial cell at `until`.
std::vector<double> cells_on(const GridType& grid, CycleStart start, unsigned generations, Counted counted) {
  ConvolutionKernel division = convolution_kernel(grid.division.time);
  division.trim(nothing);
  FirstDivision first = first_division(grid, division, start);
  std::vector<double> expected(generations + 1, 0), become(grid.cells() + 1, 1);
  expected[0] = counted == Counted::Born ? 1 : first.none * grid.living.back();
  for (std::size_t i = 0; i < become.size(); ++i) {
    first.weights[i] *= grid.living[i];
    if (counted == Counted::Living) become[i] = grid.division.time.sf[i] * grid.living[i];
  }
  division.multiply_by(grid.living);
  for (unsigned k = 1; k <= generations; ++k) {
    for (double& cells : become) cells *= 2;
    expected[k] = weighted_at_end(first.weights, become);
    become = convolved(division, become, nothing);
    if (*std::max_element(become.begin(), become.end()) < negligible) break;
  }
  return expected;
}

// The error of a grid is a series of even powers of the cell width. Three grids eliminate the first two of
// them.
std::vector<double> cells_of_dividing(const CellType& type, CycleStart start, double until,
                                      const ExpectedOptions& options, Counted counted) {
  const GridType fine = grid_type(type, start, until, cells_for(type, until, options.points));
  const GridType half = coarser(fine), quarter = coarser(half);
  std::vector<double> expected = cells_on(fine, start, options.generations, counted);
  const std::vector<double> second = cells_on(half, start, options.generations, counted);
  const std::vector<double> third = cells_on(quarter, start, options.generations, counted);
  for (std::size_t k = 0; k < expected.size(); ++k) {
    const double finer = (4 * expected[k] - second[k]) / 3, wider = (4 * second[k] - third[k]) / 3;
    expected[k] = std::max((16 * finer - wider) / 15, 0.0);
  }
  return expected;
}

}  // namespace

std::vector<double> expected_cells(const CellType& type, CycleStart start, double until,
                                   const ExpectedOptions& options) {
  if (type.division) return cells_of_dividing(type, start, until, options, Counted::Living);
  std::vector<double> expected(options.generations + 1, 0);
  expected[0] = type.death ? sf(*type.death, until) : 1;
  return expected;
}

std::vector<double> expected_births(const CellType& type, CycleStart start, double until,
                                    const ExpectedOptions& options) {
  if (type.division) return cells_of_dividing(type, start, until, options, Counted::Born);
  std::vector<double> expected(options.generations + 1, 0);
  expected[0] = 1;
  return expected;
}

}  // namespace morula
