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
#include "models/potts/life/lineage_log.h"
#include "models/potts/life/site_changes.h"
#include "models/potts/properties/cell_numbers.h"

namespace morula::potts {

// Of the replicas in which cells have divided, died at once or changed their type.
using LifeChanges = std::map<u64, SiteChanges>;

// A target that each cell has of its own, and what it is in types whose life does not set it.
struct LifeTarget {
  std::string term;
  std::size_t column = 0;
  std::vector<std::optional<double>> of_types;
};

// Where the table of cells holds what life sets.
struct LifeColumns {
  explicit LifeColumns(const PottsSpec& spec);
  std::size_t target(const std::string& term) const;

  std::size_t mother, generation, born, divided, dying;  // no mothers where nothing divides
  std::vector<LifeTarget> targets;
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
  struct Dividing {
    u32 cell = 0;           // its row
    std::size_t first = 0;  // of the results of its formulas
  };
  struct Events {
    std::vector<u32> dead;  // rows
    std::vector<Dividing> dividing;
    std::vector<f64> results;  // of the formulas of dividing ones
    bool has_changed_types = false;
  };
  // Cells of one type, by their places in a list, and the results of their formulas.
  struct Evaluated {
    std::vector<std::size_t> places;
    std::vector<std::vector<f64>> results;
  };

  SiteChanges step_replica(CellTable& table, ReplicaReader& reader, u64 replica, u64 steps_done);
  void free_dead(CellTable& table, const CellNumbers& cells, u64 replica, u64 steps_done);
  std::vector<Evaluated> evaluate(const CellNumbers& cells, u64 replica, u64 steps_done);
  Events act(CellTable& table, const CellNumbers& cells, const std::vector<Evaluated>& of_types,
             u64 replica) const;
  void act(CellTable& table, u64 row, u32 cell, const Evaluated& evaluated, std::size_t i,
           Events& events) const;
  void divide(CellTable& table, ReplicaReader& reader, u64 replica, Events& events, u64 steps_done,
              SiteChanges& changes);
  void shrink(CellTable& table, u64 row, u32 cell, const Death& death, Events& events) const;
  // The lowest row of the replica from `from` on that no cell has; the table grows if need be. Nothing where
  // there is no room or no number for another cell.
  std::optional<u32> free_row(CellTable& table, u64 replica, u64 from, u64 steps_done);
  void become(CellTable& table, u64 row, u8 type) const;
  // Those that the life of its type does not set.
  void take_targets_of_type(CellTable& table, u64 row) const;
  void take_targets_of_types(CellTable& table, const CellNumbers& cells, u64 first_row) const;
  // In a row that no cell has.
  void add_daughter(CellTable& table, u64 row, u64 mother, std::span<const f64> results,
                    u64 steps_done) const;
  void begin_anew(CellTable& table, u64 mother, u64 daughter, const Division& division) const;
  void share(CellTable& table, u64 mother, u64 daughter, const Division& division,
             std::span<const f64> results) const;

  PottsSpec spec_;
  CellNumbersReader numbers_;
  LifeColumns columns_;
  CellCutter cutter_;
  std::vector<CellEvaluator> evaluators_;  // of each type
  std::vector<u32x2> formula_keys_;        // of each replica
  std::shared_ptr<ThreadPool> threads_;
  std::string obstacle_;
  LineageLog lineage_;
};

// After a change of the model: cells whose targets are those of their types take them from it, and the others
// are held at the largest that it declares.
void fit_targets(const PottsSpec& spec, CellTable& cells);

}  // namespace morula::potts
