// Splits a program into two parts. Values that are the same at every site, because they depend only on
// parameters, the step and totals, are computed once a step on the host; all others are computed at every
// site. For example, chance(growth) then costs only one comparison at a site.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/dialect_f64.h"
#include "core/formula/program.h"

namespace morula::formula {

// An additional input of the program of the sites: the result of an instruction of the whole program, or
// whether that instruction fails.
struct UniformResult {
  std::uint32_t instruction = 0;
  bool is_failure = false;
};

struct SplitProgram {
  Program whole;
  std::vector<bool> is_uniform;        // for each instruction of `whole`; false for constants
  std::vector<UniformResult> uniform;  // uniform results that the sites need
  Program site;                        // its inputs are those of `whole`, then `uniform`
  std::vector<bool> is_uniform_input;  // for each input of `whole`

  bool can_fail() const;  // at some or at all sites
};

SplitProgram split(Program whole, std::vector<bool> is_uniform_input);

// Computes the values that are the same at every site.
class UniformValues {
 public:
  explicit UniformValues(const SplitProgram& program);

  // `inputs` are the bits of the whole program's inputs; only the uniform ones are read. Returns the first
  // instruction that fails at every site, if there is one.
  std::optional<std::uint32_t> evaluate(const std::vector<u64>& inputs);

  const std::vector<u64>& results() const { return results_; }  // bits, in the order of SplitProgram::uniform
  bool fails(std::uint32_t instruction) const { return fails_[instruction] != 0; }

 private:
  void carry_out(std::uint32_t number);

  const SplitProgram& program_;
  std::vector<u64> values_;
  std::vector<i64> fails_;
  std::vector<u64> results_;
};

// The first instruction that fails because of the uniform inputs alone: at every site, or for a chance
// anywhere in the program.
std::optional<std::uint32_t> failing_for(const SplitProgram& program, const std::vector<u64>& inputs);

}  // namespace morula::formula
