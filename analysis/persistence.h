// How long cells keep their direction, as Wortel and others (2021) measure it.
//
// The autocovariance is the mean product of two displacements. Lags are counted from 1, as celltrackR counts
// the displacements of a part of a track: a displacement with itself has lag 1.
#pragma once

#include "analysis/track_lags.h"
#include "analysis/tracks.h"

namespace morula {

// The first lag at which the autocovariance is at most this fraction of the first value.
std::optional<std::uint64_t> first_below(const PooledTracks& tracks, double fraction);
// About twenty values, until twice that lag.
std::vector<LagValue> autocovariance_until(const PooledTracks& tracks, std::uint64_t below);

std::optional<double> half_life(const PooledTracks& tracks, double spacing);
std::optional<double> decay_time(const PooledTracks& tracks, double spacing);

}  // namespace morula
