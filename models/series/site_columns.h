// Columns of the series that the model file defines by formulas over sites: `columns: {front: "sum(state ==
// tree and count(fire) > 0)"}`.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/threads.h"
#include "io/section.h"
#include "models/model.h"
#include "models/sites/formula_rule_spec.h"
#include "models/spec.h"

namespace morula {

enum class Reduction { Sum, Mean, Minimum, Maximum };

struct SiteColumn {
  std::string name;
  Reduction reduction = Reduction::Sum;
  FormulaRule formula;  // its result is the value of a site
  bool has_real_values = false;

  bool is_real() const { return has_real_values || reduction == Reduction::Mean; }
};

struct SiteColumns {
  View view;  // its classes are the states
  Neighbourhood neighbourhood;
  int range = 0;  // the largest coordinate difference at which formulas read states
  std::vector<SiteColumn> columns;
};

// Real numbers are summed as multiples of 2^-32, so that sums do not depend on the order of sites.
constexpr int column_resolution_bits = 32;

// Reads output.series.columns; the family's own keys must have been read before.
void read_site_columns(io::Section& output, Spec& spec);

// The model with these columns; the model itself if the model file has none. The model must have a single
// replica, or be a batch whose field of states stores the replicas one after the other.
std::unique_ptr<Model> with_site_columns(std::unique_ptr<Model> model, const Spec& spec,
                                         std::shared_ptr<ThreadPool> threads);

}  // namespace morula
