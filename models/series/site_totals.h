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

// The totals of one column over some sites. Totals of parts can be added in any order.
struct SiteTotal {
  WideSum sum = 0;  // of whole numbers, or of real numbers in units of 2^-32
  i64 least = std::numeric_limits<i64>::max(), greatest = std::numeric_limits<i64>::min();
  f64 least_real = std::numeric_limits<f64>::infinity(), greatest_real = -least_real;
  bool is_too_large = false;  // a real number was too large to be summed

  void add(const i64* values, std::size_t count);
  void add(const f64* values, std::size_t count);
  void add(const SiteTotal& other);
};

struct SiteTotals {
  std::vector<SiteTotal> of_columns;
  std::optional<RuleFailure> failure;  // the first site at which a formula has no result
};

// Writes the states of some layers.
using LayerReader = std::function<void(Index layer, Index count, std::span<u8> states)>;

// The totals over these layers of the lattice. A few layers are read at a time, with the layers around them.
SiteTotals site_totals(const SiteColumns& columns, const Lattice& lattice, const LayerRange& layers, u64 time,
                       const LayerReader& read, ThreadPool& threads);
// The values of all columns. Throws Error if a sum is too large.
Row numbers_of(const SiteColumns& columns, const std::vector<SiteTotal>& totals, Index sites);

// Reads the states in a view of a model, or of one of its replicas.
LayerReader reader_of_layers(Model& model, const View& view, const ClassOf& class_of, Index replica = 0);

// The value of each column for the model's current state. Throws Error if a formula has no result.
Row site_numbers(Model& model, const SiteColumns& columns, const Lattice& lattice, Index replica,
                 ThreadPool& threads);

}  // namespace morula
