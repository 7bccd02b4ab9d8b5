#include "sweep/sweep_spec.h"

#include <cmath>

#include "core/elementary.h"

namespace morula::sweep {

const std::vector<std::string>& design_names() {
  static const std::vector<std::string> names = {"grid", "zip", "sobol", "latin-hypercube"};
  return names;
}

std::string to_string(Design design) { return design_names()[static_cast<std::size_t>(design)]; }

bool takes_ranges(Design design) { return design == Design::Sobol || design == Design::LatinHypercube; }

double Range::at(double part) const {
  double number =
      part == 0   ? from
      : part == 1 ? to
      : logarithmic
          ? exponential(natural_logarithm(from) + part * (natural_logarithm(to) - natural_logarithm(from)))
          : from + part * (to - from);
  return whole ? std::round(number) : number;
}

}  // namespace morula::sweep
