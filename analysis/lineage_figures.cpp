#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "analysis/lineage_report.h"
#include "plot/colours.h"

namespace morula {
namespace {

constexpr std::size_t most_curves = 9, most_bins = 30;

// The part of a cell's life after this number of its divisions, with all cells that descend from this part.
struct Stretch {
  std::size_t cell = 0, divisions = 0, branch = 0;
};

class LineageTree {
 public:
  LineageTree(const Genealogy& genealogy, std::size_t most_leaves)
      : genealogy_(genealogy), cells_(genealogy.cells()) {
    choose_colours();
    // If not all cells have a place, half of the leaves are kept free for the descendants of founders.
    add_founders(cells_.size() <= most_leaves ? most_leaves : (most_leaves + 1) / 2);
    // Unfolds the stretch that hides the most cells, again and again, until there are no free leaves.
    while (stretches_.size() < most_leaves) {
      const auto largest = std::ranges::max_element(stretches_, {}, [&](const Stretch& stretch) {
        return genealogy_.descendants_after(stretch.cell, stretch.divisions);
      });
      if (largest == stretches_.end() || !divides(*largest)) break;
      unfold(static_cast<std::size_t>(largest - stretches_.begin()));
    }
    for (const Stretch& stretch : stretches_) finish(stretch);
  }

  plot::TreeFigure figure() const { return figure_; }

 private:
  void choose_colours() {
    std::set<unsigned> types;
    for (const LineageCell& cell : cells_) types.insert(cell.type);
    const std::vector<io::Colour> colours = plot::curve_colours(types.size());
    for (const unsigned type : types) {
      colours_.resize(type + 1);
      colours_[type] = plot::as_line(colours[figure_.legend.size()]);
      figure_.legend.push_back({genealogy_.name_of(type), colours_[type], plot::Sample::Line});
    }
  }

  void add_founders(std::size_t limit) {
    std::vector<std::size_t> founders = genealogy_.founders();
    std::ranges::stable_sort(founders, std::greater{}, [&](std::size_t i) { return cells_[i].descendants; });
    if (founders.size() > limit) founders.resize(limit);
    std::ranges::sort(founders);
    for (const std::size_t founder : founders) {
      figure_.roots.push_back(figure_.branches.size());
      add({founder, 0}, cells_[founder].born);
    }
    const std::size_t left_out = genealogy_.founders().size() - founders.size();
    figure_.x.title = "step";
    figure_.x.from = 0;
    figure_.x.to = static_cast<double>(genealogy_.end());
    figure_.caption =
        "Colours: the last recorded types of cells. A bar is a death; a triangle stands for many "
        "cells.";
    if (left_out > 0)
      figure_.caption +=
          fmt::format(" {} smaller clone{} left out.", left_out, left_out == 1 ? " is" : "s are");
  }

  bool divides(const Stretch& stretch) const {
    return stretch.divisions < cells_[stretch.cell].daughters.size();
  }
  std::uint64_t end_of(const Stretch& stretch) const {
    const LineageCell& cell = cells_[stretch.cell];
    return divides(stretch) ? cells_[cell.daughters[stretch.divisions]].born : genealogy_.last_seen(cell);
  }

  void add(Stretch stretch, std::uint64_t from) {
    stretch.branch = figure_.branches.size();
    figure_.branches.push_back({static_cast<double>(from), static_cast<double>(end_of(stretch)),
                                colours_[cells_[stretch.cell].type]});
    stretches_.push_back(stretch);
  }

  void unfold(std::size_t place) {
    const Stretch mother = stretches_[place];
    stretches_.erase(stretches_.begin() + static_cast<std::ptrdiff_t>(place));
    const std::size_t first = figure_.branches.size(),
                      daughter = cells_[mother.cell].daughters[mother.divisions];
    add({mother.cell, mother.divisions + 1}, end_of(mother));
    add({daughter, 0}, end_of(mother));
    figure_.branches[mother.branch].children = {first, first + 1};
  }

