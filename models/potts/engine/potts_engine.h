// The common interface of the engines of the cellular Potts model, on any processor. Replicas are stored one
// after the other, and canonical indices count through all of them.
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
  std::vector<u64> contacts;  // in the contact neighbourhood, which adhesion uses
  std::vector<u64> nearest;   // among nearest neighbours
  friend bool operator==(const ContactCounts&, const ContactCounts&) = default;
};

class PottsEngine {
 public:
  virtual ~PottsEngine() = default;

  // Sets the cells of every replica. Must be called before any site is written.
  virtual void set_cells(CellTable cells) = 0;
  virtual void write(Slab slab, std::span<const u32> cells) = 0;
  virtual void count_cells() = 0;  // must be called after the last write
  // Writes the steps in which sites were gained, if a term reads them; they are 0 unless they are written.
  virtual void write_gains(Slab slab, std::span<const u32> gains) = 0;
  virtual void read_gains(Slab slab, std::span<u32> gains) = 0;
  virtual const CellTable& cells() = 0;  // present values
  void grow(u64 cells);                  // makes room for this many cells in each replica

  // Null if the model has no fields. Fields are written after the sites.
  virtual fields::FieldsEngine* fields() { return nullptr; }

  // Makes the Monte Carlo steps `from`, `from` + 1, … of every replica; after each of them fields make a step
  // and processes act on cells. Returns the number of steps, which is smaller than `steps` if there is an
  // obstacle(). On a device, this function returns before the steps are finished.
  u64 advance(u64 from, u64 steps);
  // The reason why no further step is possible; empty if steps are possible.
  std::string obstacle() const { return life_ ? life_->obstacle() : ""; }
  // Cells that have died; null if cells have no life.
  LineageLog* lineage() { return life_ ? &life_->lineage() : nullptr; }
  // Waits until all steps are finished. Throws Error if a source of a field has failed, or if a process has
  // set a target that does not fit the scale.
  void finish();

  virtual void read(Slab slab, std::span<u32> cells) = 0;
  virtual bool read_on_device(Slab, const Model::DeviceSink&) { return false; }  // see Model
  // The numbers kept for every cell, [cell · kept + number], in the order of Energies::numbers; those of the
  // medium are 0.
  virtual std::vector<i32> numbers(u64 replica) = 0;
  virtual std::vector<u64> accepted() = 0;  // copies of each replica since the engine was made
  virtual ContactCounts contacts(u64 replica) = 0;
  // Data for formulas of cells from sites: see ReplicaReader.
  virtual std::optional<std::vector<WideSum>> field_sums(u32 field, u64 replica) = 0;
  virtual std::vector<u32> faces(u64 replica) = 0;
  virtual std::vector<u32> cut_cells(const CellCutter& cutter, std::span<const CellToCut> cells,
                                     u64 steps_done) = 0;
  // Is there memory for a table with this many rows in each replica, in addition to the memory in use?
  virtual bool has_room(u64 cells) = 0;
  virtual std::vector<Hash> hashes() = 0;  // of the sites of each replica, as if it ran alone

  virtual void step(u64 from, u64 steps) = 0;  // only copies, without fields and processes
  void set_properties(std::unique_ptr<PropertyStepper> properties) { properties_ = std::move(properties); }
  void set_life(std::unique_ptr<LifeStepper> life) { life_ = std::move(life); }

 protected:
  explicit PottsEngine(const PottsSpec& spec);

  // Runs all processes, in their order, after this many steps. Later copies use the values that they set.
  virtual void run_processes(u64 steps_done) = 0;
  // If moments are kept: gives cells new anchors, and counts their numbers from the sites.
  virtual void recount(u64 steps_done) = 0;
  // The table of cells(), for changes in place; write_columns() must be called afterwards.
  virtual CellTable& changing_cells() = 0;
  virtual void write_columns() = 0;
  // To be called instead of write_columns() if rows were added to the table.
  virtual void add_rows() { set_cells(std::move(changing_cells())); }
  // Changes of sites by life, after the columns have been written; count_cells() must be called afterwards.
  virtual void change_sites(u64 replica, const SiteChanges& changes) = 0;
  // Gives new cells their sites from the cells that were cut. `daughters` has the row of each new cell, 0 for
  // a cell that was not divided. Returns whether the kept numbers are updated; if not, count_cells() must be
  // called afterwards.
  virtual bool take_sites(std::span<const u32> daughters) = 0;
  // Makes later copies use the targets that the columns hold now.
  virtual void set_targets(u64 steps_done) = 0;
  virtual void wait() {}
  // Computes the levels of sites for the copies of step `when`: of all fields, or only of fields that have
  // changed since the last step.
  virtual void set_levels(u64 when, bool of_all) = 0;

