// Sets the values of mothers and new cells in the table of cells after divisions: docs/life.md.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/threads.h"
#include "models/potts/life/cell_cutter.h"
#include "models/potts/life/life_columns.h"

namespace morula::potts {

class Daughters {
 public:
  Daughters(const PottsSpec& spec, const LifeColumns& columns, u64 seed);

  // `rows` has the row of the new cell of each mother, or 0 if there is none; new cells already have their
  // numbers. `results` are the results of the formulas, for mothers whose type has_formulas().
  void begin(CellTable& table, std::span<const CellToCut> mothers, std::span<const u32> rows,
             std::span<const f64> results, u64 steps_done, ThreadPool& threads) const;
  // Does a type share columns by formulas?
  bool has_formulas(u8 type) const { return has_formulas_[type] != 0; }

  // How a column is shared out when a cell of a type divides.
  struct ColumnShare {
    enum class Kind : u8 {
      Copy,
      NumberOfMother,
      Anew,
      Half,
      Formula,
      Raise,
      Now,
      NowInDaughter,
      Drawn,
      Keep
    };
    Kind kind = Kind::Copy;
    double anew = 0;                         // the value of both cells, for Anew
    unsigned result = 0;                     // index of the result, for Formula
    std::optional<double> most = {};         // largest value of a target that the daughter's type sets
    std::optional<double> of_daughter = {};  // the value of the daughter's type, if it has another type
  };

 private:
  // Throws Error if a formula gives a value that is not allowed for a property.
  void check_results(const CellTable& table, std::span<const CellToCut> mothers, std::span<const u32> rows,
                     std::span<const f64> results, u64 steps_done) const;
  ColumnShare share_of(const PottsSpec& spec, const LifeColumns& columns, const Column& column,
                       std::size_t place, u8 type) const;

  PottsSpec spec_;
  u64 seed_;
  std::vector<std::vector<ColumnShare>> of_types_;  // [type][column]; empty for types that do not divide
  std::vector<u8> has_formulas_;                    // for each type
};

}  // namespace morula::potts
