#include "models/potts/life/life_stepper.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"
#include "core/stream.h"
#include "models/potts/engine/padded_lattice.h"

namespace morula::potts {
namespace {

// The cells at these places of the list.
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

LifeColumns::LifeColumns(const PottsSpec& spec) {
  const std::vector<Column> columns = set_columns(spec);
  const auto place = [&](const std::string& name) {
    return static_cast<std::size_t>(std::ranges::find(columns, name, &Column::name) - columns.begin());
  };
  mother = place("mother");
  generation = place("generation");
  born = place("born");
  divided = place("divided");
  dying = place("dying");
  for (const std::string term : {"volume", "surface"}) {
    if (!spec.life.has_target(term)) continue;
    LifeTarget target{term, place("target_" + term), {}};
    for (std::size_t type = 0; type < spec.types.size(); ++type)
      target.of_types.push_back(spec.life.of_types[type].target(term)
                                    ? std::nullopt
                                    : std::optional(columns[target.column].initial(spec, type)));
    targets.push_back(target);
  }
}

std::size_t LifeColumns::target(const std::string& term) const {
  return std::ranges::find(targets, term, &LifeTarget::term)->column;
}

LifeStepper::LifeStepper(const PottsSpec& spec, u64 seed, std::shared_ptr<ThreadPool> threads)
    : spec_(spec),
      numbers_(spec, spec.life.inputs()),
      columns_(spec),
      cutter_(spec, seed),
      threads_(std::move(threads)),
      lineage_(spec.replicas) {
  for (const TypeLife& life : spec_.life.of_types)
    evaluators_.emplace_back(life.program, parameter_bits(spec));
  for (u64 replica = 0; replica < spec.replicas; ++replica)
    formula_keys_.push_back(stream(seed, Purpose::LifeFormula, spec.first_replica + replica));
}

LifeChanges LifeStepper::step(CellTable& table, ReplicaReader& reader, u64 steps_done) {
  LifeChanges changed;
  for (u64 replica = 0; replica < spec_.replicas; ++replica)
    if (SiteChanges changes = step_replica(table, reader, replica, steps_done); !changes.empty())
      changed[replica] = std::move(changes);
  return changed;
}

SiteChanges LifeStepper::step_replica(CellTable& table, ReplicaReader& reader, u64 replica, u64 steps_done) {
  const std::string when = fmt::format("in step {}", steps_done);
  numbers_.forget();
  CellNumbers cells = numbers_.read(table, reader, replica, when);
  numbers_.add_around(cells, when);
  const std::vector<Evaluated> of_types = evaluate(cells, replica, steps_done);
  free_dead(table, cells, replica, steps_done);
  Events events = act(table, cells, of_types, replica);
  SiteChanges changes{std::move(events.dead), {}, events.has_changed_types};
  if (!events.dividing.empty()) divide(table, reader, replica, events, steps_done, changes);
  return changes;
}

// In the order of the numbers of mothers.
void LifeStepper::divide(CellTable& table, ReplicaReader& reader, u64 replica, Events& events, u64 steps_done,
                         SiteChanges& changes) {
  const auto number = [&](const Dividing& dividing) {
    return table.cell_number(replica * table.cells() + dividing.cell);
  };
  std::ranges::sort(events.dividing, {}, number);
  std::vector<u32> mothers;
  for (const Dividing& dividing : events.dividing) mothers.push_back(dividing.cell);
  std::vector<std::vector<u32>> sites = reader.sites_of(replica, mothers);
  threads_->for_ranges(mothers.size(), [&](u64 begin, u64 end) {
    for (u64 i = begin; i < end; ++i)
      sites[i] = cutter_.cut(replica, number(events.dividing[i]), table.types(replica)[mothers[i]], sites[i],
                             steps_done);
  });
  u64 next_row = 1;
  for (std::size_t i = 0; i < mothers.size(); ++i) {
    if (sites[i].empty()) continue;
    const auto row = free_row(table, replica, next_row, steps_done);
    if (!row) return;
    for (const u32 site : sites[i]) changes.taken.push_back({site, *row});
    const u64 first = replica * table.cells();
    add_daughter(table, first + *row, first + mothers[i],
                 std::span(events.results).subspan(events.dividing[i].first), steps_done);
    next_row = *row + 1;
  }
}

// Cells that have lost their last site, in this step or at the end of the one before.
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

std::optional<u32> LifeStepper::free_row(CellTable& table, u64 replica, u64 from, u64 steps_done) {
  const u64 most = SiteWords(static_cast<u32>(spec_.types.size()) + 1).most_cells();
  u64 row = from;
  while (row < table.cells() && table.types(replica)[row] != 0) ++row;
  if (table.next_number(replica) == 0)
    obstacle_ = fmt::format(
        "all 4294967295 numbers of cells were given when a cell should have divided in step {}; let cells "
        "divide less often",
        steps_done);
  else if (row >= most)
    obstacle_ = fmt::format(
        "a cell should have divided in step {}, and a tissue of {} types has room for {} cells at a time, "
        "all "
        "of which are there; let fewer cells live",
        steps_done, spec_.types.size(), most - 1);
  if (!obstacle_.empty()) return std::nullopt;
  if (row == table.cells()) table.grow(std::min(most, 2 * row));
  return static_cast<u32>(row);
}

std::vector<LifeStepper::Evaluated> LifeStepper::evaluate(const CellNumbers& cells, u64 replica,
                                                          u64 steps_done) {
  std::vector<Evaluated> of_types(evaluators_.size());
  for (std::size_t i = 0; i < cells.rows.size(); ++i)
    of_types[static_cast<std::size_t>(cells.types[i])].places.push_back(i);
  const std::string when = fmt::format("in step {}", steps_done);
  for (std::size_t type = 0; type < evaluators_.size(); ++type) {
    auto& [places, results] = of_types[type];
    if (places.empty() || spec_.life.of_types[type].program.is_empty()) continue;
    const u32x2 key = formula_keys_[replica];
    results = places.size() == cells.rows.size()
                  ? evaluators_[type].evaluate(cells, key, steps_done - 1, when)
                  : evaluators_[type].evaluate(chosen(cells, places), key, steps_done - 1, when);
  }
  return of_types;
}

LifeStepper::Events LifeStepper::act(CellTable& table, const CellNumbers& cells,
                                     const std::vector<Evaluated>& of_types, u64 replica) const {
  Events events;
  const u64 first = replica * table.cells();
  take_targets_of_types(table, cells, first);
  for (const Evaluated& evaluated : of_types)
    for (std::size_t i = 0; !evaluated.results.empty() && i < evaluated.places.size(); ++i) {
      const u32 cell = cells.rows[evaluated.places[i]];
      act(table, first + cell, cell, evaluated, i, events);
    }
  return events;
}

void LifeStepper::act(CellTable& table, u64 row, u32 cell, const Evaluated& evaluated, std::size_t i,
                      Events& events) const {
  const TypeLife& life = spec_.life.of_types[table.types()[row]];
  const auto result = [&](unsigned number) { return evaluated.results[number][i]; };
  const bool is_dying = table.values<u32>(columns_.dying)[row] > 0;
  if (is_dying && life.death && !life.death->at_once) return shrink(table, row, cell, *life.death, events);
  for (const GrowingTarget& target : life.targets)
    table.set(columns_.target(target.term), row, std::clamp(result(target.next_result), 0.0, target.most));
  if (life.death && result(life.death->when_result) != 0) {
    if (life.death->at_once) return events.dead.push_back(cell);
    table.set(columns_.dying, row, 1);
    return shrink(table, row, cell, *life.death, events);
  }
  for (const Becoming& becoming : life.becoming)
    if (result(becoming.when_result) != 0) {
      become(table, row, becoming.type);
      events.has_changed_types = true;
      return;
    }
  if (life.division && result(life.division->when_result) != 0) {
    events.dividing.push_back({cell, events.results.size()});
    for (const std::vector<f64>& results : evaluated.results) events.results.push_back(results[i]);
  }
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

void LifeStepper::shrink(CellTable& table, u64 row, u32 cell, const Death& death, Events& events) const {
  const std::size_t target = columns_.target("volume"), dying = columns_.dying;
  const double before = table.number(target, row), steps = table.number(dying, row);
  table.set(target, row, std::max(0.0, before - death.shrink));
  if (before > 0) return;
  if (steps > static_cast<double>(death.after)) return events.dead.push_back(cell);
  table.set(dying, row, steps + 1);
}

void LifeStepper::become(CellTable& table, u64 row, u8 type) const {
  table.set(0, row, type);
  take_targets_of_type(table, row);
}

void LifeStepper::take_targets_of_type(CellTable& table, u64 row) const {
  for (const LifeTarget& target : columns_.targets)
    if (const auto& of_type = target.of_types[table.types()[row]]) table.set(target.column, row, *of_type);
}

void LifeStepper::add_daughter(CellTable& table, u64 row, u64 mother, std::span<const f64> results,
                               u64 steps_done) const {
  const Division& division = *spec_.life.of_types[table.types()[mother]].division;
  table.begin_daughter(spec_, row, mother);
  begin_anew(table, mother, row, division);
  const double next = table.number(columns_.generation, mother) + 1, now = static_cast<double>(steps_done);
  for (const u64 cell : {mother, row}) {
    table.set(columns_.generation, cell, next);
    table.set(columns_.divided, cell, now);
  }
  table.set(columns_.born, row, now);
  share(table, mother, row, division, results);
  if (division.daughter) become(table, row, *division.daughter);
}

// Some columns begin anew in both cells; an age that is copied does not.
void LifeStepper::begin_anew(CellTable& table, u64 mother, u64 daughter, const Division& division) const {
  for (std::size_t column = 0; column < table.columns().size(); ++column) {
    const Column& declared = table.columns()[column];
    if (declared.from_mother != FromMother::Anew) continue;
    if (std::ranges::find(division.shares, declared.name, &Share::column) != division.shares.end())
      table.set(column, daughter, table.number(column, mother));
    else
      table.set(column, mother, declared.initial ? declared.initial(spec_, table.types()[mother]) : 0);
  }
}

void LifeStepper::share(CellTable& table, u64 mother, u64 daughter, const Division& division,
                        std::span<const f64> results) const {
  const auto halve = [&](std::size_t column) {
    const double half = table.number(column, mother) / 2;
    table.set(column, mother, half);
    table.set(column, daughter, half);
  };
  for (const GrowingTarget& target : spec_.life.of_types[table.types()[mother]].targets) {
    const std::string name = "target_" + target.term;
    if (std::ranges::find(division.shares, name, &Share::column) == division.shares.end())
      halve(columns_.target(target.term));
  }
  for (const Share& shared : division.shares) {
    const std::size_t column = table.place(shared.column);
    if (shared.kind == Share::Kind::Half) halve(column);
    if (shared.kind != Share::Kind::Formula) continue;
    const bool is_target = shared.column.starts_with("target_");
    const double value = results[shared.result];
    table.set(column, daughter,
              is_target ? std::clamp(value, 0.0, spec_.life.most(shared.column.substr(7))) : value);
  }
}

void fit_targets(const PottsSpec& spec, CellTable& cells) {
  const LifeColumns columns(spec);
  const std::vector<Column> declared = set_columns(spec);
  const std::span<const u32> dying = cells.values<u32>(columns.dying);
  for (const LifeTarget& target : columns.targets) {
    double most = spec.life.most(target.term);
    for (std::size_t type = 0; type < spec.types.size(); ++type)
      most = std::max(most, declared[target.column].initial(spec, type));
    for (u64 row = 0; row < cells.rows(); ++row) {
      const auto& of_type = target.of_types[cells.types()[row]];
      const double before = cells.number(target.column, row);
      const double now = of_type && dying[row] == 0 ? *of_type : std::min(before, most);
      if (cells.types()[row] != 0 && now != before) cells.set(target.column, row, now);
    }
  }
}

}  // namespace morula::potts