  // A level that is too large: the first step in which this happened, and the number of the level.
  struct LevelFailure {
    u64 step = 0, level = 0;
  };
  virtual std::optional<LevelFailure> level_failure() { return std::nullopt; }

  // A target that went beyond the largest one: the first step, and the first such row of the table in that
  // step.
  struct TargetFailure {
    u64 step = 0, row = 0;
    VaryingTarget target;
  };
  virtual std::optional<TargetFailure> target_failure() { return std::nullopt; }
  // A cell that does not fit into moments: the first step with such cells, and their first row of the table.
  struct ShapeFailure {
    u64 step = 0, row = 0;
    Misfit why = Misfit::Sums;
  };
  virtual std::optional<ShapeFailure> shape_failure() { return std::nullopt; }
  // Has a cell failed in a way that makes further steps meaningless?
  virtual bool must_stop() const { return false; }

  std::vector<std::shared_ptr<const Process>> processes_;
  bool sets_types_ = false;  // does any process set types?
  bool has_moments_ = false;
  std::unique_ptr<PropertyStepper> properties_;  // null if cells have none
  std::unique_ptr<LifeStepper> life_;            // null if cells have no life
  bool has_cells_, has_gains_;
  u64 sites_of_replica_;
  std::vector<SiteLevel> levels_;
  u64 scale_;  // of energies

 private:
  std::string shape_message(const ShapeFailure& failure);
  void step_properties(u64 steps_done);
  void step_life(u64 steps_done);
};

// The engine that runs a model on a kind of processor. The code that makes engines, lists their programs or
// computes their memory uses this choice.
enum class EngineChoice : u8 { Sequential, ByEdges, OnThreads, OnDevice, None };
EngineChoice engine_choice(const PottsSpec& spec, BackendKind processor);

std::unique_ptr<PottsEngine> make_engine(const PottsSpec& spec, u64 seed, const Backend& backend);
// With `one_launch`, for a large device whose groups can wait for each other; otherwise for one where every
// sub-step is a launch.
std::vector<gpu::Source> engine_sources(const PottsSpec& spec, bool one_launch);
// The memory, on the host and on a device, of the table of cells and of everything that has an entry for each
// of its rows, for this many rows in all replicas together.
Footprint rows_footprint(const PottsSpec& spec, BackendKind processor, u64 rows);
constexpr u64 memory_left_free = u64{64} << 20;  // reserved for outputs
// The memory of an engine with this many cells, besides the table of cells.
Footprint engine_footprint(const PottsSpec& spec, BackendKind processor, u64 cells);

// The sequential order runs only on the CPU. Each replica runs on one thread.
std::unique_ptr<PottsEngine> make_sequential(const PottsSpec& spec, u64 seed,
                                             std::shared_ptr<ThreadPool> threads);
// The order of edges runs only on the CPU, too.
std::unique_ptr<PottsEngine> make_by_edges(const PottsSpec& spec, u64 seed,
                                           std::shared_ptr<ThreadPool> threads);
std::unique_ptr<PottsEngine> make_on_threads(const PottsSpec& spec, u64 seed,
                                             std::shared_ptr<ThreadPool> threads);
std::unique_ptr<PottsEngine> make_exclusive_on_threads(const PottsSpec& spec, u64 seed,
                                                       std::shared_ptr<ThreadPool> threads);
std::unique_ptr<PottsEngine> make_on_device(const PottsSpec& spec, u64 seed,
                                            std::shared_ptr<gpu::Device> device);

}  // namespace morula::potts
