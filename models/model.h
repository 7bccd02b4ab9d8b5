// The interface of every model, whatever its family and the processor it runs on. Calls are made for batches
// of steps, never for single sites.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/field.h"
#include "core/hash.h"
#include "core/number.h"
#include "models/view.h"

namespace morula {

struct FramesSpec;
struct SiteColumns;
namespace gpu {
class Buffer;
class Device;
}  // namespace gpu

using Row = std::vector<Number>;          // one value for each column
using Sums = std::vector<std::uint64_t>;  // integer sums over a part of the model, or over all of it

// A part of the state. Checkpoints hold every field. A run that starts from the state of another run needs
// all fields except the optional ones.
struct StateField : Field {
  bool resizes = false;      // its extent changes while the model runs
  bool optional = false;     // the model can start without it
  std::string meaning{};     // meaning of its values, if the name is not enough; an attribute in HDF5
  bool common = false;       // in a batch: one for all replicas, so that it has no axis for them
  std::string if_missing{};  // explains what is wrong with a checkpoint without it, if more can be said
  // Names of the values from 0 on, by which a run that starts from this state finds them; an attribute in
  // HDF5.
  std::vector<std::string> names{};
};

// A table with one row for each object of the model, such as a cell or a membrane.
struct Table {
  std::string name;
  std::vector<std::string> columns;
};
using RowSink = std::function<void(std::span<const Number>)>;  // takes complete rows, one after the other

class Model {
 public:
  virtual ~Model() = default;

  // Returns the steps done; if fewer, the model has halted.
  virtual std::uint64_t step(std::uint64_t at_most) = 0;
  virtual std::uint64_t time() const = 0;     // in steps
  virtual std::uint64_t updates() const = 0;  // since step 0
  virtual std::string unit() const = 0;       // of updates: "cells", "interactions"

  // The series is computed in two halves, so that a model that is spread over several processes can be
  // observed. sums() returns integer sums over the part of the model in this process; rows() is a pure
  // function of the totals of these sums and returns one row for each replica. sums() is called again with
  // the totals so far until it returns nothing.
  virtual std::vector<std::string> columns() const = 0;
  virtual Sums sums(const Sums& so_far) = 0;
  virtual std::vector<Row> rows(const Sums& totals) const = 0;
  // Steps like step(), and passes the totals at every multiple of `every` to `sink`. An engine on a device
  // may compute them without interrupting its steps.
  using TotalsSink = std::function<void(std::uint64_t time, const Sums& totals)>;
  virtual std::uint64_t step_summing(std::uint64_t at_most, std::uint64_t every, const TotalsSink& sink);

  // The values of formulas over all sites (series/site_columns.h). Nothing if the caller is to compute them.
  // A model whose state is in other processes has the sums, minima and maxima computed there.
  virtual std::optional<Row> site_numbers(const SiteColumns&) { return std::nullopt; }

  // The canonical state, in slabs.
  virtual std::vector<StateField> fields() const = 0;
  virtual void read(const Field& field, Slab slab, std::span<std::byte> values) = 0;
  // The values in host memory, if the model holds them there in canonical form; otherwise empty.
  virtual std::span<const std::byte> in_place(const Field&) const { return {}; }
  // If a device holds the values, calls `sink` with consecutive pieces of a slab, in canonical form in a
  // buffer of that device from value `first` on; nothing is copied to the host. False if no device holds
  // them.
  using DeviceSink =
      std::function<void(gpu::Device&, gpu::Buffer& values, std::uint64_t first, const Slab& piece)>;
  virtual bool read_on_device(const Field&, Slab, const DeviceSink&) { return false; }
  // Like read(), but compressed as the chunks of a file (io/field_chunks.h), in order. False if the caller is
  // to compress them. A model whose state is in other processes has the chunks compressed there.
  using ChunkSink = std::function<void(std::uint64_t chunk, std::span<const std::byte> packed)>;
  virtual bool read_packed(const Field&, const ChunkSink&) { return false; }
  virtual Hash hash() = 0;
  // The hash of each replica of a batch, as if it had run alone.
  virtual std::vector<Hash> replica_hashes() { return {}; }

  // For a batch whose replicas may end by themselves: the step at which each has ended, if it has. From then
  // on its state and its rows do not change.
  virtual std::vector<std::optional<std::uint64_t>> replica_ends() const { return {}; }
  // Ends a replica of a batch now, for families whose engines support that (Family::ends_replicas).
  virtual void end_replica(std::size_t /*replica*/) {}

  // To restore a state, call begin_restore() with the saved fields and their saved extents, then check() and
  // restore() for every slab, then end_restore().
  virtual void begin_restore(const std::vector<Field>&) {}
  // Throws StateError for values that this field cannot have. Not part of restore(), so that several threads
  // can check at once: one thread checks more slowly than a device copies.
  virtual void check(const Field&, std::span<const std::byte>) const {}
  virtual void restore(const Field& field, Slab slab, std::span<const std::byte> values) = 0;
  // Restores all slabs of a field at once, from chunks that the model asks for in any order; otherwise like
  // read_packed().
  using ChunkSource = std::function<std::vector<std::byte>(std::uint64_t chunk)>;
  virtual bool restore_packed(const Field&, const ChunkSource&) { return false; }
  virtual void end_restore(std::uint64_t time, std::uint64_t updates) = 0;

  // Changes of the model while it runs (changes/changing_model.h): the state includes those that have been
  // made.
  virtual std::uint64_t changes_held() const { return 0; }  // their number; 0 if the model cannot change
  // Must be called before the state of a step is restored, with the number of changes that the state
  // includes. Throws StateError if these cannot be all changes before that step.
  virtual void hold_changes(std::uint64_t count, std::uint64_t step);
  // Whether some of these changes belong to the model's current step; they were made after its observations.
  virtual bool holds_changes_of_this_step() const { return false; }
  virtual void make_due_changes() {}  // makes the changes of the current step that are not included yet

  // Views and tables of the model; none by default.
  virtual std::vector<View> views() const { return {}; }
  // Maps a value to its class in this view, for the current state. Empty if the value is the class.
  virtual ClassOf classes(const View&) { return {}; }
  // Maps a value to its number in a graded view that has a dataset, for the current state.
  virtual NumberOf numbers(const View&) { return {}; }
  // The numbers for the lowest and the highest level of a graded view in the current state. Nothing if the
  // state has no such number yet, or if levels are not numbers.
  virtual std::optional<LevelLimits> level_limits(const View&) { return std::nullopt; }
  // A picture of the state (picture/picture.h). Nothing if the caller is to make it. A model whose state is
  // in other processes has it made there.
  virtual std::optional<io::Image> picture(const FramesSpec&) { return std::nullopt; }
  virtual std::vector<Table> tables() const { return {}; }
  virtual void read_table(const Table&, const RowSink&) {}

  // What a user should know about the final state of a run, one line each; for example, that no cell is left.
  virtual std::vector<std::string> remarks() { return {}; }
};

// One row for each replica, for a model that is entirely in this process.
std::vector<Row> observe(Model& model);
void check_and_restore(Model& model, const Field& field, Slab slab, std::span<const std::byte> values);
Sums total_sums(Model& model);

}  // namespace morula
