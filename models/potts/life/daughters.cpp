#include "models/potts/life/daughters.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "core/error.h"

namespace morula::potts {
namespace {

using Shares = std::vector<std::vector<Daughters::ColumnShare>>;
using ShareKind = Daughters::ColumnShare::Kind;

// Input for sharing out a column. Types and numbers are those before the division.
struct Births {
  std::span<const CellToCut> mothers;
  std::span<const u32> daughters;  // rows of the new cells
  std::span<const f64> results;
  u64 cells;  // number of rows of a replica
  u64 steps_done;
  // The value with which a new cell begins in a column, as if it belonged to the initial state.
  std::function<double(std::size_t column, const CellToCut& mother, u32 daughter)> initial;
};

// The values of the mother and the daughter in a division.
template <typename Value>
struct Pair {
  Value &mother, &daughter;
};

// Columns of whole numbers take the whole part of the result of a formula, and 0 if it is negative.
template <typename Value>
Value column_value(f64 result) {
  if constexpr (std::is_integral_v<Value>)
    return static_cast<Value>(std::clamp(result, 0.0, static_cast<f64>(std::numeric_limits<Value>::max())));
  return static_cast<Value>(result);
}

// Shares out a column for the cells from `begin` to `end`, which have the same type.
template <typename Value>
void share_out(std::span<Value> values, std::size_t column, const Daughters::ColumnShare& share,
               const Births& births, u64 begin, u64 end) {
  const auto for_each_pair = [&](const auto& set) {
    for (u64 i = begin; i < end; ++i) {
      if (births.daughters[i] == 0) continue;
      const CellToCut& cell = births.mothers[i];
      const u64 first = cell.replica * births.cells;
      const Pair<Value> pair{values[first + cell.row], values[first + births.daughters[i]]};
      set(pair, cell);
      if (share.most)
        pair.daughter = static_cast<Value>(std::clamp(static_cast<double>(pair.daughter), 0.0, *share.most));
      if (share.of_daughter) pair.daughter = static_cast<Value>(*share.of_daughter);
    }
  };
  const auto both = [&](const auto& next) {
    for_each_pair(
        [&](const Pair<Value>& pair, const CellToCut&) { pair.mother = pair.daughter = next(pair.mother); });
  };
  const auto now = static_cast<Value>(births.steps_done);
  switch (share.kind) {
    case ShareKind::Copy:
      return for_each_pair([](const Pair<Value>& pair, const CellToCut&) { pair.daughter = pair.mother; });
    case ShareKind::NumberOfMother:
      return for_each_pair([](const Pair<Value>& pair, const CellToCut& cell) {
        pair.daughter = static_cast<Value>(cell.number);
      });
    case ShareKind::Anew:
      return both([&](Value) { return static_cast<Value>(share.anew); });
    case ShareKind::Half:
      return both([](Value mother) { return static_cast<Value>(static_cast<double>(mother) / 2); });
    case ShareKind::Formula:
      return for_each_pair([&](const Pair<Value>& pair, const CellToCut& cell) {
        pair.daughter = column_value<Value>(births.results[cell.results + share.result]);
      });
    case ShareKind::Raise:
      return both([](Value mother) { return static_cast<Value>(static_cast<double>(mother) + 1); });
    case ShareKind::Now:
      return both([&](Value) { return now; });
    case ShareKind::NowInDaughter:
      return for_each_pair([&](const Pair<Value>& pair, const CellToCut&) { pair.daughter = now; });
    case ShareKind::Drawn:
      for (u64 i = begin; i < end; ++i)
        if (const u32 daughter = births.daughters[i]; daughter != 0)
          values[births.mothers[i].replica * births.cells + daughter] =
              static_cast<Value>(births.initial(column, births.mothers[i], daughter));
      return;
    case ShareKind::Keep:
      return for_each_pair([](const Pair<Value>&, const CellToCut&) {});
  }
}

// Shares out a column for all cells. Successive cells of the same type are treated together.
template <typename Value>
void share_out(std::span<Value> values, const Shares& of_types, std::size_t column, const Births& births,
               u64 begin, u64 end) {
  while (begin < end) {
    const u8 type = births.mothers[begin].type;
    u64 next = begin + 1;
    while (next < end && births.mothers[next].type == type) ++next;
    share_out(values, column, of_types[type][column], births, begin, next);
    begin = next;
  }
}

}  // namespace

Daughters::Daughters(const PottsSpec& spec, const LifeColumns& columns, u64 seed)
    : spec_(spec), seed_(seed), of_types_(spec.types.size()) {
  const std::vector<Column> declared = set_columns(spec);
  for (std::size_t type = 0; type < spec.life.of_types.size(); ++type)
    for (std::size_t place = 0; spec.life.of_types[type].division && place < declared.size(); ++place)
      of_types_[type].push_back(share_of(spec, columns, declared[place], place, static_cast<u8>(type)));
  for (const std::vector<ColumnShare>& shares : of_types_)
    has_formulas_.push_back(std::ranges::count(shares, ShareKind::Formula, &ColumnShare::kind) > 0);
}

Daughters::ColumnShare Daughters::share_of(const PottsSpec& spec, const LifeColumns& columns,
                                           const Column& column, std::size_t place, u8 type) const {
  const TypeLife& life = spec.life.of_types[type];
  const auto& shares = life.division->shares;
  const auto shared = std::ranges::find(shares, column.name, &Share::column);
  const auto target = std::ranges::find(columns.targets, place, &LifeTarget::column);
  const bool is_target = target != columns.targets.end();
  ColumnShare share;
  if (column.name == number_column) share.kind = ShareKind::Keep;
  if (column.from_mother == FromMother::NumberOfMother) share.kind = ShareKind::NumberOfMother;
  if (column.from_mother == FromMother::Drawn) share.kind = ShareKind::Drawn;
  if (place == columns.generation) share.kind = ShareKind::Raise;
  if (place == columns.divided) share.kind = ShareKind::Now;
  if (place == columns.born) share.kind = ShareKind::NowInDaughter;
  if (column.from_mother == FromMother::Anew && shared == shares.end())
    share = {.kind = ShareKind::Anew, .anew = column.initial ? column.initial(spec, type) : 0};
  if (is_target && life.target(target->term) && shared == shares.end()) share.kind = ShareKind::Half;
  if (shared != shares.end() && shared->kind == Share::Kind::Half) share.kind = ShareKind::Half;
  if (shared != shares.end() && shared->kind == Share::Kind::Formula)
    share = {.kind = ShareKind::Formula, .result = shared->result};
  if (is_target)
    if (const auto* growing = spec.life.of_types[life.division->daughter.value_or(type)].target(target->term))
      share.most = growing->most;
  if (const auto daughter = life.division->daughter) {
    if (place == 0) share.of_daughter = *daughter;
    if (is_target) share.of_daughter = target->of_types[*daughter];
  }
  return share;
}

void Daughters::check_results(const CellTable& table, std::span<const CellToCut> mothers,
                              std::span<const u32> rows, std::span<const f64> results, u64 steps_done) const {
  for (std::size_t cell = 0; cell < mothers.size(); ++cell) {
    const CellToCut& mother = mothers[cell];
    if (rows[cell] == 0 || !has_formulas(mother.type)) continue;
    const auto& shares = of_types_[mother.type];
    for (std::size_t i = 0; i < shares.size(); ++i) {
      if (shares[i].kind != ShareKind::Formula || shares[i].most) continue;
      if (const f64 value = results[mother.results + shares[i].result]; !(std::abs(value) < 0x1p62))
        throw Error(fmt::format(
            "divide.share.{} of cell {} gives {:.3g} in step {}; must be below 2^62 in size: write a formula "
            "that stays smaller",
            table.columns()[i].name, mother.number, value, steps_done));
    }
  }
}

void Daughters::begin(CellTable& table, std::span<const CellToCut> mothers, std::span<const u32> rows,
                      std::span<const f64> results, u64 steps_done, ThreadPool& threads) const {
  check_results(table, mothers, rows, results, steps_done);
  const auto initial = [&](std::size_t column, const CellToCut& mother, u32 daughter) {
    const u64 row = mother.replica * table.cells() + daughter;
    return first_value(table.columns()[column], spec_, seed_, mother.replica, table.cell_number(row),
                       table.types()[row]);
  };
  const Births births{mothers, rows, results, table.cells(), steps_done, initial};
  for (std::size_t i = 0; i < table.columns().size(); ++i) {
    const auto share = [&]<typename Value>(std::span<Value> values) {
      threads.for_ranges(mothers.size(),
                         [&](u64 begin, u64 end) { share_out(values, of_types_, i, births, begin, end); });
    };
    switch (table.columns()[i].type) {
      case ValueType::U8:
        share(table.changing<u8>(i));
        break;
      case ValueType::U32:
        share(table.changing<u32>(i));
        break;
      case ValueType::I32:
        share(table.changing<i32>(i));
        break;
      default:
        share(table.changing<f64>(i));
    }
  }
}

}  // namespace morula::potts
