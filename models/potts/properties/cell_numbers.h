// The numbers of cells that formulas name, read from an engine.
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

// What the formulas of a model may read of one replica.
class ReplicaReader {
 public:
  virtual ~ReplicaReader() = default;
  virtual std::vector<i32> numbers(u64 replica) = 0;               // that terms keep, [cell · kept + number]
  virtual void read_sites(u64 replica, std::span<u32> cells) = 0;  // of all sites
  virtual void read_field(u32 field, u64 replica, std::span<f64> values) = 0;
  // Sums of a field over the sites of every cell. Nothing where a value cannot be summed.
  virtual std::optional<std::vector<WideSum>> field_sums(u32 field, u64 replica) = 0;
  // The faces of every cell to others, by the types of these: [cell · types + type].
  virtual std::vector<u32> faces(u64 replica) = 0;
  // Cuts these cells in two: for each, whether that is possible.
  virtual std::vector<u32> cut(const CellCutter& cutter, std::span<const CellToCut> cells,
                               u64 steps_done) = 0;
  virtual bool has_room(u64 cells) = 0;   // for rows of this many cells of each replica
  virtual u64 accepted(u64 replica) = 0;  // copies, which tell whether sites have changed
};

class CellNumbersReader {
 public:
  // `inputs` are those of all formulas that will be evaluated.
  CellNumbersReader(const PottsSpec& spec, std::vector<CellInput> inputs);

  // Of all cells that have sites.
  CellNumbers read(const CellTable& table, ReplicaReader& reader, u64 replica, const std::string& when);
  // The means of properties around cells, as the properties of `cells` are now; of the replica that was read
  // last.
  void add_around(CellNumbers& cells, const std::string& when) const;
  // Sites have changed in another way than by copies.
  void forget() { faces_.clear(); }

 private:
  struct Faces {
    std::optional<u64> accepted;  // when they were counted
    CellFaces of_cells;
  };

  bool reads(CellInput::Kind kind) const;
  const CellFaces& faces_of(ReplicaReader& reader, u64 replica, u64 cells, std::vector<u32>& sites);
  void add_faces(CellNumbers& cells, const CellFaces& faces, std::span<const u8> types,
                 bool has_surface) const;
  // The same by types alone.
  void add_faces(CellNumbers& cells, const std::vector<u32>& faces, bool has_surface) const;
  void add_sums(CellNumbers& cells, ReplicaReader& reader, u64 replica, const std::string& when) const;
  [[noreturn]] void fail_to_sum(ReplicaReader& reader, u32 field, u64 replica, const std::string& when) const;

  PottsSpec spec_;
  std::vector<CellInput> inputs_;
  std::vector<std::string> kept_;
  std::vector<Faces> faces_;            // of each replica
  const CellFaces* current_ = nullptr;  // of the replica that was read last
};

// The bits of the parameters of a model.
std::vector<u64> parameter_bits(const PottsSpec& spec);

}  // namespace morula::potts
