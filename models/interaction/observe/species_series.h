// The columns of the series: the observables of each replica and their names.
#pragma once

#include <string>
#include <vector>

#include "models/interaction/interaction_spec.h"
#include "models/interaction/observe/extinction_times.h"
#include "models/model.h"
#include "models/series/series_column.h"
#include "models/series_figure.h"
#include "models/spec.h"

namespace morula {

std::vector<std::string> series_columns(const InteractionSpec& interaction);
// Without the column of replicas.
std::vector<SeriesColumn> typed_columns(const InteractionSpec& interaction);

EventColumns extinction_columns(const InteractionSpec& interaction);

// How they are drawn: species in their colours.
SeriesFigure series_figure_of(const InteractionSpec& interaction);

// A row for each replica, from the totals of ObservationSums.
std::vector<Row> series_rows(const InteractionSpec& interaction, const Sums& totals,
                             const ExtinctionTimes& extinctions);

// Host memory for the rows of all replicas before they are written to the series.
std::uint64_t row_bytes(const InteractionSpec& interaction);

}  // namespace morula
