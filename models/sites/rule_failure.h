// A formula without an answer at some site, and the error message for it.
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
  Index site = 0;  // canonical index
  std::string what;
};

// The values that are the same at every site in one step.
struct StepValues {
  u64 time = 0;
  std::vector<u64> totals;  // number of sites in each state, if the rule uses totals
};

// The bits of the uniform inputs of the whole program; inputs that depend on the site are 0.
std::vector<u64> uniform_inputs(const FormulaRule& rule, const StepValues& step);

using StateAt = std::function<u8(i32 dx, i32 dy, i32 dz)>;  // the state at an offset from a site

// The failure of the rule at a site, if it fails there. `site` is a canonical index.
std::optional<RuleFailure> failure_at(const FormulaRule& rule, const Neighbourhood& neighbourhood,
                                      const Lattice& lattice, const StepValues& step, u32x2 key, Index site,
                                      const StateAt& state_at);

// The failure of an instruction that fails at every site.
RuleFailure failure_everywhere(const FormulaRule& rule, std::uint32_t instruction, const StepValues& step);

std::string failure_message(const RuleFailure& failure, const Lattice& lattice);

// Ends the run with an error if a formula has failed on this rank or another. The error names the first step
// that failed and its lowest site. Every rank must call it; `ranks` is null if there are no others.
void end_run_on_failure(const std::optional<RuleFailure>& failure, const Lattice& lattice,
                        Communicator* ranks);

}  // namespace morula
