// What the engines of the cellular Potts model have in common, on whatever processor. Replicas lie one behind
// the other: canonical indices count through all of them.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/field.h"
#include "core/hash.h"
#include "core/threads.h"
#include "gpu/device.h"
#include "models/backend.h"
#include "models/family.h"
#include "models/fields/fields_engine.h"
#include "models/model.h"
#include "models/potts/cells/cell_table.h"
#include "models/potts/engine/cell_box.h"
#include "models/potts/life/life_stepper.h"
#include "models/potts/potts_spec.h"
#include "models/potts/properties/property_stepper.h"
#include "models/potts/terms/fixed_point.h"

namespace morula::potts {

// Pairs of neighbouring sites that belong to different cells, by the cells' types: [type · types + type], the
// smaller type first.
struct ContactCounts {
  std::vector<u64> contacts;  // of the contact neighbourhood, which adhesion is over
  std::vector<u64> nearest;   // of nearest neighbours
  friend bool operator==(const ContactCounts&, const ContactCounts&) = default;
};

class PottsEngine {
 public:
  virtual ~PottsEngine() = default;

  // The cells of every replica. Comes before any site is written.
  virtual void set_cells(CellTable cells) = 0;
  virtual void write(Slab slab, std::span<const u32> cells) = 0;
  virtual void count_cells() = 0;  // after the last write
  // The steps in which sites were gained, where a term reads them; 0 unless they are written.
  virtual void write_gains(Slab slab, std::span<const u32> gains) = 0;
  virtual void read_gains(Slab slab, std::span<u32> gains) = 0;
  virtual const CellTable& cells() = 0;  // as they are now
  void grow(u64 cells);                  // room for this many of each replica

  // Null where the model has no fields. They are written after the sites.
  virtual fields::FieldsEngine* fields() { return nullptr; }

  // Monte Carlo steps `from`, `from` + 1, … of every replica, and after each a step of fields, and what
  // processes do to cells. On a device it returns before they are done. Returns how many there are: fewer
  // where obstacle() says why.
  u64 advance(u64 from, u64 steps);
  // Why there can be no further step; empty where there can be.
  std::string obstacle() const { return life_ ? life_->obstacle() : ""; }
  // Cells that have died; null where cells have no life.
  LineageLog* lineage() { return life_ ? &life_->lineage() : nullptr; }
  // Waits until all is done. Throws Error where a source of a field has failed, or a process has set a target
  // that does not fit the scale.
  void finish();

  virtual void read(Slab slab, std::span<u32> cells) = 0;
  virtual bool read_on_device(Slab, const Model::DeviceSink&) { return false; }  // as Model's
  // The numbers kept for every cell, [cell · kept + number], in the order of Energies::numbers; the medium's
  // are 0.
  virtual std::vector<i32> numbers(u64 replica) = 0;
  virtual std::vector<u64> accepted() = 0;  // copies since the engine was made, of each replica
  virtual ContactCounts contacts(u64 replica) = 0;
  // What formulas of cells read of sites: see ReplicaReader.
  virtual std::optional<std::vector<WideSum>> field_sums(u32 field, u64 replica) = 0;
  virtual std::vector<u32> faces(u64 replica) = 0;
  virtual std::vector<u32> cut_cells(const CellCutter& cutter, std::span<const CellToCut> cells,
                                     u64 steps_done) = 0;
  // Is there memory for a table of this many rows of each replica, beside what is held now?
  virtual bool has_room(u64 cells) = 0;
  virtual std::vector<Hash> hashes() = 0;  // of each replica's sites as if it stood alone

  virtual void step(u64 from, u64 steps) = 0;  // without processes
  void set_properties(std::unique_ptr<PropertyStepper> properties) { properties_ = std::move(properties); }
  void set_life(std::unique_ptr<LifeStepper> life) { life_ = std::move(life); }

 protected:
  explicit PottsEngine(const PottsSpec& spec);

