// Turns the preferred directions of cells, which the term potts.persistence uses.
#pragma once

#include "models/potts/processes/persistence_rule.h"
#include "models/potts/processes/process.h"

namespace morula::potts {

// Columns that engines fill after every step, before the processes, if a process uses them.
inline const std::array<std::string, 3> place_columns = {"place_x", "place_y", "place_z"};
inline const std::array<std::string, 3> direction_columns = {"direction_x", "direction_y", "direction_z"};

class PersistenceProcess final : public Process {
 public:
  std::vector<double> of_model;  // see persistence_step()

  std::string key() const override { return "persistence"; }
  gpu::Text text() const override;
  std::vector<UsedColumn> columns() const override;
  HostStep host() const override;
  std::vector<double> parameters() const override { return of_model; }
};

// Does a process of the model use the places of cells?
bool uses_places(const PottsSpec& spec);

}  // namespace morula::potts
