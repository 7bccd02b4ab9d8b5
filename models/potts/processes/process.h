// A process: what happens to cells between Monte Carlo steps. It reads and sets columns of the table of
// cells, for each cell separately. One object describes all of it, and engines do not name any process.
//
// The rule of a process is a text in the dialect. A process `ripen` has a record of the columns that it uses
// and a function from the record of a cell to its new record; `step` is the number of completed Monte Carlo
// steps:
//
//   typedef struct { u32 age; f64 target_volume; } ripen_cell;
//   RULE ripen_cell ripen_step(ripen_cell cell, PARAMETERS parameters, STEP step) { … return cell; }
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "core/dialect_f64.h"
#include "gpu/source.h"
#include "models/potts/cells/column.h"
#include "models/potts/parts.h"

#define PARAMETERS [[maybe_unused]] const f64*
#define STEP [[maybe_unused]] u64

namespace morula::potts {

// A column of a record. The engine writes back those that the process sets.
struct UsedColumn {
  Column column;
  bool is_set = false;
};

// The values of a column, in the memory of the host.
struct ColumnView {
  std::byte* first = nullptr;
  u64 stride = 0;  // in bytes
  bool is_set = false;
};
using HostStep = void (*)(const ColumnView* columns, u64 row, const f64* parameters, u64 step);

// The largest target that a process sets for the constraint with this key. The fixed-point scale must fit it.
struct LargestTarget {
  std::string term;
  double target = 0;
};

class Process {
 public:
  virtual ~Process() = default;

  virtual std::string key() const = 0;
  virtual gpu::Text text() const = 0;
  // The columns of its record, in the order of the record: numbers that terms keep (read-only), and columns
  // of kind Set.
  virtual std::vector<UsedColumn> columns() const = 0;
  virtual HostStep host() const = 0;  // host_step<rule, members of the record>
  virtual std::vector<double> parameters() const { return {}; }
  virtual std::vector<LargestTarget> largest_targets() const { return {}; }
};

using Processes = Parts<Process>;

template <typename Record, typename Value>
void load_member(Record& record, Value Record::*member, const ColumnView& column, u64 row) {
  std::memcpy(&(record.*member), column.first + row * column.stride, sizeof(Value));
}
template <typename Record, typename Value>
void store_member(const Record& record, Value Record::*member, const ColumnView& column, u64 row) {
  if (column.is_set) std::memcpy(column.first + row * column.stride, &(record.*member), sizeof(Value));
}

// Applies a rule to one row; the members are those of the record, in its order.
template <auto rule, auto... members>
void host_step(const ColumnView* columns, u64 row, const f64* parameters, u64 step) {
  decltype(rule({}, parameters, step)) record{};
  std::size_t place = 0;
  (load_member(record, members, columns[place++], row), ...);
  record = rule(record, parameters, step);
  place = 0;
  (store_member(record, members, columns[place++], row), ...);
}

}  // namespace morula::potts
