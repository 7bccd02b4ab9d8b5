// Growth, division, death and change of type, at the end of a Monte Carlo step. The host decides on every
// processor; docs/life.md is the definition.
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

// What engines do to sites after a step.
struct LifeChanges {
  std::map<u64, SiteChanges> of_replicas;  // in which cells have died at once or changed their type
  std::vector<u32> daughters;  // the row of the new cell of each cell to cut, or 0; empty if none is new

  bool empty() const { return of_replicas.empty() && daughters.empty(); }
};

class LifeStepper {
 public:
  // Cells are cut on these threads.
  LifeStepper(const PottsSpec& spec, u64 seed, std::shared_ptr<ThreadPool> threads);

  // When this many steps are done: sets columns, and adds rows for new cells.
  LifeChanges step(CellTable& table, ReplicaReader& reader, u64 steps_done);
  // Why cells that should have divided could not, so that the run must end; empty while all is well.
  const std::string& obstacle() const { return obstacle_; }
  LineageLog& lineage() { return lineage_; }

 private:
  // Cells that are to divide, of all replicas, and what the formulas of those gave that share by formulas.
  struct Dividing {
    std::vector<CellToCut> cells;
    std::vector<f64> results;
  };
  // Cells of one type, by their places in a list, and the results of their formulas. No formula acts on cells
  // that are dying.
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
  // The lowest row of the replica from `from` on that no cell has; the table grows if need be. Nothing where
  // there is no room or no number for another cell.
  std::optional<u32> free_row(CellTable& table, ReplicaReader& reader, u64 replica, u64 from, u64 steps_done);
  std::string why_no_row(const CellTable& table, u64 replica, u64 row, u64 steps_done) const;
  bool grow(CellTable& table, ReplicaReader& reader, u64 cells);
  void become(CellTable& table, u64 row, u8 type) const;
  // Those that the life of its type does not set.
  void take_targets_of_type(CellTable& table, u64 row) const;
  void take_targets_of_types(CellTable& table, const CellNumbers& cells, u64 first_row) const;

  PottsSpec spec_;
  CellNumbersReader numbers_;
  LifeColumns columns_;
  CellCutter cutter_;
  Daughters daughters_;
  std::vector<CellEvaluator> rules_, shares_;             // of each type
  std::vector<std::vector<std::size_t>> target_columns_;  // of the targets of each type
  std::vector<u32x2> formula_keys_;                       // of each replica
  u64 most_rows_;                                         // of a replica
  std::shared_ptr<ThreadPool> threads_;
  Dividing dividing_;  // in this step; kept, so that its memory is used again
  std::string obstacle_;
  LineageLog lineage_;
};

}  // namespace morula::potts
