#include "plot/thin.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace morula::plot {
namespace {

// The points that represent one column.
class Column {
 public:
  bool empty() const { return count_ == 0; }
  void add(std::size_t point, const Numbers& y) {
    if (count_++ == 0) first_ = least_ = greatest_ = point;
    if (y[point] < y[least_]) least_ = point;
    if (y[point] > y[greatest_]) greatest_ = point;
    last_ = point;
  }
  void move_to(Curve& thin, const Numbers& x, const Numbers& y) {
    std::array<std::size_t, 4> kept = {first_, least_, greatest_, last_};
    std::ranges::sort(kept);
    const auto end = std::unique(kept.begin(), kept.end());
    for (auto point = kept.begin(); count_ > 0 && point != end; ++point) {
      thin.x.push_back(x[*point]);
      thin.y.push_back(y[*point]);
    }
    count_ = 0;
  }

 private:
  std::size_t count_ = 0, first_ = 0, least_ = 0, greatest_ = 0, last_ = 0;
};

}  // namespace

Curve thinned(const Numbers& x, const Numbers& y, std::size_t columns) {
  if (x.size() <= 4 * columns) return {x, y};
  const double low = x.front(), width = (x.back() - low) / static_cast<double>(columns);
  Curve thin;
  Column column;
  double in_column = -1;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double column_index = width > 0 ? std::floor((x[i] - low) / width) : 0;
    if (column_index != in_column || !std::isfinite(y[i])) column.move_to(thin, x, y);
    in_column = column_index;
    if (std::isfinite(y[i])) {
      column.add(i, y);
    } else {
      thin.x.push_back(x[i]);
      thin.y.push_back(y[i]);
    }
  }
  column.move_to(thin, x, y);
  return thin;
}

}  // namespace morula::plot
