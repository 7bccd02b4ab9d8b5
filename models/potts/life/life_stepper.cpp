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
  return {pick(cells.cells),         pick(cells.volumes),         pick(cells.surfaces),
          pick(cells.ages),          pick(cells.types),           pick_each(cells.sums),
          pick_each(cells.contacts), pick_each(cells.neighbours), pick_each(cells.properties),
          pick_each(cells.around),   pick_each(cells.targets)};
}

}  // namespace

LifeColumns::LifeColumns(const PottsSpec& spec) {
  const std::vector<Column> columns = set_columns(spec);
  const auto place = [&](const std::string& name) {
    return static_cast<std::size_t>(std::ranges::find(columns, name, &Column::name) - columns.begin());
  };
  generation = place("generation");
  born = place("born");
  died = place("died");
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

LifeStepper::LifeStepper(const PottsSpec& spec, u64 seed)
    : spec_(spec), numbers_(spec, spec.life.inputs()), columns_(spec), cutter_(spec, seed) {
  for (const TypeLife& life : spec_.life.of_types)
    evaluators_.emplace_back(life.program, parameter_bits(spec));
  for (u64 replica = 0; replica < spec.replicas; ++replica)
    formula_keys_.push_back(stream(seed, Purpose::LifeFormula, spec.first_replica + replica));
}

ChangedSites LifeStepper::step(CellTable& table, ReplicaReader& reader, u64 steps_done) {
  ChangedSites changed;
  for (u64 replica = 0; replica < spec_.replicas; ++replica)
    step_replica(table, reader, replica, steps_done, changed);
  return changed;
}

void LifeStepper::step_replica(CellTable& table, ReplicaReader& reader, u64 replica, u64 steps_done,
                               ChangedSites& changed) {
  const std::string when = fmt::format("in step {}", steps_done);
  numbers_.forget();
  CellNumbers cells = numbers_.read(table, reader, replica, when);
  numbers_.add_around(cells, when);
  note_dead(table, cells, replica, steps_done);
  const Events events = act(table, cells, replica, steps_done);
  if (events.dead.empty() && events.dividing.empty() && !events.has_changed_types) return;
  std::vector<u32> sites(spec_.lattice.global.sites());
  reader.read_sites(replica, sites);
  std::map<u32, std::vector<u32>> of_cells;
  for (const u32 cell : events.dead) of_cells[cell];
  for (const u32 cell : events.dividing) of_cells[cell];
  for (u32 site = 0; site < sites.size(); ++site)
    if (const auto found = of_cells.find(sites[site]); found != of_cells.end()) found->second.push_back(site);
  for (const u32 cell : events.dead)
    for (const u32 site : of_cells[cell]) sites[site] = 0;
  u64 next_cell = table.cells();
  while (next_cell > 1 && table.types(replica)[next_cell - 1] == 0) --next_cell;
  for (const u32 cell : events.dividing) {
    const std::vector<u32> of_daughter =
        cutter_.cut(replica, cell, table.types(replica)[cell], of_cells[cell], steps_done);
    if (of_daughter.empty()) continue;
    for (const u32 site : of_daughter) sites[site] = static_cast<u32>(next_cell);
    add_daughter(table, replica, next_cell++, cell, events.results.at(cell), steps_done);
  }
  changed[replica] = std::move(sites);
}

// Cells that have lost their last site, in this step or at the end of the one before.
void LifeStepper::note_dead(CellTable& table, const CellNumbers& cells, u64 replica, u64 steps_done) const {
  const std::size_t died = columns_.died;
  const u64 first = replica * table.cells();
  auto living = cells.cells.begin();
  for (u32 cell = 1; cell < table.cells(); ++cell) {
    const bool lives = living != cells.cells.end() && *living == cell;
    if (lives)
      ++living;
    else if (table.types()[first + cell] != 0 && table.number(died, first + cell) == 0)
      table.set(died, first + cell, static_cast<double>(steps_done));
  }
}

LifeStepper::Events LifeStepper::act(CellTable& table, const CellNumbers& cells, u64 replica,
                                     u64 steps_done) {
  std::vector<std::vector<f64>> of_cells(cells.cells.size());  // results of formulas
  for (std::size_t type = 0; type < evaluators_.size(); ++type) {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < cells.cells.size(); ++i)
      if (cells.types[i] == static_cast<i64>(type)) places.push_back(i);
    if (places.empty() || spec_.life.of_types[type].program.is_empty()) continue;
    const auto results = evaluators_[type].evaluate(chosen(cells, places), formula_keys_[replica],
                                                    steps_done - 1, fmt::format("in step {}", steps_done));
    for (std::size_t i = 0; i < places.size(); ++i)
      for (const std::vector<f64>& result : results) of_cells[places[i]].push_back(result[i]);
  }
  Events events;
  for (std::size_t i = 0; i < cells.cells.size(); ++i) {
    const u64 row = replica * table.cells() + cells.cells[i];
    if (table.number(columns_.dying, row) == 0) take_targets_of_type(table, row);
    if (!of_cells[i].empty()) act(table, row, cells.cells[i], of_cells[i], events);
  }
  return events;
}

void LifeStepper::act(CellTable& table, u64 row, u32 cell, const std::vector<f64>& results,
                      Events& events) const {
  const TypeLife& life = spec_.life.of_types[table.types()[row]];
  const bool is_dying = table.number(columns_.dying, row) > 0;
  if (is_dying && life.death && !life.death->at_once) return shrink(table, row, cell, *life.death, events);
  for (const GrowingTarget& target : life.targets)
    table.set(columns_.target(target.term), row, std::clamp(results[target.next_result], 0.0, target.most));
  if (life.death && results[life.death->when_result] != 0) {
    if (life.death->at_once) return events.dead.push_back(cell);
    table.set(columns_.dying, row, 1);
    return shrink(table, row, cell, *life.death, events);
  }
  for (const Becoming& becoming : life.becoming)
    if (results[becoming.when_result] != 0) {
      become(table, row, becoming.type);
      events.has_changed_types = true;
      return;
    }
  if (life.division && results[life.division->when_result] != 0) {
    events.dividing.push_back(cell);
    events.results[cell] = results;
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

void LifeStepper::add_daughter(CellTable& table, u64 replica, u64 cell, u32 mother,
                               const std::vector<f64>& results, u64 steps_done) const {
  if (cell == table.cells()) {
    const u64 most = SiteWords(static_cast<u32>(spec_.types.size())).most_cells();
    if (cell >= most)
      throw Error(fmt::format(
          "a cell divides in step {}, and all {} numbers of cells that a tissue of {} types has are in use: "
          "make the run shorter, or let cells divide less often",
          steps_done, most - 1, spec_.types.size()));
    table.grow(std::min(most, 2 * cell));
  }
  const u64 row = replica * table.cells() + cell, of_mother = replica * table.cells() + mother;
  const Division& division = *spec_.life.of_types[table.types()[of_mother]].division;
  table.begin_daughter(spec_, replica, cell, mother);
  begin_anew(table, of_mother, row, division);
  const std::size_t generation = columns_.generation;
  const double next = table.number(generation, of_mother) + 1;
  table.set(generation, of_mother, next);
  table.set(generation, row, next);
  table.set(columns_.born, row, static_cast<double>(steps_done));
  share(table, of_mother, row, division, results);
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
                        const std::vector<f64>& results) const {
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

}  // namespace morula::potts
