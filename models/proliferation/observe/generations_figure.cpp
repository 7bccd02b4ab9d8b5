#include "models/proliferation/observe/generations_figure.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/palette.h"
#include "plot/colours.h"
#include "plot/svg_writer.h"

namespace morula {
namespace {

constexpr unsigned most_generations = 12;  // number of curves; the last one includes all later generations

// Living cells over time, in some generations of some types.
class LivingCells {
 public:
  LivingCells(const ProliferationSpec& spec, const CellNumbers& cells, std::size_t times)
      : types_(spec.types.size()), cells_(cells), times_(times) {}

  plot::Numbers of_generations(unsigned first, unsigned end) const { return sums(0, types_, first, end); }
  plot::Numbers of_type(std::size_t type) const { return sums(type, type + 1, 0, cells_.generations); }
  plot::Numbers of_all() const { return sums(0, types_, 0, cells_.generations); }

 private:
  plot::Numbers sums(std::size_t first_type, std::size_t end_type, unsigned first, unsigned end) const {
    plot::Numbers sums(times_);
    for (std::size_t time = 0; time < times_; ++time)
      for (std::size_t type = first_type; type < end_type; ++type)
        for (unsigned generation = first; generation < end; ++generation)
          sums[time] += cells_.living[(time * types_ + type) * cells_.generations + generation];
    return sums;
  }

  std::size_t types_;
  const CellNumbers& cells_;
  std::size_t times_;
};

bool any_lives(const plot::Numbers& counts) {
  return std::ranges::any_of(counts, [](double count) { return count > 0; });
}

// Number of generations up to the last one that ever has a cell.
unsigned generations_with_cells(const LivingCells& living, unsigned generations) {
  while (generations > 1 && !any_lives(living.of_generations(generations - 1, generations))) --generations;
  return generations;
}

// The colours of consecutive generations also follow each other.
plot::Panel generations_panel(const plot::Numbers& times, const LivingCells& living, unsigned generations) {
  plot::Panel panel{{"cells of each generation"}, {}};
  const unsigned curves = std::min(generations, most_generations);
  const std::vector<io::Colour> colours = io::palette("viridis", curves);
  for (unsigned generation = 0; generation < curves; ++generation) {
    const bool with_later = generation + 1 == curves && generations > curves;
    const std::string name = fmt::format("generation {}{}", generation, with_later ? " and later" : "");
    panel.layers.push_back(
        plot::Line{name, colours[generation], times,
                   living.of_generations(generation, with_later ? generations : generation + 1)});
  }
  return panel;
}

plot::Panel types_panel(const plot::Numbers& times, const LivingCells& living,
                        const ProliferationSpec& spec) {
  plot::Panel panel{{"cells of each type"}, {}};
  const std::vector<io::Colour> colours = plot::curve_colours(spec.types.size());
  if (spec.types.size() > 1)
    panel.layers.push_back(plot::Line{"all", plot::ink, times, living.of_all(), true});
  for (std::size_t type = 0; type < spec.types.size(); ++type)
    panel.layers.push_back(plot::Line{spec.types[type].name, colours[type], times, living.of_type(type)});
  return panel;
}

}  // namespace

plot::Figure generations_figure(const ProliferationSpec& spec, const CellNumbers& cells) {
  const plot::Numbers times = times_observed(spec);
  const LivingCells living(spec, cells, times.size());
  plot::Figure figure;
  figure.x.title = "time (unit of until)";
  const unsigned generations = generations_with_cells(living, cells.generations);
  figure.panels = {generations_panel(times, living, generations), types_panel(times, living, spec)};
  figure.panel_height = 240;
  return figure;
}

}  // namespace morula
