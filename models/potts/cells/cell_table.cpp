#include "models/potts/cells/cell_table.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "core/mix.h"
#include "models/potts/potts_spec.h"

namespace morula::potts {
namespace {

constexpr std::size_t type_place = 0;

// Returns whether the value has changed.
template <typename Value>
bool store(std::byte* at, double number) {
  const Value value = static_cast<Value>(number);
  if (std::memcmp(at, &value, sizeof value) == 0) return false;
  std::memcpy(at, &value, sizeof value);
  return true;
}
bool store(ValueType type, std::byte* at, double number) {
  switch (type) {
    case ValueType::U8:
      return store<u8>(at, number);
    case ValueType::U32:
      return store<u32>(at, number);
    case ValueType::I32:
      return store<i32>(at, number);
    default:
      assert(type == ValueType::F64);
      return store<double>(at, number);
  }
}
template <typename Value>
double load(const std::byte* at) {
  Value value;
  std::memcpy(&value, at, sizeof value);
  return static_cast<double>(value);
}

// The number of a column among the fields of the state hash. It depends only on the name, so that it is the
// same whatever other columns a model has. The type has number 0, sites have 1 and accepted copies 2.
u32 hash_number(const Column& column) {
  u64 word = 0;
  for (const char letter : column.name) word = mix64(word + static_cast<unsigned char>(letter));
  return static_cast<u32>(word) | 1u << 31;
}

}  // namespace

CellTable::CellTable(const PottsSpec& spec, u64 cells)
    : replicas_(spec.replicas), cells_(cells), columns_(set_columns(spec)) {
  has_numbers_ = columns_.size() > 1 && columns_[1].name == number_column;
  for (const Column& column : columns_) {
    values_.emplace_back();
    // A wave of divisions then copies nothing, and reserved memory costs nothing until it is used.
    if (spec.life.divides()) values_.back().reserve(2 * rows() * size_of(column.type));
    values_.back().resize(rows() * size_of(column.type));
  }
  changed_.resize(columns_.size());
}

CellTable::CellTable(const PottsSpec& spec, std::span<const u8> types)
    : CellTable(spec, types.size() / spec.replicas) {
  std::ranges::copy(std::as_bytes(types), values_[type_place].begin());
  for (std::size_t column = 1; column < columns_.size(); ++column) begin(spec, column);
}

std::size_t CellTable::place(std::string_view column) const {
  return static_cast<std::size_t>(std::ranges::find(columns_, column, &Column::name) - columns_.begin());
}

double CellTable::number(std::size_t column, u64 row) const {
  const std::byte* const at = &values_[column][row * size_of(columns_[column].type)];
  switch (columns_[column].type) {
    case ValueType::U8:
      return load<u8>(at);
    case ValueType::U32:
      return load<u32>(at);
    case ValueType::I32:
      return load<i32>(at);
    default:
      assert(columns_[column].type == ValueType::F64);
      return load<double>(at);
  }
}

void CellTable::set(std::size_t column, u64 row, double number) {
  std::byte* const at = &values_[column][row * size_of(columns_[column].type)];
  if (store(columns_[column].type, at, number)) changed_[column] = 1;
}

void CellTable::begin(const PottsSpec& spec, std::size_t column) {
  if (has_numbers_ && column == 1) return begin_numbers();
  const auto& initial = columns_[column].initial;
  for (u64 row = 0; row < rows(); ++row) set(column, row, initial ? initial(spec, types()[row]) : 0);
}

void CellTable::begin_numbers() {
  for (u64 row = 0; row < rows(); ++row) {
    const u64 cell = row % cells_, medium = row - cell;
    const bool is_used = types()[row] != 0;
    set(1, row, is_used ? static_cast<double>(cell) : 0);
    if (cell == 0 || is_used) set(1, medium, static_cast<double>(cell + 1));
  }
}

void CellTable::free(u64 row) {
  std::ranges::fill(changed_, u8{1});
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    const u64 bytes = size_of(columns_[column].type);
    std::fill_n(values_[column].begin() + static_cast<std::ptrdiff_t>(row * bytes), bytes, std::byte{0});
  }
}

void CellTable::draw_initial(const PottsSpec& spec, u64 seed) {
  for (std::size_t column = 0; column < columns_.size(); ++column) draw_initial(spec, seed, column);
}

void CellTable::draw_initial(const PottsSpec& spec, u64 seed, std::size_t column) {
  if (!columns_[column].drawn) return;
  for (u64 row = 0; row < rows(); ++row)
    if (row % cells_ != 0)
      set(column, row,
          first_value(columns_[column], spec, seed, row / cells_, cell_number(row), types()[row]));
}

void CellTable::take_number(u64 replica, u64 cell) {
  u32& next = changing<u32>(1)[replica * cells_];
  changing<u32>(1)[replica * cells_ + cell] = next++;  // wraps to 0 after the last number
}

void CellTable::grow(u64 cells) {
  std::ranges::fill(changed_, u8{1});
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    const u64 bytes = size_of(columns_[column].type);
    if (replicas_ == 1) {
      if (values_[column].capacity() < cells * bytes) values_[column].reserve(2 * cells * bytes);
      values_[column].resize(cells * bytes);
      continue;
    }
    std::vector<std::byte> grown(replicas_ * cells * bytes);
    for (u64 replica = 0; replica < replicas_; ++replica)
      std::memcpy(&grown[replica * cells * bytes], &values_[column][replica * cells_ * bytes],
                  std::min(cells, cells_) * bytes);
    values_[column] = std::move(grown);
  }
  cells_ = cells;
}

// An unused row has type 0; of all rows in use, only the medium's has this type.
Hash CellTable::hash(u64 replica) const {
  Hash hash;
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    if (!columns_[column].is_hashed) continue;
    const u32 field = column == type_place ? 0 : hash_number(columns_[column]);
    const u64 bytes = size_of(columns_[column].type);
    for (u64 cell = 0; cell < cells_; ++cell)
      if (const u64 row = replica * cells_ + cell; cell == 0 || types()[row] != 0)
        hash.value += hash_term(field, cell, bits_of(columns_[column].type, &values_[column][row * bytes]));
  }
  return hash;
}

}  // namespace morula::potts
