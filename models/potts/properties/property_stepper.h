// Moves the properties of cells on by a step. The host computes them on every processor, with the same
// numbers in the same order; on a device it reads what the formulas name.
#pragma once

#include <string>
#include <vector>

#include "models/potts/properties/cell_numbers.h"

namespace morula::potts {

class PropertyStepper {
 public:
  PropertyStepper(const PottsSpec& spec, u64 seed);

  // Sets the columns of the properties when this many steps are done.
  void step(CellTable& table, ReplicaReader& replicas, u64 steps_done);
  // Sites have changed in another way than by copies.
  void forget() { numbers_.forget(); }

 private:
  void step_replica(CellTable& table, ReplicaReader& reader, u64 replica, u64 steps_done);
  std::vector<std::vector<f64>> rates(CellNumbers& cells, u64 replica, u64 step, const std::string& when);
  void integrate(CellNumbers& cells, u64 replica, u64 step, const std::string& when);
  void set_next(CellNumbers& cells, u64 replica, u64 step, const std::string& when);
  void check_range(const CellNumbers& cells, const std::string& when, const char* remedy) const;

  PottsSpec spec_;
  CellNumbersReader numbers_;
  std::vector<u32x2> keys_;  // of each replica
  CellEvaluator rates_, nexts_;
};

// The value with which a property begins in a cell of this type; draws are those of the cell.
f64 initial_property(const PottsSpec& spec, std::size_t property, u8 type, u32 cell, u32x2 key);

}  // namespace morula::potts
