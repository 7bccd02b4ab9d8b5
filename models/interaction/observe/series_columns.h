// The columns of the series: what is observed of each replica, under its name.
#pragma once

#include <span>
#include <vector>

#include "core/threads.h"
#include "models/interaction/interaction_engine.h"
#include "models/interaction/observe/extinction_times.h"
#include "models/model.h"

namespace morula {

// One for each replica; `replica` is the first name where there are several.
std::vector<Observation> observe_species(const InteractionSpec& interaction, InteractionEngine& engine,
                                         const ExtinctionTimes& extinctions, ThreadPool& threads);

// The same from counts alone, where nothing else is to be observed.
bool needs_counts_alone(const InteractionSpec& interaction);
std::vector<Observation> observe_counts(const InteractionSpec& interaction, std::span<const u64> counts);

// Host memory that observing takes, and that the rows of all replicas take on their way to the series.
std::uint64_t observing_bytes(const InteractionSpec& interaction);
std::uint64_t row_bytes(const InteractionSpec& interaction);

}  // namespace morula
