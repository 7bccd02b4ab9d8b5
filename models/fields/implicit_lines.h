// The factors of implicit steps of a field along an axis, which are the same for every line of sites.
#pragma once

#include <vector>

#include "models/fields/field_spec.h"

namespace morula::fields {

// The factors in the layout of engines: `header` numbers, then for each site of a line its reciprocal and its
// factor, and for periodic lines the correction.
struct ImplicitLines {
  static constexpr std::size_t share = 0, first_inflow = 1, last_inflow = 2, corner = 3, scale = 4,
                               header = 5;
  static constexpr std::size_t per_site = 3;

  std::vector<double> table;
  bool is_periodic = false;
};

ImplicitLines implicit_lines(const FieldSpec& field, unsigned axis, unsigned dimensions, u64 side,
                             u32 sub_steps);

// An implicit step on the host for `width` lines whose sites lie `stride` apart. Lines along x follow each
// other; lines along other axes lie side by side. Each site depends on the previous one; solving several
// lines together hides this delay.
void solve_lines(const ImplicitLines& lines, f64* values, u64 length, u64 stride, std::size_t width);

}  // namespace morula::fields
