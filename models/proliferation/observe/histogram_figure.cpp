#include "models/proliferation/observe/histogram_figure.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "io/table_file.h"
#include "models/proliferation/observe/fluorescence_rows.h"
#include "plot/colours.h"

namespace morula {
namespace {

constexpr unsigned bins_of_a_figure = 32;

// Both edges of every bin. The first and the last bin reach further, but are drawn as wide as the others.
plot::Numbers both_edges(const ScoreBins& bins) {
  plot::Numbers edges = edges_of(bins);
  edges.insert(edges.begin(), edges[0] * edges[0] / edges[1]);
  return edges;
}

plot::Numbers shares_of(std::span<const double> weights) {
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  plot::Numbers shares(weights.begin(), weights.end());
  for (double& share : shares) share = total > 0 ? share / total : 0;
  return shares;
}

bool has_cells(std::span<const double> cells) {
  return std::ranges::any_of(cells, [](double count) { return count > 0; });
}

plot::Figure empty_figure(const std::string& y_title) {
  plot::Figure figure;
  figure.x = {.title = "fluorescence (units of the histogram)", .logarithmic = true};
  figure.panels = {{{y_title}, {}}};
  return figure;
}

// The range of positive fluorescences, since axes are logarithmic.
ScoreBins bins_around(const ProliferationSpec& spec, const CellNumbers& cells) {
  double from = 0, to = 0;
  for_each_row(spec, cells, [&](double fluorescence, std::span<const double> row) {
    if (fluorescence <= 0 || !has_cells(row)) return;
    if (from == 0) from = fluorescence;  // rows come in ascending order
    to = fluorescence;
  });
  if (from == 0) return {bins_of_a_figure, 1, 10};
  return {bins_of_a_figure, from, to > from * 1.01 ? to : from * 10};
}

}  // namespace

plot::Figure comparison_figure(const std::string& name, std::span<const double> cells,
                               std::span<const double> target, const ScoreBins& bins) {
  assert(cells.size() == bins.bins && target.size() == bins.bins);
  const std::vector<io::Colour> colours = plot::curve_colours(4);
  plot::Figure figure = empty_figure("share of cells");
  const plot::Numbers edges = both_edges(bins);
  figure.x.from = edges.front();
  figure.x.to = edges.back();
  std::vector<plot::Layer>& layers = figure.panels.front().layers;
  if (has_cells(target))
    layers.push_back(plot::Steps{"measured", colours[0], edges, shares_of(target), true});
  if (has_cells(cells)) layers.push_back(plot::Steps{name, colours[3], edges, shares_of(cells)});
  return figure;
}

std::string comparison_csv(const std::string& name, std::span<const double> cells,
                           std::span<const double> target, const ScoreBins& bins) {
  std::string csv = "from,to,measured," + name + '\n';
  const plot::Numbers edges = both_edges(bins);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    for (const double number : {edges[i], edges[i + 1], target[i]}) csv += io::cell_of(number) + ',';
    csv += io::cell_of(cells[i]) + '\n';
  }
  return csv;
}

plot::Figure histogram_figure(const ProliferationSpec& spec, const CellNumbers& cells) {
  plot::Figure figure = empty_figure("cells");
  const ScoreBins bins = bins_around(spec, cells);
  const std::vector<double> edges = edges_of(bins);
  std::vector<plot::Numbers> counts(spec.types.size() + 1, plot::Numbers(bins.bins));
  for_each_row(spec, cells, [&](double fluorescence, std::span<const double> row) {
    if (fluorescence <= 0) return;
    const std::size_t bin = bin_of(fluorescence, edges);
    for (std::size_t type = 0; type < row.size(); ++type) {
      counts[type + 1][bin] += row[type];
      counts[0][bin] += row[type];
    }
  });
  const std::vector<io::Colour> colours = plot::curve_colours(spec.types.size());
  std::vector<plot::Layer>& layers = figure.panels.front().layers;
  layers.push_back(plot::Steps{"all", plot::muted, both_edges(bins), counts[0], true});
  for (std::size_t type = 0; type < spec.types.size(); ++type)
    layers.push_back(plot::Steps{spec.types[type].name, colours[type], both_edges(bins), counts[type + 1]});
  return figure;
}

}  // namespace morula
