// The interface of every model: what it is, whatever its family and the processor it runs on. Calls are made
// per batch of steps, never per site.
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

using Row = std::vector<Number>;          // a value for each column
using Sums = std::vector<std::uint64_t>;  // of whole numbers, over a part of the model or all of it

// A part of the state. Checkpoints hold every field; a run that starts from another run's state needs all of
// them but the optional ones.
struct StateField : Field {
  bool resizes = false;      // its extent changes while the model runs
  bool optional = false;     // the model can start without it
  std::string meaning{};     // of its values, where the name does not say it all; an attribute in HDF5
  bool common = false;       // of a batch: one for all replicas, so that it has no axis for them
  std::string if_missing{};  // what is wrong with a checkpoint that lacks it, where more can be said
  // What its values stand for, from 0 on, where a run that starts from this state finds them by name; an
  // attribute in HDF5.
  std::vector<std::string> names{};
};

// A table with one row per object of the model, such as a cell or a membrane.
struct Table {
  std::string name;
  std::vector<std::string> columns;
};
using RowSink = std::function<void(std::span<const Number>)>;  // whole rows, one behind the other

class Model {
 public:
  virtual ~Model() = default;

  virtual std::uint64_t step(std::uint64_t at_most) = 0;  // returns the steps done: fewer means halted
  virtual std::uint64_t time() const = 0;                 // in steps
  virtual std::uint64_t updates() const = 0;              // since step 0
  virtual std::string unit() const = 0;                   // of updates: "cells", "interactions"

  // The series is computed in two halves, so that a model spread over several processes can be observed.
  // sums() returns integer sums over the part held here; rows() is a pure function of their totals and
  // returns one row per replica. sums() is called again with the totals so far until it returns nothing.
  virtual std::vector<std::string> columns() const = 0;
  virtual Sums sums(const Sums& so_far) = 0;
  virtual std::vector<Row> rows(const Sums& totals) const = 0;
  // Steps like step(), and passes on the totals at every multiple of `every`. An engine on a device may
  // compute them without interrupting its steps.
  using TotalsSink = std::function<void(std::uint64_t time, const Sums& totals)>;
  virtual std::uint64_t step_summing(std::uint64_t at_most, std::uint64_t every, const TotalsSink& sink);

  // Numbers of formulas over all sites (series/site_columns.h). Nothing if that is left to the caller. A
  // model whose values other processes hold has their sums, minima and maxima computed there.
  virtual std::optional<Row> site_numbers(const SiteColumns&) { return std::nullopt; }

  // The canonical state, in slabs.
  virtual std::vector<StateField> fields() const = 0;
  virtual void read(const Field& field, Slab slab, std::span<std::byte> values) = 0;
  // The values in host memory, if the model holds them there in canonical form; otherwise empty.
  virtual std::span<const std::byte> in_place(const Field&) const { return {}; }
  // If a device holds the values, calls `sink` with consecutive pieces of a slab, in canonical form in a
  // buffer of that device from value `first` on; nothing comes to the host. False if no device holds them.
  using DeviceSink =
      std::function<void(gpu::Device&, gpu::Buffer& values, std::uint64_t first, const Slab& piece)>;
  virtual bool read_on_device(const Field&, Slab, const DeviceSink&) { return false; }
  // The same as read(), compressed as the chunks of a file (io/field_chunks.h), which come in their order.
  // False if that is left to the caller. A model whose values other processes hold has them compressed there.
  using ChunkSink = std::function<void(std::uint64_t chunk, std::span<const std::byte> packed)>;
  virtual bool read_packed(const Field&, const ChunkSink&) { return false; }
  virtual Hash hash() = 0;
  virtual std::vector<Hash> replica_hashes() { return {}; }  // of a batch: each as if it had run alone

  // Of a batch whose replicas may end by themselves: the step at which each has ended, if it has. From then
  // on its state and its rows stay as they are.
  virtual std::vector<std::optional<std::uint64_t>> replica_ends() const { return {}; }
  // Ends a replica of a batch now. Of families whose engines can (Family::ends_replicas).
  virtual void end_replica(std::size_t /*replica*/) {}

  // To restore a state: begin_restore() with the saved fields and their saved extents, check() and restore()
  // for every slab, end_restore().
  virtual void begin_restore(const std::vector<Field>&) {}
  // Throws StateError for values that this field cannot have. It is not a part of restore() so that several
  // threads can check at once: one thread checks more slowly than a device copies.
  virtual void check(const Field&, std::span<const std::byte>) const {}
  virtual void restore(const Field& field, Slab slab, std::span<const std::byte> values) = 0;
  // All slabs of a field at once, from chunks that the model asks for in any order; otherwise as
  // read_packed().
  using ChunkSource = std::function<std::vector<std::byte>(std::uint64_t chunk)>;
  virtual bool restore_packed(const Field&, const ChunkSource&) { return false; }
  virtual void end_restore(std::uint64_t time, std::uint64_t updates) = 0;

  // Changes of the model while it runs (changes/changing_model.h): the state holds those that have been made.
  virtual std::uint64_t changes_held() const { return 0; }  // their number; 0 if the model cannot change
  // Before the state of a step is restored: how many changes of the model that state holds. Throws StateError
  // if these cannot be all that came before that step.
  virtual void hold_changes(std::uint64_t count, std::uint64_t step);
  // Whether some of them belong to the step at which the model is, whose observations they came after.
  virtual bool holds_changes_of_this_step() const { return false; }
  virtual void make_due_changes() {}  // those of the step at which the model is, that it does not hold yet

  // What the model can show and tabulate; nothing by default.
  virtual std::vector<View> views() const { return {}; }
  // Maps a value to its class in this view, for the current state; empty: the value is the class.
  virtual ClassOf classes(const View&) { return {}; }
  // Maps a value to its number in a graded view that has a dataset, for the current state.
  virtual NumberOf numbers(const View&) { return {}; }
  // The numbers that the lowest and the highest level of a graded view stand for in the current state.
  // Nothing if the state has no such number yet, or if levels are not numbers.
  virtual std::optional<LevelLimits> level_limits(const View&) { return std::nullopt; }
  // A picture of the state (picture/picture.h). Nothing if that is left to the caller. A model whose values
  // other processes hold has it made there.
  virtual std::optional<io::Image> picture(const FramesSpec&) { return std::nullopt; }
  virtual std::vector<Table> tables() const { return {}; }
  virtual void read_table(const Table&, const RowSink&) {}

  // What a user should know about the state in which a run has ended, one line each; for example, that no
  // cell is left.
  virtual std::vector<std::string> remarks() { return {}; }
};

// A row for each replica, of a model that this process holds whole.
std::vector<Row> observe(Model& model);
void check_and_restore(Model& model, const Field& field, Slab slab, std::span<const std::byte> values);
Sums total_sums(Model& model);

}  // namespace morula
