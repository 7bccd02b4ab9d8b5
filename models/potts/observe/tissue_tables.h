// The tables of a tissue, and the places of cells in earlier tables, which displacements and tracks need. A
// table at a step that is not a multiple of its interval, such as the last step, is not remembered. An
// extended run therefore has the same tables as a run that was as long from the start.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/model.h"
#include "models/potts/engine/potts_engine.h"
#include "models/potts/observe/cell_paths.h"
#include "models/potts/observe/cell_table.h"
#include "models/potts/observe/cell_tracks.h"

namespace morula::potts {

class TissueTables {
 public:
  // `cells_every` is the number of steps between two tables of cells, if the model file asks for them.
  TissueTables(std::shared_ptr<const PottsSpec> spec, const Energies& energies,
               std::optional<u64> cells_every)
      : spec_(std::move(spec)), energies_(energies), cells_every_(cells_every) {}

  std::vector<Table> tables() const;
  void read(const Table& table, PottsEngine& engine, u64 time, const RowSink& sink);

  void begin(u64 cells);                       // forgets all; a replica has this many cells
  void grow_to(u64 cells) { cells_ = cells; }  // after rows were added
  bool is_of_later_step() const;               // was a table written after step 0?

  // For checkpoints.
  std::span<double> centroids() {
    add_rows();
    return tracks_.centroids();
  }
  std::span<u64> centroid_times() { return tracks_.times(); }
  std::span<double> paths() {
    add_rows();
    return paths_.values();
  }
  std::span<u64> path_times() { return path_times_; }

 private:
  // Makes room for new rows, just before their first values are remembered. Until then they need no memory.
  void add_rows();
  void read_cells(PottsEngine& engine, u64 time, const RowSink& sink);
  // Writes a row for every cell, except for mothers in the first table after their division, which has moved
  // their centroid. Programs that read tracks end a track at a missing row, so that this jump is not counted
  // as motion.
  void read_tracks(PottsEngine& engine, u64 time, const RowSink& sink);
  std::vector<CellRow> by_number(std::vector<CellRow> rows, const CellTable& cells, u64 replica) const;

  std::shared_ptr<const PottsSpec> spec_;
  const Energies& energies_;
  std::optional<u64> cells_every_;
  u64 cells_ = 0;                                       // of a replica, including the medium
  u64 remembered_ = 0;                                  // rows of a replica in the members below
  CellTracks tracks_;                                   // for the cells of all replicas
  CellPaths paths_;                                     // for the cells of all replicas; empty without tracks
  std::array<u64, 2> path_times_ = {~u64{0}, ~u64{0}};  // steps of the last two tables of tracks
};

}  // namespace morula::potts
