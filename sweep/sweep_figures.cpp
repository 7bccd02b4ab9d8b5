#include "sweep/sweep_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>

#include "core/elementary.h"
#include "plot/colours.h"
#include "sweep/remarks.h"

namespace morula::sweep {
namespace {

using Kind = Quantity::Kind;

constexpr std::size_t most_figures = 60;
constexpr std::size_t most_curves = 8;
constexpr double none = std::numeric_limits<double>::quiet_NaN();

struct Estimate {
  double value = none, low = none, high = none;
};

Estimate estimate(const Results& results, const Quantity& quantity, std::size_t point) {
  const auto [numbers, fraction] = results.summary(quantity, point);
  if (quantity.kind == Kind::YesNo)
    return fraction ? Estimate{fraction->value, fraction->low, fraction->high} : Estimate{};
  if (!numbers) return {};
  const double half = numbers->half_width();
  return {numbers->mean, numbers->mean - half, numbers->mean + half};
}

bool is_time(const Quantity& quantity) { return quantity.column.empty() && quantity.name == time_name; }

// Whether the end times of runs differ by more than one step, since a time is rounded up to a whole step.
bool ends_differ(const Results& results, const Quantity& time) {
  double earliest = std::numeric_limits<double>::infinity(), latest = 0, longest_step = 0;
  for (std::size_t point = 0; point < results.plan().points.size(); ++point)
    if (const auto ends = results.summary(time, point).numbers) {
      earliest = std::min(earliest, ends->q05);
      latest = std::max(latest, ends->q95);
      longest_step = std::max(longest_step, 1 / *results.plan().points[point].steps_per_time);
    }
  return latest - earliest > longest_step;
}

// The order of figures: first in how many runs something happened, then when runs ended, then the series.
int rank_of(const Quantity& quantity) {
  if (quantity.kind == Kind::YesNo) return quantity.name == "halted" ? 1 : 0;
  return is_time(quantity) ? 2 : 3;
}

// The quantities that are drawn: for each column its mean over the measured part, or else its last value.
std::vector<Quantity> drawn_of(const Results& results) {
  std::vector<Quantity> drawn;
  for (const Quantity& quantity : results.quantities()) {
    const auto has_average = [&](const Quantity& candidate) {
      return candidate.is_average && candidate.column == quantity.column;
    };
    const bool is_last = quantity.name == quantity.column;
    if (quantity.kind == Kind::YesNo || quantity.is_average ||
        (is_time(quantity) && ends_differ(results, quantity)) ||
        (is_last && !results.is_event(quantity.column) &&
         std::ranges::none_of(results.quantities(), has_average)))
      drawn.push_back(quantity);
  }
  std::ranges::stable_sort(drawn, {}, rank_of);
  return drawn;
}

std::string title_of(const Plan& plan, const Quantity& quantity) {
  if (quantity.kind == Kind::YesNo) return fmt::format("fraction of runs: {}", quantity.name);
  if (is_time(quantity)) return "time at the end of a run (unit of the rates)";
  const auto found = plan.titles.find(quantity.column);
  const std::string title = found == plan.titles.end() ? quantity.column : found->second;
  return quantity.is_average ? "mean " + title : title;
}

// Adds a warning to the caption if points are compared at different times.
std::string with_warning(const Plan& plan, const std::string& caption) {
  if (!compares_different_times(plan)) return caption;
  return caption + " Points end at different times, since their rates are normalised: see the figure 'time'.";
}

std::string caption_of(const Plan& plan, const Quantity& quantity) {
  const std::string runs = plan.replicas == 1 ? "One run" : fmt::format("{} runs", plan.replicas);
  if (quantity.kind == Kind::YesNo)
    return fmt::format("{} at each point; bars are Wilson's 95 % intervals.", runs);
  const std::string bars = plan.replicas > 1 ? "; bars are 95 % intervals of their mean" : "";
  if (!quantity.is_average) return fmt::format("{} at each point{}; values at the end of a run.", runs, bars);
  const std::string part = plan.measure && plan.measure->from > 0
                               ? fmt::format(", each averaged from step {} on", plan.measure->from)
                               : ", each averaged over time";
  return fmt::format("{} at each point{}{}.", runs, part, bars);
}

// The axis has a little room at both ends, so that the outermost points are not cut off.
plot::Axis axis_for(const SweptAxis& axis) {
  plot::Axis drawn{axis.title, axis.logarithmic, {}, {}, axis.labels};
  const auto [least, most] = std::ranges::minmax(axis.at);
  if (!axis.labels.empty()) {
    drawn.from = least - 0.5;
    drawn.to = most + 0.5;
  } else if (axis.logarithmic) {
    const double ratio = exponential(0.04 * natural_logarithm(most / least));
    drawn.from = least / ratio;
    drawn.to = most * ratio;
  } else if (most > least) {
    drawn.from = least - 0.04 * (most - least);
    drawn.to = most + 0.04 * (most - least);
  }
  return drawn;
}

// An axis of cells with equal size. The values are written beside the cells if they are few enough to be
// read.
SweptAxis as_cells(const SweptAxis& axis) {
  constexpr std::size_t most_labels = 12;
  if (!axis.labels.empty() || axis.values > most_labels) return axis;
  SweptAxis cells = axis;
  cells.logarithmic = false;
  const std::set<double> distinct(axis.at.begin(), axis.at.end());
  for (std::size_t point = 0; point < axis.at.size(); ++point) {
    const auto place = std::distance(distinct.begin(), distinct.find(axis.at[point]));
    cells.at[point] = static_cast<double>(place + 1);
  }
  for (std::size_t place = 1; place <= distinct.size(); ++place) {
    const auto at = static_cast<double>(place);
    const auto point = static_cast<std::size_t>(std::ranges::find(cells.at, at) - cells.at.begin());
    cells.labels.push_back({at, axis.names[point]});
  }
  return cells;
}

class Drawing {
 public:
  explicit Drawing(const Results& results) : results_(results), axes_(swept_axes(results.plan())) {}

