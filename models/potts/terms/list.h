// The list of terms: what a user may write, and what the host compiles into its loops.
#pragma once

#include <string>
#include <vector>

#include "io/section.h"
#include "models/potts/terms/potential_rule.h"
#include "models/potts/terms/surface_rule.h"
#include "models/potts/terms/term.h"

namespace morula::potts {

// A key of the section `potts` and its reader, which adds the term to the model if it is written there.
struct TermKind {
  const char* key;
  void (*read)(io::Section& section, PottsSpec& spec);
  // Keys below this one that may be changed while the model runs (docs/changes.md). `*` stands for any type,
  // "" for the key itself.
  std::vector<std::string> changing;
};
const std::vector<TermKind>& term_kinds();

// Adhesion and volume: every tissue has them.
Terms basic_terms();

// Rules that the host inlines. The rules of all other terms are called through pointers, which costs a few
// nanoseconds for each attempt between two cells.
enum class Inlined : u8 { No, Potential, Surface };
Inlined inlined_rule(const Term& term);

// A term as the host applies it.
struct AppliedTerm {
  Inlined inlined = Inlined::No;
  HostFunctions host;
  TermView view;

  i32 energy(const TissueView& tissue, const u32* at, SiteCopy copy) const {
    return inlined == Inlined::Potential ? potential_energy(tissue, view, at, copy)
                                         : host.energy(tissue, view, at, copy);
  }
  NumberChanges changes(const TissueView& tissue, const u32* at, SiteCopy copy) const {
    return inlined == Inlined::Surface ? surface_changes(tissue, view, at, copy)
                                       : host.changes(tissue, view, at, copy);
  }
};

}  // namespace morula::potts