  void finish(const Stretch& stretch) {
    plot::TreeBranch& branch = figure_.branches[stretch.branch];
    const LineageCell& cell = cells_[stretch.cell];
    const std::uint64_t cells = genealogy_.descendants_after(stretch.cell, stretch.divisions);
    branch.ends = !divides(stretch) && cell.died != 0;
    branch.label = cells == 1 ? fmt::format("{}", cell.cell) : fmt::format("{} cells", cells);
    if (divides(stretch)) branch.folded_until = static_cast<double>(genealogy_.end());
  }

  const Genealogy& genealogy_;
  const std::vector<LineageCell>& cells_;
  std::vector<io::Colour> colours_;  // by type
  std::vector<Stretch> stretches_;   // the leaves of the figure
  plot::TreeFigure figure_;
};

plot::Numbers as_numbers(const std::vector<std::uint64_t>& wholes) { return {wholes.begin(), wholes.end()}; }

}  // namespace

plot::TreeFigure lineage_tree(const Genealogy& genealogy, std::size_t most_leaves) {
  return LineageTree(genealogy, most_leaves).figure();
}

plot::Figure division_times_figure(const LineageReport& report) {
  plot::Figure figure;
  figure.x = {"time between divisions (steps)"};
  plot::Panel panel{{"intervals"}, {}};
  double longest = 1;
  for (const DivisionInterval& interval : report.intervals)
    longest = std::max(longest, static_cast<double>(interval.interval));
  const double width = std::ceil((longest + 1) / most_bins);
  const auto bins = static_cast<std::size_t>(std::floor(longest / width)) + 1;
  const std::vector<io::Colour> colours = plot::curve_colours(report.types.size());
  for (std::size_t i = 0; i < report.types.size(); ++i) {
    if (report.types[i].intervals.empty()) continue;
    plot::Steps steps{report.types[i].name, colours[i], {}, plot::Numbers(bins), true};
    for (std::size_t edge = 0; edge <= bins; ++edge) steps.edges.push_back(width * static_cast<double>(edge));
    for (const double interval : report.types[i].intervals)
      ++steps.heights[static_cast<std::size_t>(interval / width)];
    panel.layers.emplace_back(std::move(steps));
  }
  figure.panels = {panel};
  return figure;
}

plot::Figure clone_sizes_figure(const LineageReport& report) {
  std::vector<std::size_t> order(report.clones.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater{},
                           [&](std::size_t i) { return report.clones[i].sizes.back(); });
  const std::size_t shown = std::min(order.size(), most_curves);
  const std::vector<io::Colour> colours = plot::curve_colours(shown);
  const plot::Numbers times = as_numbers(report.times);
  plot::Figure figure;
  figure.x = {"step"};
  plot::Panel panel{{"living cells of a clone"}, {}};
  for (std::size_t i = 0; i < shown; ++i) {
    const Clone& clone = report.clones[order[i]];
    const std::string name = report.runs.size() == 1
                                 ? fmt::format("founder {}", clone.founder)
                                 : fmt::format("run {}, founder {}", clone.run, clone.founder);
    panel.layers.push_back(plot::Line{name, colours[i], times, as_numbers(clone.sizes)});
  }
  plot::Numbers mean(report.times.size());
  for (const Clone& clone : report.clones)
    for (std::size_t i = 0; i < mean.size(); ++i)
      mean[i] += static_cast<double>(clone.sizes[i]) / static_cast<double>(report.clones.size());
  if (report.clones.size() > 1)
    panel.layers.push_back(
        plot::Line{fmt::format("mean of {}", report.clones.size()), plot::muted, times, mean, true});
  figure.panels = {panel};
  if (shown < order.size()) figure.caption = fmt::format("The {} clones that are largest at the end.", shown);
  return figure;
}

}  // namespace morula