  std::vector<NamedFigure> draw_figures() {
    for (const Quantity& quantity : drawn_of(results_)) draw(quantity);
    if (figures_.size() > most_figures) figures_.resize(most_figures);
    return std::move(figures_);
  }

 private:
  const Plan& plan() const { return results_.plan(); }
  bool is_line() const { return axes_.size() == 1 || plan().design == to_string(Design::Zip); }
  bool is_plane() const { return axes_.size() == 2 && plan().design == to_string(Design::Grid); }

  void draw(const Quantity& quantity) {
    if (is_line()) return add(quantity, "", over(quantity, line_axis(), nullptr));
    if (!is_plane()) {
      for (std::size_t key = 0; key < axes_.size(); ++key)
        add(quantity, "-by-" + plan().keys[key].key, over(quantity, in_time(key), nullptr));
      return;
    }
    std::size_t first = axes_[1].values > axes_[0].values ? 1 : 0;
    if (is_steps_in_time(1 - first)) first = 1 - first;
    const SweptAxis &x = axes_[first], &curves_axis = axes_[1 - first];
    if (curves_axis.values <= most_curves) add(quantity, "", over(quantity, in_time(first), &curves_axis));
    if (x.values > 1 && curves_axis.values > 1)
      add(quantity, "-map", map(quantity, as_cells(x), as_cells(curves_axis)));
  }

  // The x axis for keys that vary together: the first key with numeric values.
  SweptAxis line_axis() const {
    const auto found = std::ranges::find_if(axes_, [](const SweptAxis& axis) { return axis.labels.empty(); });
    return in_time(found == axes_.end() ? 0 : static_cast<std::size_t>(found - axes_.begin()));
  }

  // Whether the key gives steps that stand for different times at different points.
  bool is_steps_in_time(std::size_t key) const {
    return plan().keys[key].key == "steps" &&
           std::ranges::all_of(plan().points,
                               [](const PlannedPoint& point) { return point.steps_per_time.has_value(); });
  }

  SweptAxis in_time(std::size_t key) const {
    SweptAxis axis = axes_[key];
    if (!is_steps_in_time(key)) return axis;
    axis.title = "time (unit of the rates)";
    for (std::size_t point = 0; point < axis.at.size(); ++point)
      axis.at[point] /= *plan().points[point].steps_per_time;
    return axis;
  }

  void add(const Quantity& quantity, const std::string& suffix, plot::Figure figure) {
    std::string name = quantity.name + suffix;
    for (char& letter : name)
      if (!std::isalnum(static_cast<unsigned char>(letter)) && letter != '-' && letter != '_' &&
          letter != '.')
        letter = '_';
    figures_.push_back({name, std::move(figure)});
  }

  plot::Figure begun(const Quantity& quantity, const SweptAxis& x) const {
    plot::Figure figure;
    figure.x = axis_for(x);
    figure.caption = with_warning(plan(), caption_of(plan(), quantity));
    return figure;
  }