  // All processes, in their order, when this many steps are done; then copies see what they have set.
  virtual void run_processes(u64 steps_done) = 0;
  // Where moments are kept: cells get new anchors, and their numbers are counted from the sites.
  virtual void recount(u64 steps_done) = 0;
  // The table of cells(), to be changed in place; then write_columns() is told.
  virtual CellTable& changing_cells() = 0;
  virtual void write_columns() = 0;
  // In place of write_columns(), if the table has got more rows.
  virtual void add_rows() { set_cells(std::move(changing_cells())); }
  // What life does to sites, with the columns as they are then; count_cells() comes after it.
  virtual void change_sites(u64 replica, const SiteChanges& changes) = 0;
  // New cells take their sites from the cells that were cut: the row of each, 0 for a cell without one.
  // Returns whether the numbers that are kept have followed; if not, count_cells() comes after it.
  virtual bool take_sites(std::span<const u32> daughters) = 0;
  // Copies see the targets that the columns hold now.
  virtual void set_targets(u64 steps_done) = 0;
  virtual void wait() {}
  // Levels of sites for the copies of step `when`: of all fields, or of those alone that have changed since
  // the last step.
  virtual void set_levels(u64 when, bool of_all) = 0;

  // A level that is too large: the first step, and which.
  struct LevelFailure {
    u64 step = 0, level = 0;
  };
  virtual std::optional<LevelFailure> level_failure() { return std::nullopt; }

  // Where a target went beyond the largest one: the first step, and the first row of the table then.
  struct TargetFailure {
    u64 step = 0, row = 0;
    VaryingTarget target;
  };
  virtual std::optional<TargetFailure> target_failure() { return std::nullopt; }
  // A cell that does not fit into moments: in the first step with such cells the first row of the table.
  struct ShapeFailure {
    u64 step = 0, row = 0;
    Misfit why = Misfit::Sums;
  };
  virtual std::optional<ShapeFailure> shape_failure() { return std::nullopt; }
  // Has a cell failed in a way that makes further steps meaningless?
  virtual bool must_stop() const { return false; }

  std::vector<std::shared_ptr<const Process>> processes_;
  bool sets_types_ = false;  // any of them
  bool has_moments_ = false;
  std::unique_ptr<PropertyStepper> properties_;  // null where cells have none
  std::unique_ptr<LifeStepper> life_;            // null where cells have no life
  bool has_cells_, has_gains_;
  u64 sites_of_replica_;
  std::vector<SiteLevel> levels_;
  u64 scale_;  // of energies

 private:
  std::string shape_message(const ShapeFailure& failure);
  void step_properties(u64 steps_done);
  void step_life(u64 steps_done);
};

// The engine that runs a model on a kind of processor. Whoever makes the engine, lists its programs or counts
// its memory asks this.
enum class EngineChoice : u8 { Sequential, ByEdges, OnThreads, OnDevice, None };
EngineChoice engine_choice(const PottsSpec& spec, BackendKind processor);

std::unique_ptr<PottsEngine> make_engine(const PottsSpec& spec, u64 seed, const Backend& backend);
std::vector<gpu::Source> engine_sources(const PottsSpec& spec, bool one_launch);
// The memory, on the host and on a device, that the table of cells and all that is kept by its rows take with
// this many rows of all replicas together.
Footprint rows_footprint(const PottsSpec& spec, BackendKind processor, u64 rows);
constexpr u64 memory_left_free = u64{64} << 20;  // for outputs
// What the engine holds of this many cells, besides the table of cells.
Footprint engine_footprint(const PottsSpec& spec, BackendKind processor, u64 cells);

// The sequential order is the CPU's alone. Its replicas share the threads, one each.
std::unique_ptr<PottsEngine> make_sequential(const PottsSpec& spec, u64 seed,
                                             std::shared_ptr<ThreadPool> threads);
// So is the order of edges.
std::unique_ptr<PottsEngine> make_by_edges(const PottsSpec& spec, u64 seed,
                                           std::shared_ptr<ThreadPool> threads);
std::unique_ptr<PottsEngine> make_on_threads(const PottsSpec& spec, u64 seed,
                                             std::shared_ptr<ThreadPool> threads);
std::unique_ptr<PottsEngine> make_on_device(const PottsSpec& spec, u64 seed,
                                            std::shared_ptr<gpu::Device> device);
// For a device whose groups can wait for each other, or for one where each part of a sub-step is a launch.
gpu::Source potts_source(const PottsSpec& spec, bool one_launch);

}  // namespace morula::potts
