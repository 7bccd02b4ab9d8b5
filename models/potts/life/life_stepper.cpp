#include "models/potts/life/life_stepper.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"
#include "core/stream.h"
#include "models/potts/engine/padded_lattice.h"

namespace morula::potts {
namespace {

// The cells at these places in the list.
CellNumbers chosen(const CellNumbers& cells, const std::vector<std::size_t>& places) {
  const auto pick = [&](const auto& from) {
    std::remove_cvref_t<decltype(from)> to;
    if (!from.empty())
      for (const std::size_t place : places) to.push_back(from[place]);
    return to;
  };
  const auto pick_each = [&](const auto& lists) {
    std::remove_cvref_t<decltype(lists)> picked;
    for (const auto& list : lists) picked.push_back(pick(list));
    return picked;
  };
  return {pick(cells.rows),
          pick(cells.numbers),
          pick(cells.volumes),
          pick(cells.surfaces),
          pick(cells.ages),
          pick(cells.types),
          pick_each(cells.sums),
          pick_each(cells.contacts),
          pick_each(cells.neighbours),
          pick_each(cells.properties),
          pick_each(cells.around),
          pick_each(cells.targets)};
}

}  // namespace

LifeStepper::LifeStepper(const PottsSpec& spec, u64 seed, std::shared_ptr<ThreadPool> threads)
    : spec_(spec),
      numbers_(spec, spec.life.inputs()),
      columns_(spec),
      cutter_(spec, seed),
      daughters_(spec, columns_, seed),
      most_rows_(SiteWords(static_cast<u32>(spec.types.size()) + 1).most_cells()),
      threads_(std::move(threads)),
      lineage_(spec.replicas) {
  for (const TypeLife& life : spec_.life.of_types) {
    rules_.emplace_back(life.rules, parameter_bits(spec));
    shares_.emplace_back(life.shares, parameter_bits(spec));
    target_columns_.emplace_back();
    for (const GrowingTarget& target : life.targets)
      target_columns_.back().push_back(columns_.target(target.term));
  }
  for (u64 replica = 0; replica < spec.replicas; ++replica)
    formula_keys_.push_back(stream(seed, Purpose::LifeFormula, spec.first_replica + replica));
}

LifeChanges LifeStepper::step(CellTable& table, ReplicaReader& reader, u64 steps_done) {
  LifeChanges changes;
  dividing_.cells.clear();
  dividing_.results.clear();
  for (u64 replica = 0; replica < spec_.replicas; ++replica) {
    const std::size_t before = dividing_.cells.size();
    SiteChanges of_replica = step_replica(table, reader, replica, steps_done);
    const auto cells = std::span(dividing_.cells).subspan(before);
    if (!std::ranges::is_sorted(cells, {}, &CellToCut::number))
      std::ranges::sort(cells, {}, &CellToCut::number);
    if (!of_replica.empty()) changes.of_replicas[replica] = std::move(of_replica);
  }
  if (!dividing_.cells.empty()) changes.daughters = divide(table, reader, steps_done);
  return changes;
}

SiteChanges LifeStepper::step_replica(CellTable& table, ReplicaReader& reader, u64 replica, u64 steps_done) {
  const std::string when = fmt::format("in step {}", steps_done);
  numbers_.forget();
  CellNumbers cells = numbers_.read(table, reader, replica, when);
  numbers_.add_around(cells, when);
  const std::vector<Evaluated> of_types = evaluate(table, cells, replica, steps_done);
  free_dead(table, cells, replica, steps_done);
  return act(table, cells, of_types, replica, steps_done);
}

// Mothers are treated in the order of their numbers, replica by replica.
std::vector<u32> LifeStepper::divide(CellTable& table, ReplicaReader& reader, u64 steps_done) {
  const std::vector<CellToCut>& cells = dividing_.cells;
  const std::vector<u32> can_divide = reader.cut(cutter_, cells, steps_done);
  std::vector<u32> daughters(cells.size());
  u64 next_row = 1;
  bool has_births = false;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0 && cells[i].replica != cells[i - 1].replica) next_row = 1;
    if (can_divide[i] == 0) continue;
    const auto row = free_row(table, reader, cells[i].replica, next_row, steps_done);
    if (!row) break;
    table.take_number(cells[i].replica, *row);
    daughters[i] = *row;
    next_row = *row + 1;
    has_births = true;
  }
  if (has_births)
    daughters_.begin(table, cells, daughters, dividing_.results, steps_done, *threads_);
  else
    daughters.clear();
  return daughters;
}

