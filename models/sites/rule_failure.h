// A formula that has no answer at some site: what is said of it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/communicator.h"
#include "core/draw.h"
#include "core/lattice.h"
#include "models/sites/formula_rule_spec.h"

namespace morula {

struct RuleFailure {
  u64 step = 0;
  Index site = 0;  // canonical
  std::string what;
};

// What is the same at every site in one step.
struct StepValues {
  u64 time = 0;
  std::vector<u64> totals;  // of each state, if the rule asks for them
};

// The bits of the uniform inputs of the whole program; 0 for those of sites.
std::vector<u64> uniform_inputs(const FormulaRule& rule, const StepValues& step);

using StateAt = std::function<u8(i32 dx, i32 dy, i32 dz)>;  // seen from a site

// The failure of the rule at a site, if it fails there. `site` is canonical.
std::optional<RuleFailure> failure_at(const FormulaRule& rule, const Neighbourhood& neighbourhood,
                                      const Lattice& lattice, const StepValues& step, u32x2 key, Index site,
                                      const StateAt& state_at);

// The failure of an instruction that fails whatever the site.
RuleFailure failure_everywhere(const FormulaRule& rule, std::uint32_t instruction, const StepValues& step);

std::string failure_message(const RuleFailure& failure, const Lattice& lattice);

// Ends the run where a formula has failed, on this rank or another: the first step and its lowest site are
// told. Every rank calls it; `ranks` is null if there are no others.
void end_run_on_failure(const std::optional<RuleFailure>& failure, const Lattice& lattice,
                        Communicator* ranks);

}  // namespace morula
