// The values of the columns that processes set: a row for each cell of each replica, the medium first.
#pragma once

#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/hash.h"
#include "models/potts/cells/column.h"

namespace morula::potts {

class CellTable {
 public:
  CellTable() = default;
  // Makes `cells` rows for each replica, all values 0.
  CellTable(const PottsSpec& spec, u64 cells);
  // Makes the cells of the initial state, with these types: [replica · cells + cell].
  CellTable(const PottsSpec& spec, std::span<const u8> types);

  u64 cells() const { return cells_; }  // rows of a replica, including the medium
  u64 rows() const { return cells_ * replicas_; }
  const std::vector<Column>& columns() const { return columns_; }
  std::size_t place(std::string_view column) const;  // columns().size() if there is no such column

  std::span<std::byte> bytes(std::size_t column) {
    changed_[column] = 1;
    return values_[column];
  }
  std::span<const std::byte> bytes(std::size_t column) const { return values_[column]; }
  template <typename Value>
  std::span<const Value> values(std::size_t column) const {
    return {reinterpret_cast<const Value*>(values_[column].data()), rows()};
  }
  // Values for writing; marks the column as changed.
  template <typename Value>
  std::span<Value> changing(std::size_t column) {
    changed_[column] = 1;
    return {reinterpret_cast<Value*>(values_[column].data()), rows()};
  }
  // Columns whose values may have changed since this was last asked.
  std::vector<u8> take_changed() { return std::exchange(changed_, std::vector<u8>(columns_.size())); }

  std::span<const u8> types() const { return values<u8>(0); }
  std::span<const u8> types(u64 replica) const { return types().subspan(replica * cells_, cells_); }
  double number(std::size_t column, u64 row) const;

  // The number of the cell in a row. It is the index of the row in its replica, unless rows are reused.
  bool has_numbers() const { return has_numbers_; }
  u32 cell_number(u64 row) const {
    return has_numbers_ ? values<u32>(1)[row] : static_cast<u32>(row % cells_);
  }
  // The number that the next new cell of a replica will get; 0 if all numbers have been used.
  u32 next_number(u64 replica) const { return values<u32>(1)[replica * cells_]; }
  // Marks the row as unused: its cell is dead.
  void free(u64 row);

  // Sets this column to the initial values of the cells' types, for the cells of the initial state.
  void begin(const PottsSpec& spec, std::size_t column);
  // Draws random initial values, in all columns or in one.
  void draw_initial(const PottsSpec& spec, u64 seed);
  void draw_initial(const PottsSpec& spec, u64 seed, std::size_t column);
  // Gives a cell of a replica the next number.
  void take_number(u64 replica, u64 cell);
  // Makes room for more cells in each replica. New rows are all 0, which marks them as unused.
  void grow(u64 cells);

  void set(std::size_t column, u64 row, double number);

  // Contribution of a replica to the state hash: for each row that holds a cell, its type and the columns
  // that a part of the model changes.
  Hash hash(u64 replica) const;

 private:
  // Numbers the cells of the initial state by their rows.
  void begin_numbers();

  u64 replicas_ = 1, cells_ = 0;
  bool has_numbers_ = false;
  std::vector<Column> columns_;
  std::vector<std::vector<std::byte>> values_;  // by column, then [replica · cells + cell]
  std::vector<u8> changed_;                     // 1 for a column that may have changed
};

}  // namespace morula::potts
