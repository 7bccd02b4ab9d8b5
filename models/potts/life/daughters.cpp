#include "models/potts/life/daughters.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/error.h"

namespace morula::potts {
namespace {

using Shares = std::vector<std::vector<Daughters::ColumnShare>>;
using Kind = Daughters::ColumnShare::Kind;

// What the shares of a column depend on. Types and numbers are those before the division.
struct BirthContext {
  std::span<const u8> types;
  std::span<const u32> numbers;
  std::span<const f64> results;
  u64 steps_done;
};

template <typename Value>
void share_out(std::span<Value> values, const Shares& of_types, std::size_t column,
               std::span<const Birth> births, const BirthContext& context) {
  for (const Birth& birth : births) {
    const Daughters::ColumnShare& share = of_types[context.types[birth.mother]][column];
    Value &mother = values[birth.mother], &daughter = values[birth.daughter];
    switch (share.kind) {
      case Kind::Copy:
        daughter = mother;
        break;
      case Kind::NumberOfMother:
        daughter = static_cast<Value>(context.numbers[birth.mother]);
        break;
      case Kind::Anew:
        mother = daughter = static_cast<Value>(share.anew);
        break;
      case Kind::Half:
        mother = daughter = static_cast<Value>(static_cast<double>(mother) / 2);
        break;
      case Kind::Formula: {
        const double value = context.results[birth.results + share.result];
        daughter = static_cast<Value>(share.is_bounded ? std::clamp(value, 0.0, share.most) : value);
        break;
      }
      case Kind::Raise:
        mother = daughter = static_cast<Value>(static_cast<double>(mother) + 1);
        break;
      case Kind::Now:
        mother = daughter = static_cast<Value>(context.steps_done);
        break;
      case Kind::NowInDaughter:
        daughter = static_cast<Value>(context.steps_done);
        break;
      case Kind::Keep:
        break;
    }
    if (share.of_daughter) daughter = static_cast<Value>(*share.of_daughter);
  }
}

}  // namespace

Daughters::Daughters(const PottsSpec& spec, const LifeColumns& columns) : of_types_(spec.types.size()) {
  const std::vector<Column> declared = set_columns(spec);
  for (std::size_t type = 0; type < spec.life.of_types.size(); ++type)
    for (std::size_t place = 0; spec.life.of_types[type].division && place < declared.size(); ++place)
      of_types_[type].push_back(share_of(spec, columns, declared[place], place, static_cast<u8>(type)));
}

Daughters::ColumnShare Daughters::share_of(const PottsSpec& spec, const LifeColumns& columns,
                                           const Column& column, std::size_t place, u8 type) const {
  const TypeLife& life = spec.life.of_types[type];
  const auto& shares = life.division->shares;
  const auto shared = std::ranges::find(shares, column.name, &Share::column);
  const auto target = std::ranges::find(columns.targets, place, &LifeTarget::column);
  const bool is_target = target != columns.targets.end();
  ColumnShare share;
  if (column.name == number_column) share.kind = Kind::Keep;
  if (column.from_mother == FromMother::NumberOfMother) share.kind = Kind::NumberOfMother;
  if (place == columns.generation) share.kind = Kind::Raise;
  if (place == columns.divided) share.kind = Kind::Now;
  if (place == columns.born) share.kind = Kind::NowInDaughter;
  if (column.from_mother == FromMother::Anew && shared == shares.end())
    share = {.kind = Kind::Anew, .anew = column.initial ? column.initial(spec, type) : 0};
  if (is_target && life.target(target->term) && shared == shares.end()) share.kind = Kind::Half;
  if (shared != shares.end() && shared->kind == Share::Kind::Half) share.kind = Kind::Half;
  if (shared != shares.end() && shared->kind == Share::Kind::Formula)
    share = {.kind = Kind::Formula,
             .result = shared->result,
             .most = is_target ? spec.life.most(target->term) : 0,
             .is_bounded = is_target};
  if (const auto daughter = life.division->daughter) {
    if (place == 0) share.of_daughter = *daughter;
    if (is_target) share.of_daughter = target->of_types[*daughter];
  }
  return share;
}

void Daughters::check_results(const CellTable& table, std::span<const Birth> births,
                              std::span<const f64> results, u64 steps_done) const {
  const std::span<const u32> numbers = table.values<u32>(1);
  for (const Birth& birth : births) {
    const auto& shares = of_types_[table.types()[birth.mother]];
    for (std::size_t i = 0; i < shares.size(); ++i) {
      if (shares[i].kind != Kind::Formula || shares[i].is_bounded) continue;
      if (const f64 value = results[birth.results + shares[i].result]; !(std::abs(value) < 0x1p62))
        throw Error(fmt::format(
            "divide.share.{} of cell {} gives {:.3g} in step {}; must be below 2^62 in size: write a formula "
            "that stays smaller",
            table.columns()[i].name, numbers[birth.mother], value, steps_done));
    }
  }
}

void Daughters::begin(CellTable& table, std::span<const Birth> births, std::span<const f64> results,
                      u64 steps_done, ThreadPool& threads) const {
  check_results(table, births, results, steps_done);
  // Types come last: the others depend on that of the mother.
  for (std::size_t i = table.columns().size(); i-- > 0;) {
    const auto share = [&]<typename Value>(std::span<Value> values) {
      const BirthContext context{table.types(), std::as_const(table).values<u32>(1), results, steps_done};
      threads.for_ranges(births.size(), [&](u64 begin, u64 end) {
        share_out(values, of_types_, i, births.subspan(begin, end - begin), context);
      });
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
