// Places of the columns that life sets in the table of cells.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/potts/cells/cell_table.h"
#include "models/potts/potts_spec.h"

namespace morula::potts {

// A target that differs from cell to cell, with its value for types whose life does not set it.
struct LifeTarget {
  std::string term;
  std::size_t column = 0;
  std::vector<std::optional<double>> of_types;
};

struct LifeColumns {
  explicit LifeColumns(const PottsSpec& spec);
  std::size_t target(const std::string& term) const;

  std::size_t mother, generation, born, divided, dying;  // `mother` is past the end if no type divides
  std::vector<LifeTarget> targets;
};

// Adapts targets after a change of the model. Cells that have the target of their type take the new one; all
// other targets are limited to the largest that the model declares.
void fit_targets(const PottsSpec& spec, CellTable& cells);

}  // namespace morula::potts
