// A column of the table of cells: declared once, here or by the process that needs it. The memory of engines,
// checkpoints, the state hash, cells/*.csv and pictures follow from the declaration.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "core/draw.h"
#include "core/field.h"

namespace morula::potts {

struct PottsSpec;

// What changes the values of a column.
enum class ColumnKind : u8 {
  Counted,  // copies: a number that a term keeps
  Set,      // processes, between Monte Carlo steps
  Derived,  // nothing: they are computed when a table is written
};

// The value that a daughter begins with. With Anew, the mother begins anew too; with Drawn, the mother keeps
// its value.
enum class FromMother : u8 { Copy, Anew, NumberOfMother, Drawn };

// The cell whose value is drawn at random, and the key of its random numbers.
struct CellDraw {
  u32x2 key;
  u32 cell = 0;
  u8 type = 0;
};

struct Column {
  std::string name;
  ValueType type = ValueType::F64;
  ColumnKind kind = ColumnKind::Set;
  // The value of a cell of a type in the initial state; 0 if this function is empty.
  std::function<double(const PottsSpec&, std::size_t type)> initial{};
  // A random value in the initial state; used instead of `initial` if it is set.
  std::function<double(const PottsSpec&, const CellDraw& cell)> drawn{};
  bool from_run = true;  // `initial: {run: DIR}` takes the values of that run, if it has them
  FromMother from_mother = FromMother::Copy;
  bool is_hashed = false;  // the type, and columns that a process sets; not if only pictures use it
};

// The value that a cell begins with in a column, as if it belonged to the initial state of a replica.
double first_value(const Column& column, const PottsSpec& spec, u64 seed, u64 replica, u32 cell, u8 type);

// Used instead of a time in the addresses of random column values; other random numbers of the initial state
// have time 0.
constexpr u64 drawn_column = 1, drawn_property = 2;

// In models with divisions, rows are reused. This column holds the number of the cell in each row; the row of
// the medium holds the next unused number. Tables call the column `id`.
constexpr const char* number_column = "number";

// Columns that life keeps from the beginning of a run, so that all its tables have the same columns.
constexpr std::array<const char*, 4> columns_of_life = {number_column, "mother", "target_volume",
                                                        "target_surface"};
// Message which says that one of these columns cannot be added while a model runs.
std::string message_of_late_column(const std::string& column);

// All columns of a model's table, in the order of cells/*.csv, after the number of the cell.
std::vector<Column> table_columns(const PottsSpec& spec);
// The columns of kind Set, whose values are stored. The first is the type; the second is the number, if the
// model has this column.
std::vector<Column> set_columns(const PottsSpec& spec);

// A column for cells' own targets of a constraint, such as `target_volume`; it starts with the target of the
// cell's type.
Column target_column(const std::string& term);

}  // namespace morula::potts
