// What the engines of fields have in common, on whatever processor. Values lie [replica][z][y][x]: canonical
// indices count through all replicas.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/field.h"
#include "core/hash.h"
#include "core/threads.h"
#include "gpu/device.h"
#include "models/fields/row_sources.h"

namespace morula::fields {

// What a series tells of a field: sums over the sites of a replica, made in a fixed order.
struct FieldTotals {
  double total = 0, least = 0, greatest = 0;
  std::vector<double> of_class;  // sums over the sites of each class
  std::vector<u64> sites;        // of each class
};

class FieldsEngine {
 public:
  virtual ~FieldsEngine() = default;

  const FieldsSpec& spec() const { return on_.spec; }
  std::optional<u32> number_of(const std::string& name) const;

  virtual void write(u32 field, Slab slab, std::span<const f64> values) = 0;
  virtual void read(u32 field, Slab slab, std::span<f64> values) = 0;

  // The values of a field where they lie, of all replicas: on the host, or else on a device.
  virtual std::span<const f64> in_memory(u32 /*field*/) const { return {}; }
  virtual gpu::Buffer* on_device(u32 /*field*/) { return nullptr; }

  // All sub-steps of step `when`, counted from 0, with the sites as they are now. On a device it returns
  // before they are done.
  virtual void step(u64 when) = 0;
  // Throws Error where a source has failed or a value is not finite.
  void finish();

  virtual std::vector<FieldTotals> totals(u64 replica) = 0;  // of each field
  virtual std::vector<Hash> hashes() = 0;                    // what fields add to the hash of each replica
  // What was cut off, in units of 2^-32: two words for each field, [replica][field][word].
  virtual std::vector<u64> clamped() = 0;
  virtual void set_clamped(std::span<const u64> words) = 0;

 protected:
  FieldsEngine(FieldsOnLattice on, SiteReader& sites) : on_(std::move(on)), sites_(sites) {}

  // Where a sub-step has failed: the row, counted through all replicas. The values before it are still there.
  struct Failure {
    u64 step = 0, row = 0;
  };
  virtual std::optional<Failure> failure() = 0;

  u64 sites() const { return on_.lattice.global.sites(); }
  u64 rows() const { return on_.lattice.global.y * on_.lattice.global.z; }  // of a replica
  u64 side(unsigned axis) const {
    const Extent& extent = on_.lattice.global;
    return axis == 0 ? extent.x : axis == 1 ? extent.y : extent.z;
  }
  RowPart part_of_row(u64 row, Index from, std::size_t count) const;
  // From the numbers of rows: total, least, greatest and the sums of each class; and the sites of each class.
  FieldTotals totals_of_rows(std::span<const f64> numbers, std::span<const u32> counts) const;

  FieldsOnLattice on_;
  SiteReader& sites_;

 private:
  std::string what_failed(const Failure& failure);
  // The field that grows most in a row, from the values before the sub-step that has failed there, and what
  // it became at the site where it did.
  struct Fastest {
    const FieldSpec& field;
    f64 value;
  };
  Fastest fastest_in(const Failure& failure, const std::vector<std::vector<f64>>& values);
};

// The number of a field among those of the state hash, by its name.
u32 hash_number(const FieldSpec& field);

std::unique_ptr<FieldsEngine> fields_on_threads(FieldsOnLattice on, SiteReader& sites,
                                                std::shared_ptr<ThreadPool> threads);
u64 fields_bytes(const FieldsOnLattice& on);  // of all values

}  // namespace morula::fields
