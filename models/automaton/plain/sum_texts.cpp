#include "models/automaton/plain/sum_texts.h"

#include <map>
#include <utility>

namespace morula {
namespace {

using RowAt = std::pair<i32, i32>;          // dz and dy
using Column = std::map<RowAt, u32>;        // weights
using ColumnsAt = std::map<i32, Column>;    // by dx
using Rows = std::map<RowAt, std::string>;  // names

ColumnsAt columns_of(const Neighbourhood& neighbourhood) {
  ColumnsAt columns;
  for (const Neighbour& neighbour : neighbourhood.neighbours)
    if (neighbour.weight > 0) columns[neighbour.dx][{neighbour.dz, neighbour.dy}] = neighbour.weight;
  return columns;
}

// If the column through the cell equals the columns beside it except for the cell itself, adds the cell to
// its own column, so that all columns are equal.
ColumnsAt with_itself(ColumnsAt columns) {
  const auto beside = columns.find(1), middle = columns.find(0);
  if (beside == columns.end() || middle == columns.end()) return columns;
  const auto weight = beside->second.find({0, 0});
  if (weight == beside->second.end()) return columns;
  Column filled = middle->second;
  filled.insert(*weight);
  if (filled == beside->second) middle->second = filled;
  return columns;
}

// Reads all rows that contain neighbours. Far from the boundary, their addresses are at constant offsets from
// that of the cells.
Rows read_rows(const ColumnsAt& columns, Statements& statements) {
  Rows rows;
  for (const auto& [dx, column] : columns)
    for (const auto& [at, weight] : column) rows[at];
  std::string inside, elsewhere;
  for (auto& [at, name] : rows) {
    const auto [dz, dy] = at;
    name = fmt::format("row_{}", statements.operations++);
    statements.text += fmt::format("ActiveCells {}; ", name);
    inside += fmt::format("{} = active_beside(active_word + ((i64)({}) * SIZE_Y + ({})) * WORDS, ends); ",
                          name, dz, dy);
    elsewhere += fmt::format("{} = active_cells(active, word, ends, y + ({}), z + ({})); ", name, dy, dz);
  }
  statements.text += fmt::format("if (is_inside) {{ {}}} else {{ {}}} ", inside, elsewhere);
  return rows;
}

void add_one_by_one(i32 dx, const Column& column, const Rows& rows, Statements& statements, SumWriter& sum) {
  for (const auto& [at, weight] : column)
    sum.add(statements.named(fmt::format("neighbours_at({}, {})", rows.at(at), dx)), weight);
}

std::vector<std::string> added_up(const Column& column, const Rows& words, Statements& statements) {
  SumWriter sum(statements);
  for (const auto& [at, weight] : column) sum.add(words.at(at), weight);
  return sum.digits();
}

// Adds up the column once for the cells of the word and once for the cells beyond its ends, which fill half a
// word each. The digits of the sums are then shifted to each dx.
void add_together(const std::vector<i32>& places, const Column& column, const Rows& rows,
                  Statements& statements, SumWriter& sum) {
  Rows words, ends;
  for (const auto& [at, weight] : column) {
    words[at] = rows.at(at) + ".middle";
    ends[at] = statements.named(fmt::format("ends_of({})", rows.at(at)));
  }
  const auto word_digits = added_up(column, words, statements),
             end_digits = added_up(column, ends, statements);
  for (unsigned digit = 0; digit < word_digits.size(); ++digit) {
    const std::string cells = fmt::format("column_{}", statements.operations);
    statements.text +=
        fmt::format("ActiveCells {} = with_ends({}, {}); ", cells, word_digits[digit], end_digits[digit]);
    statements.operations += 2;
    for (const i32 dx : places)
      sum.add_digit(digit, statements.named(fmt::format("neighbours_at({}, {})", cells, dx)));
  }
}

NeighbourSums sums_by(const ColumnsAt& columns, bool together) {
  NeighbourSums sums;
  const Rows rows = read_rows(columns, sums.statements);
  std::map<Column, std::vector<i32>> places;
  for (const auto& [dx, column] : columns) places[column].push_back(dx);
  SumWriter sum(sums.statements);
  for (const auto& [column, at] : places) {
    constexpr std::size_t worth_it = 3;
    if (together && at.size() >= worth_it)
      add_together(at, column, rows, sums.statements, sum);
    else
      for (const i32 dx : at) add_one_by_one(dx, column, rows, sums.statements, sum);
  }
  sums.digits = sum.digits();
  return sums;
}

}  // namespace

NeighbourSums sum_neighbours(const Neighbourhood& neighbourhood, bool may_count_itself) {
  const ColumnsAt columns = columns_of(neighbourhood);
  NeighbourSums singly = sums_by(columns, false),
                together = sums_by(may_count_itself ? with_itself(columns) : columns, true);
  return together.statements.operations < singly.statements.operations ? together : singly;
}

}  // namespace morula