  // A figure with a curve for each value of the other key.
  plot::Figure over(const Quantity& quantity, const SweptAxis& x, const SweptAxis* curves_axis) const {
    plot::Figure figure = begun(quantity, x);
    plot::Panel panel{{title_of(plan(), quantity)}, {}};
    if (quantity.kind == Kind::YesNo) panel.y.from = -0.03, panel.y.to = 1.03;
    std::vector<double> curves = curves_axis != nullptr ? sorted(curves_axis->at) : std::vector<double>{0};
    const std::vector<io::Colour> colours = plot::curve_colours(curves.size());
    const bool scattered = !x.labels.empty() || (axes_.size() > 1 && curves_axis == nullptr && !is_line());
    for (std::size_t curve = 0; curve < curves.size(); ++curve) {
      std::vector<std::size_t> points;
      for (std::size_t point = 0; point < x.at.size(); ++point)
        if (curves_axis == nullptr || curves_axis->at[point] == curves[curve]) points.push_back(point);
      std::ranges::stable_sort(points, {}, [&](std::size_t point) { return x.at[point]; });
      plot::Points drawn{"", colours[curve], {}, {}, {}, {}};
      for (const std::size_t point : points) {
        const Estimate estimated = estimate(results_, quantity, point);
        drawn.x.push_back(x.at[point]);
        drawn.y.push_back(estimated.value);
        drawn.low.push_back(estimated.low);
        drawn.high.push_back(estimated.high);
      }
      const std::string name = curves_axis != nullptr ? curves_axis->names[points.front()] : "";
      if (scattered) drawn.name = name;
      if (!scattered) panel.layers.push_back(plot::Line{name, colours[curve], drawn.x, drawn.y});
      panel.layers.push_back(std::move(drawn));
    }
    figure.panels = {panel};
    if (curves_axis != nullptr) figure.title = quantity.name + " by " + curves_axis->title;
    return figure;
  }

  plot::Figure map(const Quantity& quantity, const SweptAxis& x, const SweptAxis& y) const {
    plot::Figure figure = begun(quantity, x);
    const std::vector<double> columns = sorted(x.at), rows = sorted(y.at);
    plot::HeatMap cells{edges(columns, x.logarithmic), edges(rows, y.logarithmic),
                        plot::Numbers(columns.size() * rows.size(), none), title_of(plan(), quantity)};
    if (quantity.kind == Kind::YesNo) {
      cells.from = 0;
      cells.to = 1;
    }
    for (std::size_t point = 0; point < x.at.size(); ++point) {
      const auto column = std::ranges::find(columns, x.at[point]) - columns.begin();
      const auto row = std::ranges::find(rows, y.at[point]) - rows.begin();
      cells.values[static_cast<std::size_t>(row) * columns.size() + static_cast<std::size_t>(column)] =
          estimate(results_, quantity, point).value;
    }
    figure.caption = with_warning(
        plan(), plan().replicas == 1 ? "One run at each point."
                                     : fmt::format("Means of {} runs at each point.", plan().replicas));
    figure.x.from = cells.x_edges.front();
    figure.x.to = cells.x_edges.back();
    plot::Axis y_axis = axis_for(y);
    y_axis.from = cells.y_edges.front();
    y_axis.to = cells.y_edges.back();
    figure.panels = {{y_axis, {cells}}};
    return figure;
  }

  static std::vector<double> sorted(const std::vector<double>& numbers) {
    const std::set<double> distinct(numbers.begin(), numbers.end());
    return {distinct.begin(), distinct.end()};
  }

  // The edges of cells: half way between the values, and as far beyond the outermost values.
  static plot::Numbers edges(std::vector<double> at, bool logarithmic) {
    if (logarithmic)
      for (double& edge : at) edge = natural_logarithm(edge);
    plot::Numbers edges = {at.front() - (at[1] - at[0]) / 2};
    for (std::size_t i = 1; i < at.size(); ++i) edges.push_back((at[i - 1] + at[i]) / 2);
    edges.push_back(at.back() + (at.back() - at[at.size() - 2]) / 2);
    if (logarithmic)
      for (double& edge : edges) edge = exponential(edge);
    return edges;
  }

  const Results& results_;
  std::vector<SweptAxis> axes_;
  std::vector<NamedFigure> figures_;
};

}  // namespace

std::vector<NamedFigure> sweep_figures(const Results& results) { return Drawing(results).draw_figures(); }

}  // namespace morula::sweep
