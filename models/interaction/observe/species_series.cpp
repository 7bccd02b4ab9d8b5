#include "models/interaction/observe/species_series.h"

#include "models/interaction/observe/measures.h"
#include "models/interaction/observe/observation_sums.h"

namespace morula {
namespace {

std::string name_of(const InteractionSpec& interaction, unsigned state) {
  return state == EMPTY ? "empty" : interaction.species[state - 1].name;
}

// The stored time is one more than the generation, and 0 for a species that lives.
Number generation_of(u64 extinction) { return extinction == 0 ? Number(Absent{}) : Number(extinction - 1); }

// The values are in the order of series_columns().
Row row_of(const InteractionSpec& interaction, u64 replica, const ObservationTotals& totals,
           const ExtinctionTimes& extinctions, std::size_t columns) {
  const Observables& observe = interaction.observe;
  const StateCounts counts = totals.counts(replica);
  Row row;
  row.reserve(columns);  // a growing vector may take twice the memory that row_bytes() counts
  if (interaction.replicas > 1) row.emplace_back(interaction.first_replica + replica);
  for (const u64 count : counts) row.emplace_back(count);
  if (observe.densities)
    for (const double density : densities(counts)) row.emplace_back(density);
  if (observe.entropy) row.emplace_back(entropy(counts));
  if (observe.interface) row.emplace_back(totals.interface(replica));
  if (observe.correlation) row.emplace_back(*totals.correlation(replica));
  for (unsigned state = 1; observe.extinction && state < interaction.states(); ++state)
    row.push_back(generation_of(extinctions.of(replica, state)));
  return row;
}

}  // namespace

std::vector<std::string> series_columns(const InteractionSpec& interaction) {
  const Observables& observe = interaction.observe;
  std::vector<std::string> names;
  const auto of_states = [&](const std::string& prefix, unsigned first) {
    for (unsigned state = first; state < interaction.states(); ++state)
      names.push_back(prefix + name_of(interaction, state));
  };
  if (interaction.replicas > 1) names.emplace_back("replica");
  of_states("", EMPTY);
  if (observe.densities) of_states("density_", EMPTY);
  if (observe.entropy) names.emplace_back("entropy");
  if (observe.interface) names.emplace_back("interface");
  if (observe.correlation) names.emplace_back("correlation");
  if (observe.extinction) of_states("extinct_", EMPTY + 1);
  return names;
}

std::vector<SeriesColumn> typed_columns(const InteractionSpec& interaction) {
  std::vector<SeriesColumn> columns = columns_of(series_columns(interaction));
  if (interaction.replicas > 1) columns.erase(columns.begin());
  const std::size_t counts = interaction.states(),
                    times = interaction.observe.extinction ? interaction.species.size() : 0;
  for (std::size_t i = counts; i + times < columns.size(); ++i) columns[i].is_real = true;
  return columns;
}

EventColumns extinction_columns(const InteractionSpec& interaction) {
  EventColumns events{"extinction", {}};
  for (unsigned state = EMPTY + 1; state < interaction.states(); ++state)
    events.columns.push_back("extinct_" + name_of(interaction, state));
  return events;
}

SeriesFigure series_figure_of(const InteractionSpec& interaction) {
  const Observables& observe = interaction.observe;
  SeriesFigure figure{"time (generations)", "generations", {}};
  const auto of_states = [&](const std::string& title, const std::string& prefix) {
    SeriesPanel panel{title, {}};
    for (unsigned state = EMPTY + 1; state < interaction.states(); ++state)
      panel.curves.push_back({prefix + name_of(interaction, state), name_of(interaction, state), state});
    panel.curves.push_back({prefix + name_of(interaction, EMPTY), name_of(interaction, EMPTY), EMPTY});
    figure.panels.push_back(std::move(panel));
  };
  const auto of_one = [&](const char* column, const char* title) {
    figure.panels.push_back({title, {{column, title}}});
  };
  of_states("sites", "");
  if (observe.densities) of_states("density", "density_");
  if (observe.entropy) of_one("entropy", "entropy (nats)");
  if (observe.interface) of_one("interface", "interface density");
  if (observe.correlation) of_one("correlation", "correlation length (sites)");
  return figure;
}

std::vector<Row> series_rows(const InteractionSpec& interaction, const Sums& totals,
                             const ExtinctionTimes& extinctions) {
  const std::size_t columns = series_columns(interaction).size();
  const ObservationTotals apart(interaction, totals);
  std::vector<Row> rows;
  for (u64 replica = 0; replica < interaction.replicas; ++replica)
    rows.push_back(row_of(interaction, replica, apart, extinctions, columns));
  return rows;
}

std::uint64_t row_bytes(const InteractionSpec& interaction) {
  // Counts, and two copies of extinction times.
  const std::uint64_t sums = 3 * interaction.states() * sizeof(u64);
  return interaction.replicas * (series_columns(interaction).size() * sizeof(Number) + sizeof(Row) + sums);
}

}  // namespace morula
