// Energies as whole numbers, so that every processor decides alike. What a user writes with decimals is
// scaled once, here; what decides after this are whole numbers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/dialect.h"
#include "models/potts/engine/copy_rule.h"
#include "models/potts/potts_spec.h"
#include "models/potts/terms/constraint_rule.h"

namespace morula::potts {

// The numbers kept for every cell, by name: `volume`, then those of other terms.
std::vector<std::string> kept_numbers(const PottsSpec& spec);

// A kept number whose target each cell has of its own, since a process sets it.
struct VaryingTarget {
  u32 number = 0;
  std::string column;  // of the table of cells
  double most = 0;
};
std::vector<VaryingTarget> varying_targets(const PottsSpec& spec);

// The tables of a model. Types are counted with one more than the model has, last: what lies beyond a wall,
// which is fixed and has no energy.
struct Energies {
  u64 scale = 1;                       // units of fixed point to one unit of the model file: a power of ten
  bool exact = true;                   // nothing was rounded
  u32 types = 0;                       // with the one beyond the walls
  std::vector<i32> words;              // of all terms, one behind the other
  std::vector<u32> first_words;        // where those of each term begin
  std::vector<std::string> numbers;    // kept for every cell
  std::vector<Quadratic> constraints;  // [number · types + type]; 0 without a constraint
  std::vector<VaryingTarget> varying;  // there the linear part is each cell's own, and 0 in `constraints`
  std::vector<i64> drifts;             // strengths of persistence of each type; empty without it
  u32 moments = 0, first_moment = 0;   // how many of the numbers are moments of length, and the first of them
  u32 length_words = 0;                // where the words of that term begin
  std::vector<SiteLevel> levels;       // that a term reads at every site
  std::vector<u32> thresholds;         // see is_accepted()
  std::vector<Acceptance> acceptances;  // those of two types, [type · types + type]
  u32 fixed = 0;                        // set of types

  u32 kept() const { return static_cast<u32>(numbers.size()); }
  u32 number(std::string_view name) const;
  // Words that every cell has for its copies: the linear parts of targets that vary, its drift, its anchor.
  u64 first_anchor() const { return varying.size() + (drifts.empty() ? 0 : 3); }
  u64 cell_words() const { return first_anchor() + (moments == 0 ? 0 : 3); }
};

// Throws SpecError where energies do not fit in fixed point at any scale.
Energies fixed_point(const PottsSpec& spec);

// The nearest whole number.
i64 rounded(double number);

// exp(-change / temperature) of whole changes from 0, as the last random word that accepts.
std::vector<u32> acceptance_table(double temperature);

}  // namespace morula::potts
