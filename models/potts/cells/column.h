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

// Who changes the values of a column.
enum class ColumnKind : u8 {
  Counted,  // copies: a number that a term keeps
  Set,      // processes, between Monte Carlo steps
  Derived,  // nothing changes them: they are computed when a table is written
};

// What a daughter begins with. With Anew the mother begins anew too; with Drawn it keeps its value.
enum class FromMother : u8 { Copy, Anew, NumberOfMother, Drawn };

// The cell whose value is drawn, and the key of its draws.
struct CellDraw {
  u32x2 key;
  u32 cell = 0;
  u8 type = 0;
};

struct Column {
  std::string name;
  ValueType type = ValueType::F64;
  ColumnKind kind = ColumnKind::Set;
  // What a cell of a type begins with in the initial state; 0 without it.
  std::function<double(const PottsSpec&, std::size_t type)> initial{};
  // The same where it is drawn; then in place of it.
  std::function<double(const PottsSpec&, const CellDraw& cell)> drawn{};
  bool from_run = true;  // `initial: {run: DIR}` takes the values of that run, if it has them
  FromMother from_mother = FromMother::Copy;
  bool is_hashed = false;  // a process of this model sets it, or it is the type; not for pictures alone
};

// What a cell begins with in a column, as if it were one of the initial state of a replica of the model.
double first_value(const Column& column, const PottsSpec& spec, u64 seed, u64 replica, u32 cell, u8 type);

// In place of a time, where values of columns are drawn: other draws of the initial state are at 0.
constexpr u64 drawn_column = 1, drawn_property = 2;

// Where cells are born, rows are used again: this column tells which cell a row holds, and in the row of the
// medium the next number that no cell has had. Tables call it `id`.
constexpr const char* number_column = "number";

// What life keeps of a cell it keeps from the beginning of a run: tables have the same columns in all of it.
constexpr std::array<const char*, 4> columns_of_life = {number_column, "mother", "target_volume",
                                                        "target_surface"};
// Says that one of them cannot begin while a model runs.
std::string message_of_late_column(const std::string& column);

// All columns of a model's table, in the order of cells/*.csv, after the number of the cell.
std::vector<Column> table_columns(const PottsSpec& spec);
// Those that are kept as values: of kind Set. The first is the type, the second the number, if there is one.
std::vector<Column> set_columns(const PottsSpec& spec);

// The target of a constraint as each cell's own: `target_volume`, at first that of the cell's type.
Column target_column(const std::string& term);

}  // namespace morula::potts
