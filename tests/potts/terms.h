// The terms of a tissue, set and read type by type.
#pragma once

#include "models/potts/potts_spec.h"
#include "models/potts/terms/act_term.h"
#include "models/potts/terms/chemotaxis_term.h"
#include "models/potts/terms/connected_term.h"
#include "models/potts/terms/constraint_term.h"
#include "models/potts/terms/length_term.h"
#include "models/potts/terms/potential_term.h"

namespace morula::test {

using potts::Constraint;
using potts::PottsSpec;

template <typename Values, typename Value>
void set_of_type(Values& values, std::size_t type, const Value& value) {
  if (values.size() <= type) values.resize(type + 1);
  values[type] = value;
}

template <typename Term>
void constrain(PottsSpec& spec, std::size_t type, std::optional<Constraint> constraint) {
  spec.terms.change<Term>([&](Term& term) { set_of_type(term.of_types, type, constraint); });
}
inline void set_volume(PottsSpec& spec, std::size_t type, std::optional<Constraint> constraint) {
  constrain<potts::VolumeTerm>(spec, type, constraint);
}
inline void set_surface(PottsSpec& spec, std::size_t type, std::optional<Constraint> constraint) {
  constrain<potts::SurfaceTerm>(spec, type, constraint);
}
inline void set_length(PottsSpec& spec, std::size_t type, std::optional<Constraint> constraint) {
  constrain<potts::LengthTerm>(spec, type, constraint);
}
inline void set_potential(PottsSpec& spec, std::size_t type, const std::array<double, 3>& vector) {
  spec.terms.change<potts::PotentialTerm>(
      [&](potts::PotentialTerm& term) { set_of_type(term.of_types, type, vector); });
}
inline void set_connected(PottsSpec& spec, std::size_t type) {
  spec.terms.change<potts::ConnectedTerm>(
      [&](potts::ConnectedTerm& term) { set_of_type(term.of_types, type, true); });
}

inline void set_act(PottsSpec& spec, std::size_t type, const potts::Act& act) {
  spec.terms.change<potts::ActTerm>([&](potts::ActTerm& term) { set_of_type(term.of_types, type, act); });
}

template <typename Term>
std::optional<Constraint> constraint_in(const PottsSpec& spec, std::size_t type) {
  const auto* term = spec.terms.find<Term>();
  return term ? potts::constraint_of(term->of_types, type) : std::nullopt;
}
inline std::optional<Constraint> volume_of(const PottsSpec& spec, std::size_t type) {
  return constraint_in<potts::VolumeTerm>(spec, type);
}
inline std::optional<Constraint> surface_of(const PottsSpec& spec, std::size_t type) {
  return constraint_in<potts::SurfaceTerm>(spec, type);
}
inline std::optional<Constraint> length_of_type(const PottsSpec& spec, std::size_t type) {
  return constraint_in<potts::LengthTerm>(spec, type);
}
inline std::array<double, 3> potential_of(const PottsSpec& spec, std::size_t type) {
  const auto* term = spec.terms.find<potts::PotentialTerm>();
  return term ? term->of_type(type) : std::array<double, 3>{};
}
inline potts::Act act_of(const PottsSpec& spec, std::size_t type) {
  const auto* term = spec.terms.find<potts::ActTerm>();
  return term ? term->of_type(type) : potts::Act{};
}
inline bool is_connected(const PottsSpec& spec, std::size_t type) {
  const auto* term = spec.terms.find<potts::ConnectedTerm>();
  return term && term->of_type(type);
}

}  // namespace morula::test
