#include "plot/tree.h"

#include <fmt/format.h>

#include <algorithm>

#include "plot/scale.h"
#include "plot/svg_writer.h"

namespace morula::plot {
namespace {

constexpr double row_height = 14, tree_margin = 14, tree_title = 26, tree_axis = 44, tree_caption = 20,
                 tree_legend_gap = 24, tree_label_gap = 5;

class TreeDrawing {
 public:
  explicit TreeDrawing(const TreeFigure& figure) : figure_(figure), rows_(figure.branches.size()) {
    double next = 0;
    for (const std::size_t root : figure.roots) place(root, next);
    leaves_ = next;
  }

  std::string svg() {
    const double top = tree_margin + (figure_.title.empty() ? 0 : tree_title);
    const double right = figure_.width - tree_margin - label_width() -
                         (figure_.legend.empty() ? 0 : legend_width(figure_.legend) + tree_legend_gap);
    const double height = std::max(leaves_ * row_height, legend_height(figure_.legend));
    const Scale x(range(), false, tree_margin, right);
    if (!figure_.title.empty())
      svg_.text({tree_margin, tree_margin + 12}, figure_.title, {.size = 14, .bold = true});
    draw_axis(x, top, top + height);
    for (std::size_t i = 0; i < figure_.branches.size(); ++i) draw_branch(figure_.branches[i], i, x, top);
    if (!figure_.legend.empty())
      draw_legend(svg_, figure_.legend, {right + label_width() + tree_legend_gap, top}, height);
    double bottom = top + height + tree_axis;
    if (!figure_.caption.empty()) {
      svg_.text({tree_margin, bottom + 4}, figure_.caption, {.size = 11}, pale_ink);
      bottom += tree_caption;
    }
    return svg_.file(figure_.width, bottom, figure_.title);
  }

 private:
  // A branching point is placed midway between its first and its last child.
  double place(std::size_t branch, double& next) {
    const std::vector<std::size_t>& children = figure_.branches[branch].children;
    if (children.empty()) return rows_[branch] = next++;
    const double first = place(children.front(), next);
    double last = first;
    for (std::size_t i = 1; i < children.size(); ++i) last = place(children[i], next);
    return rows_[branch] = (first + last) / 2;
  }

  double label_width() const {
    double widest = 0;
    for (const TreeBranch& branch : figure_.branches) widest = std::max(widest, width_of(branch.label, 10));
    return widest + tree_label_gap;
  }

  Range range() const {
    Range range{figure_.x.from.value_or(0), figure_.x.to.value_or(0)};
    for (const TreeBranch& branch : figure_.branches)
      range = {std::min(range.low, branch.from), std::max({range.high, branch.to, branch.folded_until})};
    return widened(range, false);
  }

  void draw_axis(const Scale& x, double top, double bottom) {
    const auto most = static_cast<unsigned>(std::max(2.0, (x.to() - x.from()) / 80));
    for (const Tick& tick : linear_ticks(x.range().low, x.range().high, most)) {
      svg_.line({x(tick.value), top}, {x(tick.value), bottom + 4}, grid_ink);
      svg_.text({x(tick.value), bottom + 18}, tick.text, {.size = 11, .anchor = Anchor::Middle});
    }
    svg_.text({(x.from() + x.to()) / 2, bottom + 36}, figure_.x.title, {.anchor = Anchor::Middle});
  }

  void draw_branch(const TreeBranch& branch, std::size_t number, const Scale& x, double top) {
    const auto height_of = [&](std::size_t of) { return top + (rows_[of] + 0.5) * row_height; };
    const double y = height_of(number);
    svg_.line({x(branch.from), y}, {x(branch.to), y}, branch.colour, 1.6);
    if (!branch.children.empty())
      svg_.line({x(branch.to), height_of(branch.children.front())},
                {x(branch.to), height_of(branch.children.back())}, branch.colour, 1.6);
    if (branch.ends) svg_.line({x(branch.to), y - 4}, {x(branch.to), y + 4}, branch.colour, 1.6);
    double end = x(branch.to);
    if (branch.folded_until > branch.to) {
      end = x(branch.folded_until);
      const double half = row_height * 0.4;
      svg_.path(fmt::format("M{} {}L{} {}V{}Z", coordinate(x(branch.to)), coordinate(y), coordinate(end),
                            coordinate(y - half), coordinate(y + half)),
                fmt::format("fill=\"{0}\" fill-opacity=\"0.45\" stroke=\"{0}\"", hex(branch.colour)));
    }
    if (branch.children.empty()) svg_.text({end + tree_label_gap, y + 3.5}, branch.label, {.size = 10});
  }

  const TreeFigure& figure_;
  std::vector<double> rows_;  // row of each branch, counted from the top
  double leaves_ = 0;
  SvgWriter svg_;
};

}  // namespace

std::string tree_svg(const TreeFigure& figure) { return TreeDrawing(figure).svg(); }

}  // namespace morula::plot
