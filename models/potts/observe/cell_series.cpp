#include "models/potts/observe/cell_series.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "models/fields/field_columns.h"
#include "models/potts/observe/tissue_sums.h"
#include "models/potts/terms/constraint_term.h"
#include "models/potts/terms/length_term.h"

namespace morula::potts {
namespace {

double root_mean(double sum, u64 count) {
  return count == 0 ? 0 : std::sqrt(std::max(0.0, sum) / static_cast<double>(count));
}

std::vector<std::string> type_names_of(const PottsSpec& spec) {
  std::vector<std::string> names;
  for (const CellType& type : spec.types) names.push_back(type.name);
  return names;
}

constexpr std::size_t volume = 0;  // index among the numbers kept for every cell

void add_volumes(const PottsSpec& spec, const Energies& energies, const TissueSums& sums, Row& row) {
  const bool varies = !energies.varying.empty() && energies.varying.front().number == volume;
  double all_distances = 0, all_deviations = 0;
  u64 all_cells = 0;
  const Constraints& constraints = spec.terms.find<VolumeTerm>()->of_types;
  for (std::size_t type = 1; type < spec.types.size(); ++type) {
    const u64 cells = sums.cells(type), sites = sums.sum(volume, type);
    const double deviations = sums.squared_deviations(volume, type);
    const auto constraint = constraint_of(constraints, type);
    const double distances = !constraint ? deviations
                             : varies    ? sums.target_distance(volume, type)
                                         : sums.squared_distance(volume, type, constraint->target);
    row.emplace_back(cells);
    row.emplace_back(cells == 0 ? 0 : static_cast<double>(sites) / static_cast<double>(cells));
    row.emplace_back(root_mean(distances, cells));
    row.emplace_back(root_mean(deviations, cells));
    all_distances += distances;
    all_deviations += deviations;
    all_cells += cells;
  }
  row.emplace_back(root_mean(all_distances, all_cells));
  row.emplace_back(root_mean(all_deviations, all_cells));
}

// Values in the order of cell_columns().
Row row_of(const PottsSpec& spec, const Energies& energies, u64 attempts, const TissueSums& sums) {
  Row row = {attempts, sums.accepted()};
  const std::vector<double> of_terms = energies_of_terms(spec, energies, sums);
  row.emplace_back(std::accumulate(of_terms.begin(), of_terms.end(), 0.0));
  for (const double energy : of_terms) row.emplace_back(energy);
  add_volumes(spec, energies, sums, row);
  for (std::size_t a = 0; a < sums.types(); ++a)
    for (std::size_t b = a + 1; b < sums.types(); ++b) row.emplace_back(sums.nearest(a, b));
  const CellLengths lengths(energies);
  for (std::size_t type = 1; type < sums.types(); ++type)
    if (lengths.has(type))
      row.emplace_back(CellLengths::in_sites(static_cast<i64>(sums.lengths(type))) /
                       static_cast<double>(std::max<u64>(sums.cells(type), 1)));
  return row;
}

}  // namespace

Sums cell_sums(const Energies& energies, u64 accepted, const ContactCounts& contacts,
               const std::vector<i32>& numbers, const CellTable& cells, u64 replica) {
  const std::size_t kept = energies.kept();
  const TissueSums layout(energies, {});
  const CellLengths lengths(energies);
  const std::span<const u8> types = cells.types(replica);
  Sums sums = {accepted};
  sums.insert(sums.end(), contacts.contacts.begin(), contacts.contacts.end());
  sums.insert(sums.end(), contacts.nearest.begin(), contacts.nearest.end());
  sums.resize(layout.size());
  for (std::size_t cell = 1; cell < types.size(); ++cell) {
    if (numbers[cell * kept + volume] == 0) continue;
    u64* const of_type = &sums[layout.of_type(types[cell])];
    ++of_type[0];
    for (std::size_t number = 0; number < kept; ++number) {
      const u64 value = static_cast<u64>(i64{numbers[cell * kept + number]});
      of_type[1 + 2 * number] += value;
      of_type[2 + 2 * number] += value * value;
    }
    for (std::size_t i = 0; i < energies.varying.size(); ++i) {
      const VaryingTarget& varying = energies.varying[i];
      TissueSums::add_square(&sums[layout.of_varying(i, types[cell])], numbers[cell * kept + varying.number],
                             cells.number(cells.place(varying.column), replica * cells.cells() + cell));
    }
    if (lengths.has(types[cell])) {
      u64* const of_length = &sums[layout.of_length(types[cell])];
      const i64 length = lengths.length(&numbers[cell * kept]);
      of_length[0] += static_cast<u64>(lengths.energy(types[cell], length));
      of_length[1] += static_cast<u64>(length);
    }
  }
  return sums;
}

std::vector<std::string> terms_with_energy(const PottsSpec& spec) {
  std::vector<std::string> keys;
  for (const auto& term : spec.terms)
    if (term->has_energy()) keys.push_back(term->key());
  return keys;
}

std::vector<double> energies_of_terms(const PottsSpec& spec, const Energies& energies,
                                      const TissueSums& sums) {
  std::vector<double> of_terms;
  for (const auto& term : spec.terms)
    if (term->has_energy()) of_terms.push_back(term->energy(energies, sums));
  return of_terms;
}

std::vector<std::string> cell_columns(const PottsSpec& spec) {
  std::vector<std::string> names;
  if (spec.replicas > 1) names.push_back("replica");
  for (const char* name : {"attempts", "accepted", "energy"}) names.push_back(name);
  for (const std::string& key : terms_with_energy(spec)) names.push_back("energy_" + key);
  for (std::size_t type = 1; type < spec.types.size(); ++type)
    for (const char* what : {"cells_", "volume_", "volume_rms_", "volume_sd_"})
      names.push_back(what + spec.types[type].name);
  names.push_back("volume_rms");
  names.push_back("volume_sd");
  for (std::size_t a = 0; a < spec.types.size(); ++a)
    for (std::size_t b = a + 1; b < spec.types.size(); ++b)
      names.push_back("contact_" + spec.types[a].name + "_" + spec.types[b].name);
  for (const std::size_t type : types_with_length(spec)) names.push_back("length_" + spec.types[type].name);
  for (const std::string& column : fields::field_columns(spec.fields, type_names_of(spec)))
    names.push_back(column);
  return names;
}

std::vector<SeriesColumn> typed_columns(const PottsSpec& spec) {
  std::vector<SeriesColumn> columns = columns_of(cell_columns(spec));
  if (spec.replicas > 1) columns.erase(columns.begin());
  for (SeriesColumn& column : columns)
    column.is_real = column.name.starts_with("energy") || column.name.starts_with("volume_") ||
                     column.name.starts_with("length_");
  const std::size_t of_fields = fields::field_columns(spec.fields, type_names_of(spec)).size();
  for (std::size_t i = columns.size() - of_fields; i < columns.size(); ++i) columns[i].is_real = true;
  return columns;
}

// The total energy has a separate panel, because most of its terms are small and would look constant beside
// it. Volumes are shown without that of a wall, which never changes, for the same reason.
SeriesFigure cell_figure(const PottsSpec& spec) {
  SeriesPanel energy{"energy", {{"energy", "energy"}}, false};
  SeriesPanel terms{"terms of the energy", {}};
  for (const std::string& key : terms_with_energy(spec)) terms.curves.push_back({"energy_" + key, key});
  SeriesPanel volumes{"mean volume (sites)", {}}, contacts{"contacts (pairs of sites)", {}};
  for (unsigned type = 1; type < spec.types.size(); ++type)
    if (!spec.types[type].fixed)
      volumes.curves.push_back({"volume_" + spec.types[type].name, spec.types[type].name, type});
  for (std::size_t a = 0; a < spec.types.size(); ++a)
    for (std::size_t b = a + 1; b < spec.types.size(); ++b) {
      const std::string &first = spec.types[a].name, &second = spec.types[b].name;
      contacts.curves.push_back({"contact_" + first + "_" + second, first + "–" + second});
    }
  SeriesPanel lengths{"mean length (sites)", {}};
  for (const std::size_t type : types_with_length(spec))
    lengths.curves.push_back(
        {"length_" + spec.types[type].name, spec.types[type].name, static_cast<unsigned>(type)});
  SeriesFigure figure{"time (Monte Carlo steps)", "Monte Carlo steps", {}};
  if (spec.has_cells()) figure.panels.push_back(energy);
  if (!spec.fields.empty()) figure.panels.push_back(fields::field_panel(spec.fields));
  for (const SeriesPanel& panel : {terms, volumes, lengths, contacts})
    if (!panel.curves.empty() && (panel.title != terms.title || terms.curves.size() > 1))
      figure.panels.push_back(panel);
  return figure;
}

std::vector<Row> cell_rows(const PottsSpec& spec, const Energies& energies, u64 attempts,
                           const Sums& totals) {
  const std::size_t sums_of_replica = TissueSums(energies, {}).size();
  std::vector<Row> rows;
  for (u64 replica = 0; replica < spec.replicas; ++replica) {
    const TissueSums sums(energies, std::span(totals).subspan(replica * sums_of_replica, sums_of_replica));
    Row row = row_of(spec, energies, attempts, sums);
    if (spec.replicas > 1) row.insert(row.begin(), spec.first_replica + replica);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace morula::potts
