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
  // `cells` rows of each replica, all 0.
  CellTable(const PottsSpec& spec, u64 cells);
  // Cells of the initial state, of these types: [replica · cells + cell].
  CellTable(const PottsSpec& spec, std::span<const u8> types);

  u64 cells() const { return cells_; }  // of a replica, with the medium
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
  // To change them.
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

  // The number of the cell in a row: the row itself in its replica, unless rows are used again.
  bool has_numbers() const { return has_numbers_; }
  u32 cell_number(u64 row) const {
    return has_numbers_ ? values<u32>(1)[row] : static_cast<u32>(row % cells_);
  }
  // The number that the next new cell of a replica will get; 0 if all numbers have been used.
  u32 next_number(u64 replica) const { return values<u32>(1)[replica * cells_]; }
  // Marks the row as unused: its cell is dead.
  void free(u64 row);

  // Gives the cells of the initial state the initial values of their types in this column.
  void begin(const PottsSpec& spec, std::size_t column);
  // The same for initial values that are drawn at random: in all columns, or in one.
  void draw_initial(const PottsSpec& spec, u64 seed);
  void draw_initial(const PottsSpec& spec, u64 seed, std::size_t column);
  // A cell of a replica takes the next number.
  void take_number(u64 replica, u64 cell);
  // Room for more cells of each replica; new rows are 0, and so are not used.
  void grow(u64 cells);

  void set(std::size_t column, u64 row, double number);

  // What a replica adds to the state hash: for each row that holds a cell, its type and the columns that a
  // part of the model changes.
  Hash hash(u64 replica) const;

 private:
  // Cells of the initial state are numbered by their rows.
  void begin_numbers();

  u64 replicas_ = 1, cells_ = 0;
  bool has_numbers_ = false;
  std::vector<Column> columns_;
  std::vector<std::vector<std::byte>> values_;  // of each column, [replica · cells + cell]
  std::vector<u8> changed_;                     // is 1 for a column that has
};

}  // namespace morula::potts
