// A rule whose next state depends only on a few discrete values: states, counts, and whether chances came
// true. It is stored as a table over all their combinations.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "models/formula/interpreter.h"
#include "models/sites/formula_rule_spec.h"

namespace morula {

constexpr std::size_t most_table_entries = std::size_t{1} << 16;

// One of the values by which the table is looked up. The index is the sum of all values, each multiplied by
// its stride.
struct TableFactor {
  enum class Kind { State, Count, Chance };
  Kind kind = Kind::State;
  SiteInput input{};        // the state or the count; for a chance, its random word
  std::uint32_t radix = 2;  // the number of values it can have
  std::uint32_t stride = 1;
  // For a chance: its random word is compared with a threshold, which is either a constant or one of the
  // results of the uniform part of the rule (the part that is the same for the whole lattice).
  bool is_constant = false;
  u64 threshold = 0;  // the constant, or the number of the result
};

class DiscreteRule {
 public:
  // Nothing if the rule cannot be written as such a table, or if the table would be too large.
  static std::optional<DiscreteRule> of(const FormulaRule& rule, std::size_t neighbours);

  const std::vector<TableFactor>& factors() const { return factors_; }
  std::size_t entries() const { return entries_; }

  // The next states by index, for these results of the uniform part. Nothing if an entry fails.
  std::optional<std::vector<u8>> table(const std::vector<u64>& uniform) const;
  bool reads_uniform() const { return !uniform_read_.empty(); }  // then the table may change
  // Is the table for `uniform` also valid for `new_uniform`? Thresholds are not part of a table.
  bool is_same_table(const std::vector<u64>& uniform, const std::vector<u64>& new_uniform) const;

 private:
  std::vector<TableFactor> factors_;
  std::vector<std::size_t> input_of_;  // the input of the program for each factor
  std::size_t entries_ = 1;
  std::size_t first_uniform_ = 0;          // input of the program
  std::vector<std::size_t> uniform_read_;  // results on which the table depends
  std::shared_ptr<const formula::Code> code_;
};

}  // namespace morula
