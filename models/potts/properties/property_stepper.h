// Moves the properties of cells on by a step. The host computes them on every processor, with the same
// numbers in the same order; on a device it reads what the formulas name.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "models/potts/cells/cell_table.h"
#include "models/potts/potts_spec.h"
#include "models/potts/properties/cell_evaluator.h"
#include "models/potts/properties/cell_faces.h"

namespace morula::potts {

// What the formulas of a model may read of one replica.
class ReplicaReader {
 public:
  virtual ~ReplicaReader() = default;
  virtual std::vector<i32> numbers(u64 replica) = 0;               // that terms keep, [cell · kept + number]
  virtual void read_sites(u64 replica, std::span<u32> cells) = 0;  // of all sites
  virtual void read_field(u32 field, u64 replica, std::span<f64> values) = 0;
  virtual u64 accepted(u64 replica) = 0;  // copies, which tell whether sites have changed
};

class PropertyStepper {
 public:
  PropertyStepper(const PottsSpec& spec, u64 seed);

  // Sets the columns of the properties when this many steps are done.
  void step(CellTable& table, ReplicaReader& replicas, u64 steps_done);
  // Sites have changed in another way than by copies.
  void forget() { faces_.clear(); }

 private:
  struct Faces {
    std::optional<u64> accepted;  // when they were counted
    CellFaces of_cells;
  };

  void step_replica(CellTable& table, ReplicaReader& reader, u64 replica, u64 steps_done);
  CellNumbers numbers_of(const CellTable& table, ReplicaReader& reader, u64 replica, const std::string& when);
  const CellFaces& faces_of(ReplicaReader& reader, u64 replica, u64 cells, std::vector<u32>& sites);
  void add_faces(CellNumbers& cells, const CellFaces& faces, std::span<const u8> types,
                 bool has_surface) const;
  void add_sums(CellNumbers& cells, ReplicaReader& reader, u64 replica, std::vector<u32>& sites,
                u64 cell_count, const std::string& when) const;
  std::vector<std::vector<f64>> rates(CellNumbers& cells, u64 replica, u64 step, const std::string& when);
  void integrate(CellNumbers& cells, u64 replica, u64 step, const std::string& when);
  void set_next(CellNumbers& cells, u64 replica, u64 step, const std::string& when);
  // The means of properties around cells, which formulas name.
  void add_around(CellNumbers& cells, const CellProgram& program, const CellFaces& faces,
                  const std::string& when) const;
  void check_finite(const CellNumbers& cells, const std::string& when) const;

  PottsSpec spec_;
  std::vector<std::string> kept_;
  std::vector<u32x2> keys_;  // of each replica
  CellEvaluator rates_, nexts_;
  std::vector<Faces> faces_;            // of each replica
  const CellFaces* current_ = nullptr;  // of the replica whose turn it is
};

// The bits of the parameters of a model.
std::vector<u64> parameter_bits(const PottsSpec& spec);
// The value with which a property begins in a cell of this type; draws are those of the cell.
f64 initial_property(const PottsSpec& spec, std::size_t property, u8 type, u32 cell, u32x2 key);

}  // namespace morula::potts
