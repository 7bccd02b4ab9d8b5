// Growth, division, death and change of type, at the end of a Monte Carlo step. The host makes these
// decisions, whatever processor runs the model; docs/life.md is the definition.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/threads.h"
#include "models/potts/life/cell_cutter.h"
#include "models/potts/life/daughters.h"
#include "models/potts/life/lineage_log.h"
#include "models/potts/life/site_changes.h"
#include "models/potts/properties/cell_numbers.h"

namespace morula::potts {

// Changes of sites that engines make after a step.
struct LifeChanges {
  std::map<u64, SiteChanges> of_replicas;  // replicas where cells have died at once or changed type
  std::vector<u32> daughters;  // row of the new cell of each cell to cut, or 0; empty if no cell is new

  bool empty() const { return of_replicas.empty() && daughters.empty(); }
};

class LifeStepper {
 public:
  // `threads` cut the cells.
  LifeStepper(const PottsSpec& spec, u64 seed, std::shared_ptr<ThreadPool> threads);

  // Life after `steps_done` steps: sets columns, and adds rows for new cells.
  LifeChanges step(CellTable& table, ReplicaReader& reader, u64 steps_done);
  // Why cells could not divide that should have divided, so that the run must end; empty if there is no
  // reason.
  const std::string& obstacle() const { return obstacle_; }
  LineageLog& lineage() { return lineage_; }

 private:
  // Cells of all replicas that are to divide, and the results of their formulas for shares.
  struct Dividing {
    std::vector<CellToCut> cells;
    std::vector<f64> results;
  };
  // Cells of one type, by their places in a list, and the results of their formulas. Formulas do not act on
  // dying cells.
  struct Evaluated {
    std::vector<std::size_t> places, dying;
    std::vector<std::vector<f64>> results;
  };

  SiteChanges step_replica(CellTable& table, ReplicaReader& reader, u64 replica, u64 steps_done);
  void free_dead(CellTable& table, const CellNumbers& cells, u64 replica, u64 steps_done);
  std::vector<Evaluated> evaluate(const CellTable& table, const CellNumbers& cells, u64 replica,
                                  u64 steps_done);
  SiteChanges act(CellTable& table, const CellNumbers& cells, const std::vector<Evaluated>& of_types,
                  u64 replica, u64 steps_done);
  // Returns whether the cell is to divide.
  bool act_on_cell(CellTable& table, u64 row, u32 cell, const Evaluated& evaluated, std::size_t i,
                   SiteChanges& changes);
  // Formulas of shares are evaluated only for these cells.
  void add_dividing(const CellTable& table, const CellNumbers& cells, u64 replica, u8 type,
                    const std::vector<std::size_t>& places, u64 steps_done);
  std::vector<u32> divide(CellTable& table, ReplicaReader& reader, u64 steps_done);
  void shrink(CellTable& table, u64 row, u32 cell, const Death& death, SiteChanges& changes) const;
  // The lowest unused row of the replica from `from` on; the table grows if necessary. Returns nothing if
  // there is no room or no number for another cell.
  std::optional<u32> free_row(CellTable& table, ReplicaReader& reader, u64 replica, u64 from, u64 steps_done);
  std::string why_no_row(const CellTable& table, u64 replica, u64 row, u64 steps_done) const;
  bool grow(CellTable& table, ReplicaReader& reader, u64 cells);
  void become(CellTable& table, u64 row, u8 type) const;
  // Sets the cell's targets that the life of its type does not set to those of the type.
  void take_targets_of_type(CellTable& table, u64 row) const;
  void take_targets_of_types(CellTable& table, const CellNumbers& cells, u64 first_row) const;

  PottsSpec spec_;
  CellNumbersReader numbers_;
  LifeColumns columns_;
  CellCutter cutter_;
  Daughters daughters_;
  std::vector<CellEvaluator> rules_, shares_;             // for each type
  std::vector<std::vector<std::size_t>> target_columns_;  // columns of the targets of each type
  std::vector<u32x2> formula_keys_;                       // for each replica
  u64 most_rows_;                                         // largest number of rows of a replica
  std::shared_ptr<ThreadPool> threads_;
  Dividing dividing_;  // in this step; a member, so that its memory is reused
  std::string obstacle_;
  LineageLog lineage_;
};

}  // namespace morula::potts
