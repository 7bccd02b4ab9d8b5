#include "models/fields/field_numbers.h"

#include <algorithm>
#include <cmath>

namespace morula::fields {
namespace {

constexpr double largest_share = 0.75;  // largest share of its value that a site passes on in a sub-step

}  // namespace

bool FieldSpec::changes() const {
  const auto has_flux = [](const BoundaryCondition& end) {
    return end.kind == BoundaryCondition::Kind::Flux && end.number != 0;
  };
  return diffusion > 0 || decay > 0 || has_source || std::ranges::any_of(boundary, [&](const auto& axis) {
           return has_flux(axis[0]) || has_flux(axis[1]);
         });
}

bool FieldsSpec::any_changes() const { return std::ranges::any_of(fields, &FieldSpec::changes); }

double explicit_sub_steps(double diffusion, double decay, unsigned dimensions) {
  return std::max(1.0, std::ceil((2 * dimensions * diffusion + decay) / largest_share));
}

bool is_stable(double diffusion, double decay, unsigned dimensions, u32 sub_steps) {
  return 4 * dimensions * diffusion + decay <= 2 * static_cast<double>(sub_steps);
}

FieldNumbers numbers_of(const FieldSpec& field, u32 sub_steps) {
  FieldNumbers numbers;
  numbers.length = 1 / static_cast<double>(sub_steps);
  numbers.share = field.diffusion * numbers.length;
  numbers.decay = field.decay;
  for (std::size_t side = 0; side < 6; ++side) {
    const BoundaryCondition& end = field.boundary[side / 2][side % 2];
    if (end.kind == BoundaryCondition::Kind::Value) numbers.beyond[side] = end.number;
    if (end.kind == BoundaryCondition::Kind::Flux) numbers.inflow[side] = end.number * numbers.length;
  }
  return numbers;
}

}  // namespace morula::fields
