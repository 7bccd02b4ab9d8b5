// Formulas over all sites of a model: sums, minima and maxima that do not depend on the order of sites.
#pragma once

#include <limits>

#include "core/decomposition.h"
#include "core/threads.h"
#include "models/model.h"
#include "models/series/site_columns.h"
#include "models/sites/rule_failure.h"

namespace morula {

__extension__ typedef __int128 WideSum;

// Of one column, over some sites. Those of parts can be added in any order.
struct SiteTotal {
  WideSum sum = 0;  // of whole numbers, or of reals in units of 2^-32
  i64 least = std::numeric_limits<i64>::max(), greatest = std::numeric_limits<i64>::min();
  f64 least_real = std::numeric_limits<f64>::infinity(), greatest_real = -least_real;
  bool is_too_large = false;  // a real that cannot be summed

  void add(const i64* values, std::size_t count);
  void add(const f64* values, std::size_t count);
  void add(const SiteTotal& other);
};

struct SiteTotals {
  std::vector<SiteTotal> of_columns;
  std::optional<RuleFailure> failure;  // the first site at which a formula has no answer
};

// Writes the states of some layers.
using LayerReader = std::function<void(Index layer, Index count, std::span<u8> states)>;

// Over these layers of the lattice, of which a few are read at a time, with those around them.
SiteTotals site_totals(const SiteColumns& columns, const Lattice& lattice, const LayerRange& layers, u64 time,
                       const LayerReader& read, ThreadPool& threads);
// The numbers of all columns. Throws Error where a sum is too large.
Row numbers_of(const SiteColumns& columns, const std::vector<SiteTotal>& totals, Index sites);

// Reads the states of a view of a model, or of one replica of it.
LayerReader reader_of_layers(Model& model, const View& view, const ClassOf& class_of, Index replica = 0);

// The number of each column for the state that the model is in. Throws Error where a formula has no answer.
Row site_numbers(Model& model, const SiteColumns& columns, const Lattice& lattice, Index replica,
                 ThreadPool& threads);

}  // namespace morula
