// Growth, division, death and change of type, at the end of a Monte Carlo step. The host decides on every
// processor; docs/life.md is the definition.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "models/potts/life/division.h"
#include "models/potts/properties/cell_numbers.h"

namespace morula::potts {

// The sites of replicas in which cells have divided, died or changed their type, as they are afterwards.
using ChangedSites = std::map<u64, std::vector<u32>>;

class LifeStepper {
 public:
  LifeStepper(const PottsSpec& spec, u64 seed);

  // When this many steps are done: sets columns, and adds rows for new cells.
  ChangedSites step(CellTable& table, ReplicaReader& reader, u64 steps_done);

 private:
  struct Events {
    std::vector<u32> dead, dividing;          // cells
    std::map<u32, std::vector<f64>> results;  // of the formulas of dividing ones
    bool has_changed_types = false;
  };

  void step_replica(CellTable& table, ReplicaReader& reader, u64 replica, u64 steps_done,
                    ChangedSites& changed);
  static void note_dead(CellTable& table, const CellNumbers& cells, u64 replica, u64 steps_done);
  Events act(CellTable& table, const CellNumbers& cells, u64 replica, u64 steps_done);
  void act(CellTable& table, u64 row, u32 cell, const std::vector<f64>& results, Events& events) const;
  void shrink(CellTable& table, u64 row, u32 cell, const Death& death, Events& events) const;
  void become(CellTable& table, u64 row, u8 type) const;
  // Those that the life of its type does not set.
  void take_targets_of_type(CellTable& table, u64 row) const;
  // The sites of the new cell; none where the division waits.
  std::vector<u32> cut(const CellTable& table, u64 replica, u32 mother, const std::vector<u32>& of_mother,
                       u64 steps_done) const;
  Place normal_of(const Division& division, const CellMoments& moments, const u32x4& words) const;
  void add_daughter(CellTable& table, u64 replica, u64 cell, u32 mother, const std::vector<f64>& results,
                    u64 steps_done) const;
  void begin_anew(CellTable& table, u64 mother, u64 daughter, const Division& division) const;
  void share(CellTable& table, u64 mother, u64 daughter, const Division& division,
             const std::vector<f64>& results) const;
  bool is_too_wide(const std::vector<Place>& places) const;

  PottsSpec spec_;
  CellNumbersReader numbers_;
  std::vector<CellEvaluator> evaluators_;            // of each type
  std::vector<u32x2> formula_keys_, division_keys_;  // of each replica
};

}  // namespace morula::potts
