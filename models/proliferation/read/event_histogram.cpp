#include "models/proliferation/read/event_histogram.h"

#include <algorithm>

#include "core/elementary.h"

namespace morula {
namespace {

Histogram each_distinct(const std::vector<double>& sorted) {
  Histogram histogram;
  for (const double value : sorted) {
    if (histogram.empty() || histogram.back().fluorescence != value) histogram.push_back({value, 0});
    ++histogram.back().count;
  }
  return histogram;
}

class LogarithmicBins {
 public:
  LogarithmicBins(double smallest, double largest)
      : low_(natural_logarithm(smallest)), width_((natural_logarithm(largest) - low_) / logarithmic_bins) {}

  unsigned operator()(double value) const {
    if (!(width_ > 0)) return 0;
    const double bin = (natural_logarithm(value) - low_) / width_;
    return bin < logarithmic_bins - 1 ? static_cast<unsigned>(std::max(bin, 0.0)) : logarithmic_bins - 1;
  }

 private:
  double low_, width_;
};

void add_median(Histogram& histogram, const std::vector<double>& sorted, std::size_t begin, std::size_t end) {
  if (begin < end) histogram.push_back({sorted[begin + (end - begin - 1) / 2], end - begin});
}

Histogram logarithmic_histogram(const std::vector<double>& sorted) {
  Histogram histogram;
  const auto positive = std::upper_bound(sorted.begin(), sorted.end(), 0.0);
  std::size_t begin = static_cast<std::size_t>(positive - sorted.begin());
  add_median(histogram, sorted, 0, begin);
  if (begin == sorted.size()) return histogram;
  const LogarithmicBins bin_of(sorted[begin], sorted.back());
  for (std::size_t i = begin, bin = 0; i < sorted.size(); ++i) {
    if (bin_of(sorted[i]) <= bin) continue;
    bin = bin_of(sorted[i]);
    add_median(histogram, sorted, begin, i);
    begin = i;
  }
  add_median(histogram, sorted, begin, sorted.size());
  return histogram;
}

}  // namespace

Histogram histogram_of_events(std::vector<double> values) {
  for (double& value : values) value += 0.0;  // turns negative zeros into zeros
  std::sort(values.begin(), values.end());
  Histogram histogram = each_distinct(values);
  return histogram.size() > most_distinct ? logarithmic_histogram(values) : histogram;
}

}  // namespace morula
