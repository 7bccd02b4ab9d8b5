#include "models/potts/life/life_stepper.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/elementary.h"
#include "core/error.h"
#include "core/stream.h"
#include "models/potts/engine/padded_lattice.h"
#include "models/potts/terms/connected_term.h"

namespace morula::potts {
namespace {

constexpr double turn = 6.283185307179586, unit_length = 1048576;

// Draws of a division.
enum : u32 { AxisDraw, TieDraw };

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

i64 rounded_component(double component) {
  return static_cast<i64>(std::floor(component * unit_length + 0.5));
}

Place random_direction(unsigned dimensions, const u32x4& words) {
  const double angle = (words.x + 0.5) / 4294967296.0 * turn, height = (words.y + 0.5) / 2147483648.0 - 1;
  const double width = dimensions == 2 ? 1 : std::sqrt(1 - height * height);
  return {rounded_component(width * cosine(angle)), rounded_component(width * sine(angle)),
          dimensions == 2 ? 0 : rounded_component(height)};
}

// Scaled so that its longest component has the unit length.
Place given_direction(const std::array<double, 3>& along) {
  double longest = 0;
  for (const double component : along) longest = std::max(longest, std::abs(component));
  return {rounded_component(along[0] / longest), rounded_component(along[1] / longest),
          rounded_component(along[2] / longest)};
}

std::vector<Place> places_of(const std::vector<u32>& sites, const Lattice& lattice) {
  const std::array<i64, 3> sides = {static_cast<i64>(lattice.global.x), static_cast<i64>(lattice.global.y),
                                    static_cast<i64>(lattice.global.z)};
  const std::array wraps = {lattice.boundary.x == Boundary::Periodic,
                            lattice.boundary.y == Boundary::Periodic,
                            lattice.boundary.z == Boundary::Periodic};
  std::vector<Place> places;
  Place first = {};
  for (const u32 site : sites) {
    const i64 at = site;
    Place place = {at % sides[0], at / sides[0] % sides[1], at / sides[0] / sides[1]};
    if (places.empty()) first = place;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      place[axis] -= first[axis];
      if (wraps[axis] && 2 * place[axis] > sides[axis]) place[axis] -= sides[axis];
      if (wraps[axis] && 2 * place[axis] < -sides[axis]) place[axis] += sides[axis];
    }
    places.push_back(place);
  }
  return places;
}

}  // namespace

LifeStepper::LifeStepper(const PottsSpec& spec, u64 seed) : spec_(spec), numbers_(spec, spec.life.inputs()) {
  for (const TypeLife& life : spec_.life.of_types)
    evaluators_.emplace_back(life.program, parameter_bits(spec));
  for (u64 replica = 0; replica < spec.replicas; ++replica) {
    formula_keys_.push_back(stream(seed, Purpose::LifeFormula, spec.first_replica + replica));
    division_keys_.push_back(stream(seed, Purpose::CellDivision, spec.first_replica + replica));
  }
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
    const std::vector<u32> of_daughter = cut(table, replica, cell, of_cells[cell], steps_done);
    if (of_daughter.empty()) continue;
    for (const u32 site : of_daughter) sites[site] = static_cast<u32>(next_cell);
    add_daughter(table, replica, next_cell++, cell, events.results.at(cell), steps_done);
  }
  changed[replica] = std::move(sites);
}

// Cells that have lost their last site, in this step or at the end of the one before.
void LifeStepper::note_dead(CellTable& table, const CellNumbers& cells, u64 replica, u64 steps_done) {
  const std::size_t died = table.place("died");
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
    if (table.number(table.place("dying"), row) == 0) take_targets_of_type(table, row);
    if (!of_cells[i].empty()) act(table, row, cells.cells[i], of_cells[i], events);
  }
  return events;
}

