#include "models/potts/observe/tissue_tables.h"

#include <algorithm>

namespace morula::potts {
namespace {

constexpr u64 no_table = ~u64{0};

// Does this column (`divided` or `born`) of the cell hold a step after `step`?
bool has_divided_since(u64 step, const char* column, const CellTable& cells, u64 row) {
  if (!cells.has_numbers() || step == no_table) return false;
  return cells.number(cells.place(column), row) > static_cast<double>(step);
}

}  // namespace

std::vector<Table> TissueTables::tables() const {
  std::vector<Table> tables = {cells_table(*spec_)};
  if (spec_->has_tracks) tables.push_back(tracks_table(*spec_));
  if (!spec_->life.empty())
    tables.push_back(lineage_table(*spec_));  // lists only living cells if not in output
  return tables;
}

void TissueTables::read(const Table& table, PottsEngine& engine, u64 time, const RowSink& sink) {
  add_rows();
  if (table.name == "tracks") return read_tracks(engine, time, sink);
  if (table.name == "lineage") return add_lineage(*spec_, engine.cells(), *engine.lineage(), sink);
  read_cells(engine, time, sink);
}

void TissueTables::read_cells(PottsEngine& engine, u64 time, const RowSink& sink) {
  const bool is_due = !cells_every_ || time % *cells_every_ == 0;
  if (is_due) tracks_.begin_table(time);
  const u64 since = tracks_.times()[is_due ? 0 : 1];
  const CellTable& cells = engine.cells();
  std::vector<Number> values;
  for (u64 replica = 0; replica < spec_->replicas; ++replica) {
    const std::vector<i32> numbers = engine.numbers(replica);
    const CellValues columns(*spec_, energies_, cells, numbers, replica);
    for (const CellRow& row : by_number(cell_rows(engine, *spec_, replica), cells, replica)) {
      const u64 at = replica * cells_ + row.cell;
      auto before = is_due ? tracks_.note(at, row.centroid) : tracks_.last(at, row.centroid);
      if (has_divided_since(since, "divided", cells, at)) before.reset();
      values.clear();
      if (spec_->replicas > 1) values.emplace_back(spec_->first_replica + replica);
      add_row(*spec_, columns, row, before, values);
      sink(values);
    }
  }
}

void TissueTables::read_tracks(PottsEngine& engine, u64 time, const RowSink& sink) {
  // A table that is not remembered does not change the paths.
  const bool is_due = time % spec_->tracks_every == 0;
  const std::optional<CellPaths> kept = is_due ? std::nullopt : std::optional(paths_);
  const std::array<u64, 2> kept_times = path_times_;
  if (time != path_times_[1]) path_times_ = {path_times_[1], time};
  const u64 since = path_times_[0];
  const CellTable& cells = engine.cells();
  std::vector<Number> values;
  for (u64 replica = 0; replica < spec_->replicas; ++replica)
    for (const CellRow& row : by_number(cell_places(engine, *spec_, replica), cells, replica)) {
      if (!row.centroid) continue;
      const u64 at = replica * cells_ + row.cell;
      const bool is_new = has_divided_since(since, "born", cells, at);
      if (is_new) paths_.forget(at);
      const Point place = paths_.note(spec_->lattice, at, *row.centroid);
      if (!is_new && has_divided_since(since, "divided", cells, at)) continue;
      values.clear();
      if (spec_->replicas > 1) values.emplace_back(spec_->first_replica + replica);
      values.emplace_back(u64{cells.cell_number(at)});
      values.emplace_back(u64{cells.types(replica)[row.cell]});
      for (std::size_t axis = 0; axis < spec_->lattice.dimensions; ++axis) values.emplace_back(place[axis]);
      sink(values);
    }
  if (is_due) return;
  paths_ = *kept;
  path_times_ = kept_times;
}

std::vector<CellRow> TissueTables::by_number(std::vector<CellRow> rows, const CellTable& cells,
                                             u64 replica) const {
  const auto number = [&](const CellRow& row) { return cells.cell_number(replica * cells_ + row.cell); };
  if (cells.has_numbers()) std::ranges::sort(rows, {}, number);
  return rows;
}

void TissueTables::begin(u64 cells) {
  cells_ = remembered_ = cells;
  tracks_ = CellTracks(cells * spec_->replicas);
  paths_ = CellPaths(spec_->has_tracks ? cells * spec_->replicas : 0);
  path_times_ = {no_table, no_table};
}

void TissueTables::add_rows() {
  if (remembered_ == cells_) return;
  const auto copy_rows = [&](std::span<const double> from, std::span<double> to) {
    for (u64 replica = 0; replica < spec_->replicas && !from.empty(); ++replica)
      std::ranges::copy(from.subspan(6 * replica * remembered_, 6 * remembered_), &to[6 * replica * cells_]);
  };
  CellTracks tracks(cells_ * spec_->replicas);
  CellPaths paths(spec_->has_tracks ? cells_ * spec_->replicas : 0);
  copy_rows(tracks_.centroids(), tracks.centroids());
  copy_rows(paths_.values(), paths.values());
  std::ranges::copy(tracks_.times(), tracks.times().begin());
  tracks_ = std::move(tracks);
  paths_ = std::move(paths);
  remembered_ = cells_;
}

bool TissueTables::is_of_later_step() const {
  const u64 last = tracks_.times()[1];
  return last != no_table && last != 0;
}

}  // namespace morula::potts
