// A tree that grows along an axis from left to right, with one row for each leaf: as plain data, and as SVG.
#pragma once

#include <string>
#include <vector>

#include "plot/figure.h"
#include "plot/legend.h"

namespace morula::plot {

struct TreeBranch {
  double from = 0, to = 0;
  io::Colour colour{};
  std::vector<std::size_t> children{};  // branches that begin where this one ends
  std::string label{};                  // of a leaf
  bool ends = false;        // whether this leaf has really ended: then a bar is drawn across its end
  double folded_until = 0;  // if beyond `to`, a triangle up to here stands for the subtree that follows
};

struct TreeFigure {
  std::string title{}, caption{};
  Axis x{};
  std::vector<TreeBranch> branches{};
  std::vector<std::size_t> roots{};  // from top to bottom
  std::vector<LegendEntry> legend{};
  double width = 720;
};

std::string tree_svg(const TreeFigure& figure);

}  // namespace morula::plot
