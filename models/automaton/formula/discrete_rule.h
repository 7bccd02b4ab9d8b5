// A rule whose next state depends on few discrete values: states, counts and whether chances came true. It is
// a table of all of them.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "models/formula/interpreter.h"
#include "models/sites/formula_rule_spec.h"

namespace morula {

constexpr std::size_t most_table_entries = std::size_t{1} << 16;

// One of the values that the table is looked up by. The index is the sum of all values, each times its
// stride.
struct TableFactor {
  enum class Kind { State, Count, Chance };
  Kind kind = Kind::State;
  SiteInput input{};        // of a state or a count; of a chance, its random word
  std::uint32_t radix = 2;  // how many values it has
  std::uint32_t stride = 1;
  // For a chance: its random word is compared with a threshold, which is either a constant or one of the
  // results that the uniform part of the rule has for the whole lattice.
  bool is_constant = false;
  u64 threshold = 0;  // the constant, or the number of the result
};

class DiscreteRule {
 public:
  // Nothing if the rule is no such table, or one that would be too large.
  static std::optional<DiscreteRule> of(const FormulaRule& rule, std::size_t neighbours);

  const std::vector<TableFactor>& factors() const { return factors_; }
  std::size_t entries() const { return entries_; }

  // The next state by index, with these results of the uniform part. Nothing if some entry fails.
  std::optional<std::vector<u8>> table(const std::vector<u64>& uniform) const;
  bool reads_uniform() const { return !uniform_read_.empty(); }  // so that the table may change
  // Whether the table made with `uniform` is also that of `new_uniform`: thresholds are no part of it.
  bool is_same_table(const std::vector<u64>& uniform, const std::vector<u64>& new_uniform) const;

 private:
  std::vector<TableFactor> factors_;
  std::vector<std::size_t> input_of_;  // of each factor, in the program
  std::size_t entries_ = 1;
  std::size_t first_uniform_ = 0;          // input of the program
  std::vector<std::size_t> uniform_read_;  // results that the table depends on
  std::shared_ptr<const formula::Code> code_;
};

}  // namespace morula