// Frees the rows of cells that have lost their last site, in this step or at the end of the previous one.
void LifeStepper::free_dead(CellTable& table, const CellNumbers& cells, u64 replica, u64 steps_done) {
  const u64 first = replica * table.cells();
  const auto whole = [&](std::size_t column, u64 row) { return static_cast<u32>(table.number(column, row)); };
  auto living = cells.rows.begin();
  for (u64 row = first + 1; row < first + table.cells(); ++row) {
    if (living != cells.rows.end() && *living == row - first) {
      ++living;
      continue;
    }
    if (table.types()[row] == 0) continue;
    if (spec_.has_lineage)
      lineage_.add(replica, {table.cell_number(row),
                             columns_.mother < table.columns().size() ? whole(columns_.mother, row) : 0,
                             whole(columns_.born, row), static_cast<u32>(steps_done), table.types()[row]});
    table.free(row);
  }
}

std::optional<u32> LifeStepper::free_row(CellTable& table, ReplicaReader& reader, u64 replica, u64 from,
                                         u64 steps_done) {
  u64 row = from;
  const std::span<const u8> types = table.types(replica);
  while (row < types.size() && types[row] != 0) ++row;
  if (table.next_number(replica) != 0 && row < most_rows_ &&
      (row < table.cells() || grow(table, reader, std::min(most_rows_, 2 * row))))
    return static_cast<u32>(row);
  obstacle_ = why_no_row(table, replica, row, steps_done);
  return std::nullopt;
}

std::string LifeStepper::why_no_row(const CellTable& table, u64 replica, u64 row, u64 steps_done) const {
  if (table.next_number(replica) == 0)
    return fmt::format(
        "all 4294967295 numbers of cells were used up when a cell should have divided in step {}; let cells "
        "divide less often",
        steps_done);
  const std::string should = fmt::format("a cell should have divided in step {}, and ", steps_done);
  if (row >= most_rows_)
    return should + fmt::format(
                        "a tissue of {} types can have at most {} cells at a time, and it has this many now; "
                        "let fewer cells live",
                        spec_.types.size(), most_rows_ - 1);
  return should + fmt::format(
                      "there is no memory for more than the present {} cells{}; resume on a "
                      "machine with more memory, or let fewer cells live",
                      row - 1, spec_.replicas > 1 ? " in a replica" : "");
}

// Grows the table towards `cells` rows, as far as memory allows. Returns whether it has grown.
bool LifeStepper::grow(CellTable& table, ReplicaReader& reader, u64 cells) {
  u64 added_rows = cells - table.cells();
  while (added_rows > 0 && !reader.has_room(table.cells() + added_rows)) added_rows /= 2;
  if (added_rows > 0) table.grow(table.cells() + added_rows);
  return added_rows > 0;
}

std::vector<LifeStepper::Evaluated> LifeStepper::evaluate(const CellTable& table, const CellNumbers& cells,
                                                          u64 replica, u64 steps_done) {
  std::vector<Evaluated> of_types(rules_.size());
  const u64 first = replica * table.cells();
  const std::span<const u32> dying = table.values<u32>(columns_.dying);
  for (std::size_t i = 0; i < cells.rows.size(); ++i) {
    const auto type = static_cast<std::size_t>(cells.types[i]);
    const std::optional<Death>& death = spec_.life.of_types[type].death;
    const bool is_dying = dying[first + cells.rows[i]] > 0 && death && !death->at_once;
    (is_dying ? of_types[type].dying : of_types[type].places).push_back(i);
  }
  const std::string when = fmt::format("in step {}", steps_done);
  for (std::size_t type = 0; type < rules_.size(); ++type) {
    const std::vector<std::size_t>& places = of_types[type].places;
    if (places.empty() || spec_.life.of_types[type].rules.is_empty()) continue;
    const u32x2 key = formula_keys_[replica];
    of_types[type].results = places.size() == cells.rows.size()
                                 ? rules_[type].evaluate(cells, key, steps_done - 1, when)
                                 : rules_[type].evaluate(chosen(cells, places), key, steps_done - 1, when);
  }
  return of_types;
}

