// The constants of a sub-step, which depend only on the numbers of the model.
#pragma once

#include <array>

#include "models/fields/field_spec.h"

namespace morula::fields {

// The least number of sub-steps with which explicit steps of a field are smooth, so that no value overshoots
// the mean of its neighbours; and a test whether a number of sub-steps is stable at all.
double explicit_sub_steps(double diffusion, double decay, unsigned dimensions);
bool is_stable(double diffusion, double decay, unsigned dimensions, u32 sub_steps);
constexpr u32 most_sub_steps = 10000, most_explicit_sub_steps = 20;

// The constants of a field's sub-step: the part of a difference that is exchanged with a neighbour, the
// decay, the length of the sub-step; and at both ends of x, y and z the value beyond the wall and the flow in
// through it.
struct FieldNumbers {
  double share = 0, decay = 0, length = 1;
  std::array<double, 6> beyond{}, inflow{};
};
FieldNumbers numbers_of(const FieldSpec& field, u32 sub_steps);

}  // namespace morula::fields
