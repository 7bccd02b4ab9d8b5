#include "models/potts/terms/list.h"

#include <algorithm>

#include "models/potts/potts_spec.h"
#include "models/potts/terms/act_term.h"
#include "models/potts/terms/adhesion_term.h"
#include "models/potts/terms/chemotaxis_term.h"
#include "models/potts/terms/connected_term.h"
#include "models/potts/terms/constraint_term.h"
#include "models/potts/terms/length_term.h"
#include "models/potts/terms/persistence_term.h"
#include "models/potts/terms/potential_term.h"

namespace morula::potts {

const std::vector<TermKind>& term_kinds() {
  const std::vector<std::string> of_constraints = {"*.target", "*.strength"};
  static const std::vector<TermKind> kinds = {
      {"connected", ConnectedTerm::read, {""}},      {"adhesion", AdhesionTerm::read, {""}},
      {"volume", VolumeTerm::read, of_constraints},  {"surface", SurfaceTerm::read, of_constraints},
      {"potential", PotentialTerm::read, {""}},      {"act", ActTerm::read, {"*"}},
      {"persistence", PersistenceTerm::read, {"*"}}, {"length", LengthTerm::read, of_constraints},
      {"chemotaxis", ChemotaxisTerm::read, {""}}};
  return kinds;
}

Terms basic_terms() {
  Terms terms;
  terms.add(std::make_shared<AdhesionTerm>());
  terms.add(std::make_shared<VolumeTerm>());
  return terms;
}

bool reads_gains(const PottsSpec& spec) {
  return std::ranges::any_of(spec.terms, [](const auto& term) { return term->reads_gains(); });
}

u64 site_arrays(const PottsSpec& spec) {
  u64 levels = 0;
  for (const auto& term : spec.terms) levels += term->levels(spec, 1).size();
  return 1 + u64{reads_gains(spec)} + levels;
}

Inlined inlined_rule(const Term& term) {
  if (dynamic_cast<const PotentialTerm*>(&term)) return Inlined::Potential;
  return dynamic_cast<const SurfaceTerm*>(&term) ? Inlined::Surface : Inlined::No;
}

}  // namespace morula::potts
