// A program in two parts: what is the same at every site (made of parameters, the step, totals) is computed
// once a step on the host; everything else is computed at every site. chance(growth) then costs a site one
// comparison.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/dialect_f64.h"
#include "core/formula/program.h"

namespace morula::formula {

// What the program of the sites is given: the result of an instruction of the whole, or whether it fails.
struct UniformResult {
  std::uint32_t instruction = 0;
  bool is_failure = false;
};

struct SplitProgram {
  Program whole;
  std::vector<bool> is_uniform;        // of each instruction of the whole; false for constants
  std::vector<UniformResult> uniform;  // that the sites need
  Program site;                        // its inputs are those of the whole, then `uniform`
  std::vector<bool> is_uniform_input;  // of the whole

  bool can_fail() const;  // at some site or at all of them
};

SplitProgram split(Program whole, std::vector<bool> is_uniform_input);

// Computes what is the same at every site.
class UniformValues {
 public:
  explicit UniformValues(const SplitProgram& program);

  // `inputs` are the bits of the whole program's inputs, of which only the uniform ones are looked at.
  // Returns the first instruction that fails whatever the site, if there is one.
  std::optional<std::uint32_t> evaluate(const std::vector<u64>& inputs);

  const std::vector<u64>& results() const { return results_; }  // bits, as SplitProgram::uniform lists them
  bool fails(std::uint32_t instruction) const { return fails_[instruction] != 0; }

 private:
  void carry_out(std::uint32_t number);

  const SplitProgram& program_;
  std::vector<u64> values_;
  std::vector<i64> fails_;
  std::vector<u64> results_;
};

// The first instruction that the uniform inputs alone make fail: at every site, or a chance, wherever it
// stands.
std::optional<std::uint32_t> failing_for(const SplitProgram& program, const std::vector<u64>& inputs);

}  // namespace morula::formula
