// What mothers and new cells have in the table of cells after divisions: docs/life.md.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/threads.h"
#include "models/potts/life/life_columns.h"

namespace morula::potts {

struct Birth {
  u64 mother = 0, daughter = 0;  // rows of the table; the new cell's has its number already
  std::size_t results = 0;       // where those of the mother's formulas begin
};

class Daughters {
 public:
  Daughters(const PottsSpec& spec, const LifeColumns& columns);

  void begin(CellTable& table, std::span<const Birth> births, std::span<const f64> results, u64 steps_done,
             ThreadPool& threads) const;

  // What becomes of a column in a division of a cell of some type.
  struct ColumnShare {
    enum class Kind : u8 { Copy, NumberOfMother, Anew, Half, Formula, Raise, Now, NowInDaughter, Keep };
    Kind kind = Kind::Copy;
    double anew = 0;                         // where it begins anew, in both
    unsigned result = 0;                     // of a formula
    double most = 0;                         // of a target
    bool is_bounded = false;                 // is it a target?
    std::optional<double> of_daughter = {};  // the value of the daughter's type, if it has another type
  };

 private:
  // Throws Error if a formula gives what no property may be.
  void check_results(const CellTable& table, std::span<const Birth> births, std::span<const f64> results,
                     u64 steps_done) const;
  ColumnShare share_of(const PottsSpec& spec, const LifeColumns& columns, const Column& column,
                       std::size_t place, u8 type) const;

  std::vector<std::vector<ColumnShare>> of_types_;  // by columns; empty for types that do not divide
};

}  // namespace morula::potts
