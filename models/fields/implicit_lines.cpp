#include "models/fields/implicit_lines.h"

#include <type_traits>

#include "models/fields/field_numbers.h"
#include "models/fields/field_rule.h"

namespace morula::fields {
namespace {

// The diagonal of the matrix of a line, without the change that the corners of a periodic line need.
std::vector<double> diagonal_of(const FieldSpec& field, unsigned axis, unsigned dimensions, u64 side,
                                const FieldNumbers& numbers) {
  const double without_neighbours = 1 + numbers.decay * numbers.length / dimensions;
  std::vector<double> diagonal(side, without_neighbours + 2 * numbers.share);
  for (std::size_t end = 0; end < 2; ++end)  // no exchange through a wall with a flux
    if (field.boundary[axis][end].kind == BoundaryCondition::Kind::Flux)
      diagonal[end == 0 ? 0 : side - 1] -= numbers.share;
  return diagonal;
}

}  // namespace

ImplicitLines implicit_lines(const FieldSpec& field, unsigned axis, unsigned dimensions, u64 side,
                             u32 sub_steps) {
  const FieldNumbers numbers = numbers_of(field, sub_steps);
  const double share = numbers.share;
  ImplicitLines lines;
  lines.is_periodic = field.boundary[axis][0].kind == BoundaryCondition::Kind::Periodic;
  lines.table.assign(ImplicitLines::header + ImplicitLines::per_site * side, 0);
  lines.table[ImplicitLines::share] = share;
  lines.table[ImplicitLines::first_inflow] = numbers.inflow[2 * axis] + share * numbers.beyond[2 * axis];
  lines.table[ImplicitLines::last_inflow] =
      numbers.inflow[2 * axis + 1] + share * numbers.beyond[2 * axis + 1];
  std::vector<double> diagonal = diagonal_of(field, axis, dimensions, side, numbers);
  // The corners are split off as a product of two vectors, (-b, 0, …, 0, -a) and (1, 0, …, 0, a / b).
  const double first = diagonal[0], corner = share / first;
  if (lines.is_periodic) {
    diagonal[0] += first;
    diagonal[side - 1] += share * corner;
  }
  double* const sites = lines.table.data() + ImplicitLines::header;
  double factor = 0;
  for (u64 i = 0; i < side; ++i) {
    const double reciprocal = 1 / (diagonal[i] - share * factor);
    factor = share * reciprocal;
    sites[ImplicitLines::per_site * i] = reciprocal;
    sites[ImplicitLines::per_site * i + 1] = factor;
  }
  if (!lines.is_periodic) return lines;
  std::vector<double> correction(side);
  correction[0] = -first;
  correction[side - 1] -= share;
  double before = 0;
  for (u64 i = 0; i < side; ++i)
    before = correction[i] = line_forward(correction[i], before, share, sites[ImplicitLines::per_site * i]);
  for (u64 i = side - 1; i-- > 0;)
    correction[i] = line_back(correction[i], correction[i + 1], sites[ImplicitLines::per_site * i + 1]);
  for (u64 i = 0; i < side; ++i) sites[ImplicitLines::per_site * i + 2] = correction[i];
  lines.table[ImplicitLines::corner] = corner;
  lines.table[ImplicitLines::scale] = 1 / (1 + correction[0] + corner * correction[side - 1]);
  return lines;
}

namespace {

// `apart` is the distance in memory between corresponding sites of two lines. The compiler knows it if lines
// lie side by side, and can then step several lines with one instruction.
template <typename Distance>
void solve(const ImplicitLines& lines, f64* values, u64 length, u64 stride, std::size_t width,
           Distance apart) {
  const f64 *const table = lines.table.data(), *const sites = table + ImplicitLines::header;
  const f64 share = table[ImplicitLines::share];
  const u64 last = length - 1;
  const auto at = [&](u64 i, std::size_t k) -> f64& { return values[i * stride + k * apart]; };
  for (std::size_t k = 0; k < width; ++k) at(0, k) += table[ImplicitLines::first_inflow];
  for (std::size_t k = 0; k < width; ++k) at(last, k) += table[ImplicitLines::last_inflow];
  for (std::size_t k = 0; k < width; ++k) at(0, k) = line_forward(at(0, k), 0.0, share, sites[0]);
  for (u64 i = 1; i < length; ++i)
    for (std::size_t k = 0; k < width; ++k)
      at(i, k) = line_forward(at(i, k), at(i - 1, k), share, sites[ImplicitLines::per_site * i]);
  for (u64 i = last; i-- > 0;)
    for (std::size_t k = 0; k < width; ++k)
      at(i, k) = line_back(at(i, k), at(i + 1, k), sites[ImplicitLines::per_site * i + 1]);
  if (!lines.is_periodic) return;
  for (std::size_t k = 0; k < width; ++k) {
    const f64 correction =
        line_correction(at(0, k), at(last, k), table[ImplicitLines::corner], table[ImplicitLines::scale]);
    for (u64 i = 0; i < length; ++i) at(i, k) -= correction * sites[ImplicitLines::per_site * i + 2];
  }
}

}  // namespace

void solve_lines(const ImplicitLines& lines, f64* values, u64 length, u64 stride, std::size_t width) {
  if (stride == 1) return solve(lines, values, length, stride, width, length);
  solve(lines, values, length, stride, width, std::integral_constant<std::size_t, 1>());
}

}  // namespace morula::fields
