// Reads the numbers of cells that formulas name from an engine.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "models/potts/cells/cell_table.h"
#include "models/potts/potts_spec.h"
#include "models/potts/properties/cell_evaluator.h"
#include "models/potts/properties/cell_faces.h"
#include "models/potts/properties/sum_rule.h"

namespace morula::potts {

class CellCutter;
struct CellToCut;

// Data of a replica that formulas may need.
class ReplicaReader {
 public:
  virtual ~ReplicaReader() = default;
  virtual std::vector<i32> numbers(u64 replica) = 0;               // kept by terms, [cell · kept + number]
  virtual void read_sites(u64 replica, std::span<u32> cells) = 0;  // cells of all sites
  virtual void read_field(u32 field, u64 replica, std::span<f64> values) = 0;
  // Sums of a field over the sites of every cell. Nothing if a value cannot be summed.
  virtual std::optional<std::vector<WideSum>> field_sums(u32 field, u64 replica) = 0;
  // Number of faces of every cell to cells of each type: [cell · types + type].
  virtual std::vector<u32> faces(u64 replica) = 0;
  // Cuts these cells in two. Returns for each whether that was possible.
  virtual std::vector<u32> cut(const CellCutter& cutter, std::span<const CellToCut> cells,
                               u64 steps_done) = 0;
  virtual bool has_room(u64 cells) = 0;   // memory for this many rows per replica?
  virtual u64 accepted(u64 replica) = 0;  // accepted copies; a new value means that sites have changed
};

class CellNumbersReader {
 public:
  // `inputs` are the inputs of all formulas that will be evaluated.
  CellNumbersReader(const PottsSpec& spec, std::vector<CellInput> inputs);

  // The numbers of all cells that have sites.
  CellNumbers read(const CellTable& table, ReplicaReader& reader, u64 replica, const std::string& when);
  // Sets the means of properties around cells, from the present properties in `cells`. The cells must be
  // those of the replica that was read last.
  void add_around(CellNumbers& cells, const std::string& when) const;
  // To be called when sites have changed by anything other than copies.
  void forget() { faces_.clear(); }

 private:
  struct Faces {
    std::optional<u64> accepted;  // accepted copies when the faces were counted
    CellFaces of_cells;
  };

  bool reads(CellInput::Kind kind) const;
  const CellFaces& faces_of(ReplicaReader& reader, u64 replica, u64 cells, std::vector<u32>& sites);
  void add_faces(CellNumbers& cells, const CellFaces& faces, std::span<const u8> types,
                 bool has_surface) const;
  // Adds faces that are counted by types.
  void add_faces(CellNumbers& cells, const std::vector<u32>& faces, bool has_surface) const;
  void add_sums(CellNumbers& cells, ReplicaReader& reader, u64 replica, const std::string& when) const;
  [[noreturn]] void fail_to_sum(ReplicaReader& reader, u32 field, u64 replica, const std::string& when) const;

  PottsSpec spec_;
  std::vector<CellInput> inputs_;
  std::vector<std::string> kept_;
  std::vector<Faces> faces_;            // for each replica
  const CellFaces* current_ = nullptr;  // of the replica that was read last
};

// The bits of the parameters of a model.
std::vector<u64> parameter_bits(const PottsSpec& spec);

}  // namespace morula::potts
