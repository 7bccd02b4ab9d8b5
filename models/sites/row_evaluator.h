// Evaluates a rule written as formulas at the cells of a row: passes the inputs of the program to the
// interpreter.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "core/draw.h"
#include "models/formula/interpreter.h"
#include "models/sites/formula_rule_spec.h"
#include "models/sites/neighbour_count.h"
#include "models/sites/padded_lattice.h"

namespace morula {

// The place of a row.
struct RowPlace {
  const u8* cells = nullptr;  // in a padded lattice
  Index canonical = 0;        // index of its first cell
  Site first;
};

class RowEvaluator {
 public:
  RowEvaluator(const FormulaRule& rule, std::shared_ptr<const formula::Code> site_code,
               const Neighbourhood& neighbourhood, const PaddedLattice& padded, u32x2 key);

  void begin_step(u64 time, const std::vector<u64>& uniform);

  // Evaluates `count` cells of a row, at most a block, from the cell `first` on. Returns the first cell that
  // fails, counted from `first`, if any does.
  std::optional<std::size_t> evaluate(const RowPlace& row, Index first, std::size_t count);
  const i64* whole_results() { return interpreter_.whole_result(0); }
  const f64* real_results() { return interpreter_.real_result(0); }

  // Writes the next states of a row. Returns the number of cells before the first that fails, or `count` if
  // none fails.
  Index step_row(const RowPlace& row, Index count, u8* next);

 private:
  struct SiteValue {
    SiteInput input;
    std::size_t number = 0;     // number of the program's input
    std::ptrdiff_t offset = 0;  // for a state
    NeighbourCount count;
  };

  std::ptrdiff_t offset_of(const Neighbour& neighbour) const;
  void fill(const SiteValue& value, const RowPlace& row, Index first, std::size_t count);
  void count(const SiteValue& value, const u8* cells, std::size_t count, i64* result);
  void draw_words(unsigned occurrence, Index canonical, std::size_t count, i64* result) const;

  formula::Interpreter interpreter_;
  const PaddedLattice& padded_;
  std::vector<std::ptrdiff_t> neighbours_;
  std::vector<SiteValue> values_;
  std::size_t first_uniform_;  // input of the program
  u32x2 key_;
  u64 time_ = 0;
};

}  // namespace morula
