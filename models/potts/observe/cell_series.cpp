#include "models/potts/observe/cell_series.h"

#include <algorithm>
#include <cmath>

#include "core/uint128.h"

namespace morula::potts {
namespace {

enum OfType : std::size_t { Cells, Sites, SiteSquares, Faces, FaceSquares, numbers_of_type };

// Where the sums of a replica lie.
struct SumsLayout {
  explicit SumsLayout(const PottsSpec& spec) : types(spec.types.size()) {}

  std::size_t contact(std::size_t a, std::size_t b) const { return 1 + a * types + b; }
  std::size_t nearest(std::size_t a, std::size_t b) const { return 1 + types * types + a * types + b; }
  std::size_t of(std::size_t type, OfType what) const {
    return 1 + 2 * types * types + type * numbers_of_type + what;
  }
  std::size_t size() const { return of(types, Cells); }

  std::size_t types;
};

double root_mean(double sum, u64 count) {
  return count == 0 ? 0 : std::sqrt(std::max(0.0, sum) / static_cast<double>(count));
}

// Σ (n − from)² over the cells of a type, of which `sum` is Σ n and `squares` is Σ n².
double squared_distance(u64 cells, u64 sum, u64 squares, double from) {
  return static_cast<double>(squares) - 2 * from * static_cast<double>(sum) +
         from * from * static_cast<double>(cells);
}

// Σ (n − mean)², from whole numbers up to the last division: a difference of rounded sums would lose small
// deviations of large cells.
double squared_deviations(u64 cells, u64 sum, u64 squares) {
  if (cells == 0) return 0;
  return static_cast<double>(Uint128{cells} * squares - Uint128{sum} * sum) / static_cast<double>(cells);
}

// Of all cells of a type, with the numbers that decide: those of fixed point.
double energy_of(const Quadratic& term, u64 cells, u64 sum, u64 squares) {
  if (term.strength == 0) return 0;
  const double strength = static_cast<double>(term.strength);
  return strength * squared_distance(cells, sum, squares, static_cast<double>(term.linear) / (2 * strength));
}

void add_volumes(const PottsSpec& spec, const SumsLayout& at, std::span<const u64> sums, Row& row) {
  double all_distances = 0, all_deviations = 0;
  u64 all_cells = 0;
  for (std::size_t type = 1; type < spec.types.size(); ++type) {
    const u64 cells = sums[at.of(type, Cells)], sites = sums[at.of(type, Sites)],
              squares = sums[at.of(type, SiteSquares)];
    const double deviations = squared_deviations(cells, sites, squares);
    const auto& volume = spec.types[type].volume;
    const double distances = volume ? squared_distance(cells, sites, squares, volume->target) : deviations;
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

bool any_has(const PottsSpec& spec, std::optional<Constraint> CellType::*term) {
  return std::ranges::any_of(spec.types, [&](const CellType& type) { return (type.*term).has_value(); });
}

// In the order of cell_columns().
Row row_of(const PottsSpec& spec, const Energies& energies, u64 attempts, std::span<const u64> sums) {
  const SumsLayout at(spec);
  const EnergyTerms energy = energy_terms(spec, energies, sums);
  Row row = {attempts, sums[0], energy.total(), energy.adhesion};
  if (energies.has_volume) row.emplace_back(energy.volume);
  if (energies.has_surface) row.emplace_back(energy.surface);
  add_volumes(spec, at, sums, row);
  for (std::size_t a = 0; a < at.types; ++a)
    for (std::size_t b = a + 1; b < at.types; ++b) row.emplace_back(sums[at.nearest(a, b)]);
  return row;
}

}  // namespace

Sums cell_sums(const PottsSpec& spec, const Energies& energies, u64 accepted, const ContactCounts& contacts,
               const std::vector<CellCounts>& counts, std::span<const u8> types) {
  const SumsLayout at(spec);
  Sums sums = {accepted};
  sums.insert(sums.end(), contacts.contacts.begin(), contacts.contacts.end());
  sums.insert(sums.end(), contacts.nearest.begin(), contacts.nearest.end());
  sums.resize(at.size());
  for (std::size_t cell = 1; cell < counts.size(); ++cell) {
    const u64 volume = static_cast<u64>(counts[cell].volume);
    if (volume == 0) continue;
    const std::size_t type = types[cell];
    sums[at.of(type, Cells)] += 1;
    sums[at.of(type, Sites)] += volume;
    sums[at.of(type, SiteSquares)] += volume * volume;
    if (!energies.has_surface) continue;
    const u64 surface = static_cast<u64>(counts[cell].surface);
    sums[at.of(type, Faces)] += surface;
    sums[at.of(type, FaceSquares)] += surface * surface;
  }
  return sums;
}

EnergyTerms energy_terms(const PottsSpec& spec, const Energies& energies, std::span<const u64> sums) {
  const SumsLayout at(spec);
  const double unit = static_cast<double>(energies.scale);
  i64 adhesion = 0;
  EnergyTerms energy;
  for (std::size_t a = 0; a < at.types; ++a)
    for (std::size_t b = a; b < at.types; ++b)
      adhesion += energies.adhesion[a * energies.types + b] * static_cast<i64>(sums[at.contact(a, b)]);
  energy.adhesion = static_cast<double>(adhesion) / unit;
  for (std::size_t type = 0; type < at.types; ++type) {
    const u64 cells = sums[at.of(type, Cells)];
    const auto sum = [&](OfType what) { return sums[at.of(type, what)]; };
    energy.volume += energy_of(energies.volume[type], cells, sum(Sites), sum(SiteSquares)) / unit;
    energy.surface += energy_of(energies.surface[type], cells, sum(Faces), sum(FaceSquares)) / unit;
  }
  return energy;
}

std::vector<std::string> cell_columns(const PottsSpec& spec) {
  std::vector<std::string> names;
  if (spec.replicas > 1) names.push_back("replica");
  for (const char* name : {"attempts", "accepted", "energy", "energy_adhesion"}) names.push_back(name);
  if (any_has(spec, &CellType::volume)) names.push_back("energy_volume");
  if (any_has(spec, &CellType::surface)) names.push_back("energy_surface");
  for (std::size_t type = 1; type < spec.types.size(); ++type)
    for (const char* what : {"cells_", "volume_", "volume_rms_", "volume_sd_"})
      names.push_back(what + spec.types[type].name);
  names.push_back("volume_rms");
  names.push_back("volume_sd");
  for (std::size_t a = 0; a < spec.types.size(); ++a)
    for (std::size_t b = a + 1; b < spec.types.size(); ++b)
      names.push_back("contact_" + spec.types[a].name + "_" + spec.types[b].name);
  return names;
}

// The total has a panel of its own: beside its terms, most of which are small, it would look constant. So
// would volumes beside that of a wall, which never changes.
SeriesFigure cell_figure(const PottsSpec& spec) {
  SeriesPanel energy{"energy", {{"energy", "energy"}}, false};
  SeriesPanel terms{"terms of the energy", {{"energy_adhesion", "adhesion"}}};
  if (any_has(spec, &CellType::volume)) terms.curves.push_back({"energy_volume", "volume"});
  if (any_has(spec, &CellType::surface)) terms.curves.push_back({"energy_surface", "surface"});
  SeriesPanel volumes{"mean volume (sites)", {}}, contacts{"contacts (pairs of sites)", {}};
  for (unsigned type = 1; type < spec.types.size(); ++type)
    if (!spec.types[type].fixed)
      volumes.curves.push_back({"volume_" + spec.types[type].name, spec.types[type].name, type});
  for (std::size_t a = 0; a < spec.types.size(); ++a)
    for (std::size_t b = a + 1; b < spec.types.size(); ++b) {
      const std::string &one = spec.types[a].name, &other = spec.types[b].name;
      contacts.curves.push_back({"contact_" + one + "_" + other, one + "–" + other});
    }
  SeriesFigure figure{"time (Monte Carlo steps)", "Monte Carlo steps", {energy}};
  for (const SeriesPanel& panel : {terms, volumes, contacts})
    if (!panel.curves.empty() && (panel.title != terms.title || terms.curves.size() > 1))
      figure.panels.push_back(panel);
  return figure;
}

std::vector<Row> cell_rows(const PottsSpec& spec, const Energies& energies, u64 attempts,
                           const Sums& totals) {
  const std::size_t each = SumsLayout(spec).size();
  std::vector<Row> rows;
  for (u64 replica = 0; replica < spec.replicas; ++replica) {
    Row row = row_of(spec, energies, attempts, std::span(totals).subspan(replica * each, each));
    if (spec.replicas > 1) row.insert(row.begin(), spec.first_replica + replica);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace morula::potts