SiteChanges LifeStepper::act(CellTable& table, const CellNumbers& cells,
                             const std::vector<Evaluated>& of_types, u64 replica, u64 steps_done) {
  SiteChanges changes;
  const u64 first = replica * table.cells();
  take_targets_of_types(table, cells, first);
  for (std::size_t type = 0; type < of_types.size(); ++type) {
    const Evaluated& evaluated = of_types[type];
    for (const std::size_t place : evaluated.dying)
      shrink(table, first + cells.rows[place], cells.rows[place], *spec_.life.of_types[type].death, changes);
    std::vector<std::size_t> dividing;
    for (std::size_t i = 0; !evaluated.results.empty() && i < evaluated.places.size(); ++i) {
      const u32 cell = cells.rows[evaluated.places[i]];
      if (act_on_cell(table, first + cell, cell, evaluated, i, changes))
        dividing.push_back(evaluated.places[i]);
    }
    add_dividing(table, cells, replica, static_cast<u8>(type), dividing, steps_done);
  }
  return changes;
}

void LifeStepper::add_dividing(const CellTable& table, const CellNumbers& cells, u64 replica, u8 type,
                               const std::vector<std::size_t>& places, u64 steps_done) {
  const u64 first = replica * table.cells();
  std::vector<std::vector<f64>> results;
  if (!places.empty() && daughters_.has_formulas(type))
    results = shares_[type].evaluate(chosen(cells, places), formula_keys_[replica], steps_done - 1,
                                     fmt::format("in step {}", steps_done));
  for (std::size_t i = 0; i < places.size(); ++i) {
    const u32 cell = cells.rows[places[i]];
    dividing_.cells.push_back(
        {static_cast<u32>(replica), cell, table.cell_number(first + cell), type, dividing_.results.size()});
    for (const std::vector<f64>& of_cells : results) dividing_.results.push_back(of_cells[i]);
  }
}

bool LifeStepper::act_on_cell(CellTable& table, u64 row, u32 cell, const Evaluated& evaluated, std::size_t i,
                              SiteChanges& changes) {
  const TypeLife& life = spec_.life.of_types[table.types()[row]];
  const auto result = [&](unsigned number) { return evaluated.results[number][i]; };
  const std::vector<std::size_t>& columns = target_columns_[table.types()[row]];
  for (std::size_t place = 0; place < columns.size(); ++place)
    table.set(columns[place], row,
              std::clamp(result(life.targets[place].next_result), 0.0, life.targets[place].most));
  if (life.death && result(life.death->when_result) != 0) {
    if (life.death->at_once) {
      changes.dead.push_back(cell);
    } else {
      table.set(columns_.dying, row, 1);
      shrink(table, row, cell, *life.death, changes);
    }
    return false;
  }
  for (const Becoming& becoming : life.becoming)
    if (result(becoming.when_result) != 0) {
      become(table, row, becoming.type);
      changes.has_types = true;
      return false;
    }
  return life.division && result(life.division->when_result) != 0;
}

void LifeStepper::take_targets_of_types(CellTable& table, const CellNumbers& cells, u64 first_row) const {
  const std::span<const u32> dying = table.values<u32>(columns_.dying);
  for (const LifeTarget& target : columns_.targets)
    for (std::size_t i = 0; i < cells.rows.size(); ++i) {
      const u64 row = first_row + cells.rows[i];
      const auto& of_type = target.of_types[static_cast<std::size_t>(cells.types[i])];
      if (of_type && dying[row] == 0) table.set(target.column, row, *of_type);
    }
}

void LifeStepper::shrink(CellTable& table, u64 row, u32 cell, const Death& death,
                         SiteChanges& changes) const {
  const std::size_t target = columns_.target("volume"), dying = columns_.dying;
  const double before = table.number(target, row), steps = table.number(dying, row);
  table.set(target, row, std::max(0.0, before - death.shrink));
  if (before > 0) return;
  if (steps > static_cast<double>(death.after)) return changes.dead.push_back(cell);
  table.set(dying, row, steps + 1);
}

void LifeStepper::become(CellTable& table, u64 row, u8 type) const {
  table.set(0, row, type);
  take_targets_of_type(table, row);
}

void LifeStepper::take_targets_of_type(CellTable& table, u64 row) const {
  const u8 type = table.types()[row];
  for (const LifeTarget& target : columns_.targets)
    if (const auto& of_type = target.of_types[type])
      table.set(target.column, row, *of_type);
    else if (const GrowingTarget* growing = spec_.life.of_types[type].target(target.term))
      table.set(target.column, row, std::min(table.number(target.column, row), growing->most));
}

}  // namespace morula::potts
