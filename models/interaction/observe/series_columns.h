// The columns of the series: names and values of what is observed of each replica.
#pragma once

#include <span>
#include <vector>

#include "core/threads.h"
#include "models/interaction/interaction_engine.h"
#include "models/interaction/observe/extinction_times.h"
#include "models/model.h"

namespace morula {

// A row for each replica; where there are several, the first column is `replica`.
std::vector<Observation> observe_species(const InteractionSpec& interaction, InteractionEngine& engine,
                                         const ExtinctionTimes& extinctions, ThreadPool& threads);

// The same from counts alone, where nothing else is observed.
bool needs_counts_alone(const InteractionSpec& interaction);
std::vector<Observation> observe_counts(const InteractionSpec& interaction, std::span<const u64> counts);

// Host memory needed to observe, and to hold the rows of all replicas before they are written.
std::uint64_t observing_bytes(const InteractionSpec& interaction);
std::uint64_t row_bytes(const InteractionSpec& interaction);

}  // namespace morula
