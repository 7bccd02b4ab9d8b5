// Energies as whole numbers, so that every processor makes the same decisions. Decimal numbers of the model
// file are scaled here, once; all decisions after this use whole numbers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/dialect.h"
#include "models/potts/engine/copy_rule.h"
#include "models/potts/potts_spec.h"
#include "models/potts/terms/constraint_rule.h"

namespace morula::potts {

// Names of the numbers kept for every cell: `volume`, then those of other terms.
std::vector<std::string> kept_numbers(const PottsSpec& spec);

// A kept number whose target differs from cell to cell, because a process sets it.
struct VaryingTarget {
  u32 number = 0;
  std::string column;  // in the table of cells
  double most = 0;
};
std::vector<VaryingTarget> varying_targets(const PottsSpec& spec);

// The tables of a model. They have one more type than the model: the last stands for sites beyond a wall,
// which are fixed and have no energy.
struct Energies {
  u64 scale = 1;                        // units of fixed point to one unit of the model file: a power of ten
  bool exact = true;                    // nothing was rounded
  u32 types = 0;                        // including the one for sites beyond walls
  std::vector<i32> words;               // words of all terms, one term after the other
  std::vector<u32> first_words;         // start of each term in `words`
  std::vector<std::string> numbers;     // names of the numbers kept for every cell
  std::vector<Quadratic> constraints;   // [number · types + type]; 0 without a constraint
  std::vector<VaryingTarget> varying;   // the linear part is kept for each cell, and is 0 in `constraints`
  std::vector<i64> drifts;              // strengths of persistence of each type; empty without it
  u32 moments = 0, first_moment = 0;    // count and first index of the numbers that are moments of length
  u32 length_words = 0;                 // start of the words of the length term
  std::vector<SiteLevel> levels;        // read by a term at every site
  std::vector<u32> thresholds;          // see is_accepted()
  std::vector<Acceptance> acceptances;  // for each pair of types, [type · types + type]
  u32 fixed = 0;                        // set of types
  u32 linking = 0;  // set of types whose copies depend on numbers of the cell, and so on earlier copies

  u32 kept() const { return static_cast<u32>(numbers.size()); }
  u32 number(std::string_view name) const;
  // Each cell has words that its copies read: the linear parts of targets that vary, its drift, its anchor.
  // Returns the index of the anchor among them.
  u64 first_anchor() const { return varying.size() + (drifts.empty() ? 0 : 3); }
  u64 cell_words() const { return first_anchor() + (moments == 0 ? 0 : 3); }
};

// Throws SpecError if no scale makes the energies fit in fixed point.
Energies fixed_point(const PottsSpec& spec);

// The nearest whole number.
i64 rounded(double number);

// exp(-change / temperature) for the whole changes 0, 1, 2, …, each as the largest random word that accepts.
std::vector<u32> acceptance_table(double temperature);

}  // namespace morula::potts
