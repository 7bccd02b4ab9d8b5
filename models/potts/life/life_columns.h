// Where the table of cells holds what life sets.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/potts/cells/cell_table.h"
#include "models/potts/potts_spec.h"

namespace morula::potts {

// A target that each cell has of its own, and what it is in types whose life does not set it.
struct LifeTarget {
  std::string term;
  std::size_t column = 0;
  std::vector<std::optional<double>> of_types;
};

struct LifeColumns {
  explicit LifeColumns(const PottsSpec& spec);
  std::size_t target(const std::string& term) const;

  std::size_t mother, generation, born, divided, dying;  // `mother` is no column if nothing divides
  std::vector<LifeTarget> targets;
};

// After a change of the model: cells whose targets are those of their types take the new ones, and all other
// targets are held at the largest that the model declares.
void fit_targets(const PottsSpec& spec, CellTable& cells);

}  // namespace morula::potts
