// The common interface of the engines of fields, on any processor. Values are stored as [replica][z][y][x]:
// canonical indices count through all replicas.
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

// Data of a field for the series: sums over the sites of a replica, computed in a fixed order.
struct FieldTotals {
  double total = 0, least = 0, greatest = 0;
  std::vector<double> of_class;  // sums over the sites of each class
  std::vector<u64> sites;        // number of sites of each class
};

class FieldsEngine {
 public:
  virtual ~FieldsEngine() = default;

  const FieldsSpec& spec() const { return on_.spec; }
  std::optional<u32> number_of(const std::string& name) const;

  virtual void write(u32 field, Slab slab, std::span<const f64> values) = 0;
  virtual void read(u32 field, Slab slab, std::span<f64> values) = 0;

  // The values of a field in all replicas, in the memory of the engine: on the host, or on a device.
  virtual std::span<const f64> in_memory(u32 /*field*/) const { return {}; }
  virtual gpu::Buffer* on_device(u32 /*field*/) { return nullptr; }

  // Makes all sub-steps of step `when`, counted from 0, with the present sites. On a device, it returns
  // before they are finished.
  virtual void step(u64 when) = 0;
  // Throws Error if a source has failed or a value is not finite.
  void finish();

  virtual std::vector<FieldTotals> totals(u64 replica) = 0;  // for each field
  virtual std::vector<Hash> hashes() = 0;                    // contribution to each replica's hash
  // The sums of cut-off amounts, in units of 2^-32: two words for each field, [replica][field][word].
  virtual std::vector<u64> clamped() = 0;
  virtual void set_clamped(std::span<const u64> words) = 0;

 protected:
  FieldsEngine(FieldsOnLattice on, SiteReader& sites) : on_(std::move(on)), sites_(sites) {}

  // A sub-step that has failed, and its row, counted through all replicas. The values before it are still
  // stored.
  struct Failure {
    u64 step = 0, row = 0;
  };
  virtual std::optional<Failure> failure() = 0;

  u64 sites() const { return on_.lattice.global.sites(); }
  u64 rows() const { return on_.lattice.global.y * on_.lattice.global.z; }  // rows of a replica
  u64 side(unsigned axis) const {
    const Extent& extent = on_.lattice.global;
    return axis == 0 ? extent.x : axis == 1 ? extent.y : extent.z;
  }
  RowPart part_of_row(u64 row, Index from, std::size_t count) const;
  // Combines the data of rows: `numbers` has the total, the least and the greatest value and the sums of each
  // class for every row, and `counts` the numbers of sites of each class.
  FieldTotals totals_of_rows(std::span<const f64> numbers, std::span<const u32> counts) const;

  FieldsOnLattice on_;
  SiteReader& sites_;

 private:
  std::string what_failed(const Failure& failure);
  // The field that grew most in a row in the sub-step that failed there, and the value that it reached.
  struct Fastest {
    const FieldSpec& field;
    f64 value;
  };
  Fastest fastest_in(const Failure& failure, const std::vector<std::vector<f64>>& values);
};

// The number of a field among the fields of the state hash, which depends on its name.
u32 hash_number(const FieldSpec& field);

std::unique_ptr<FieldsEngine> fields_on_threads(FieldsOnLattice on, SiteReader& sites,
                                                std::shared_ptr<ThreadPool> threads);
u64 fields_bytes(const FieldsOnLattice& on);  // memory of all values

}  // namespace morula::fields
