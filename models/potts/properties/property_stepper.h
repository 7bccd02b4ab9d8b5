// Advances the properties of cells by a step. The host computes them whatever processor runs the model, with
// the same numbers in the same order. If the model runs on a device, the host reads the numbers that the
// formulas name from it.
#pragma once

#include <string>
#include <vector>

#include "models/potts/properties/cell_numbers.h"

namespace morula::potts {

class PropertyStepper {
 public:
  PropertyStepper(const PottsSpec& spec, u64 seed);

  // Sets the columns of the properties after `steps_done` steps.
  void step(CellTable& table, ReplicaReader& replicas, u64 steps_done);
  // To be called when sites have changed by anything other than copies.
  void forget() { numbers_.forget(); }

 private:
  void step_replica(CellTable& table, ReplicaReader& reader, u64 replica, u64 steps_done);
  std::vector<std::vector<f64>> rates(CellNumbers& cells, u64 replica, u64 step, const std::string& when);
  void integrate(CellNumbers& cells, u64 replica, u64 step, const std::string& when);
  void set_next(CellNumbers& cells, u64 replica, u64 step, const std::string& when);
  void check_range(const CellNumbers& cells, const std::string& when, const char* remedy) const;

  PottsSpec spec_;
  CellNumbersReader numbers_;
  std::vector<u32x2> keys_;  // for each replica
  CellEvaluator rates_, nexts_;
};

// The initial value of a property in a cell of this type. Random numbers are addressed by the number of the
// cell.
f64 initial_property(const PottsSpec& spec, std::size_t property, u8 type, u32 cell, u32x2 key);

}  // namespace morula::potts