void LifeStepper::act(CellTable& table, u64 row, u32 cell, const std::vector<f64>& results,
                      Events& events) const {
  const TypeLife& life = spec_.life.of_types[table.types()[row]];
  const bool is_dying = table.number(table.place("dying"), row) > 0;
  if (is_dying && life.death && !life.death->at_once) return shrink(table, row, cell, *life.death, events);
  for (const GrowingTarget& target : life.targets)
    table.set(table.place("target_" + target.term), row,
              std::clamp(results[target.next_result], 0.0, target.most));
  if (life.death && results[life.death->when_result] != 0) {
    if (life.death->at_once) return events.dead.push_back(cell);
    table.set(table.place("dying"), row, 1);
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
  const std::size_t target = table.place("target_volume"), dying = table.place("dying");
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
  const u8 type = table.types()[row];
  for (const char* term : {"volume", "surface"}) {
    const std::size_t column = table.place(std::string("target_") + term);
    if (column < table.columns().size() && !spec_.life.of_types[type].target(term))
      table.set(column, row, table.columns()[column].initial(spec_, type));
  }
}

bool LifeStepper::is_too_wide(const std::vector<Place>& places) const {
  const Boundaries& ends = spec_.lattice.boundary;
  const std::array sides = {spec_.lattice.global.x, spec_.lattice.global.y, spec_.lattice.global.z};
  const std::array wraps = {ends.x == Boundary::Periodic, ends.y == Boundary::Periodic,
                            ends.z == Boundary::Periodic && spec_.lattice.dimensions == 3};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    i64 least = 0, most = 0;
    for (const Place& place : places)
      least = std::min(least, place[axis]), most = std::max(most, place[axis]);
    if (wraps[axis] && 2 * static_cast<u64>(most - least + 1) > sides[axis]) return true;
  }
  return false;
}

Place LifeStepper::normal_of(const Division& division, const CellMoments& moments, const u32x4& words) const {
  const unsigned dimensions = spec_.lattice.dimensions;
  switch (division.axis) {
    case CutAxis::Short:
      return longest_axis(moments);
    case CutAxis::Long:
      return shortest_axis(moments, dimensions);
    case CutAxis::Random:
      return random_direction(dimensions, words);
    case CutAxis::Given:
      break;
  }
  const Place along = given_direction(division.along);
  return dimensions == 2 ? Place{-along[1], along[0], 0} : longest_axis_across(moments, along);
}

std::vector<u32> LifeStepper::cut(const CellTable& table, u64 replica, u32 mother,
                                  const std::vector<u32>& of_mother, u64 steps_done) const {
  const u8 type = table.types(replica)[mother];
  const Division& division = *spec_.life.of_types[type].division;
  const std::vector<Place> places = places_of(of_mother, spec_.lattice);
  if (is_too_wide(places)) return {};
  const CellMoments moments(places);
  const u32x4 words = draw(division_keys_[replica], mother, steps_done, AxisDraw);
  const Place normal = normal_of(division, moments, words);
  std::vector<u32> of_daughter;
  std::array<std::vector<Place>, 2> parts;  // of the mother and of the daughter
  for (std::size_t i = 0; i < places.size(); ++i) {
    const int side = side_of(places[i], moments, normal);
    const bool is_before =
        side == 0 ? (draw(division_keys_[replica], of_mother[i], steps_done, TieDraw).x & 1u) != 0 : side < 0;
    const bool is_daughters = is_before == ((words.z & 1u) != 0);
    parts[is_daughters ? 1 : 0].push_back(places[i]);
    if (is_daughters) of_daughter.push_back(of_mother[i]);
  }
  if (parts[0].empty() || parts[1].empty()) return {};
  const auto* connected = spec_.terms.find<ConnectedTerm>();
  const bool must_be_connected = connected && connected->of_type(type);
  if (must_be_connected && !(is_connected(parts[0]) && is_connected(parts[1]))) return {};
  return of_daughter;
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
  const std::size_t generation = table.place("generation");
  const double next = table.number(generation, of_mother) + 1;
  table.set(generation, of_mother, next);
  table.set(generation, row, next);
  table.set(table.place("born"), row, static_cast<double>(steps_done));
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
      halve(table.place(name));
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
