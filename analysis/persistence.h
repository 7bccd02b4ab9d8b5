// The time for which cells keep their direction, measured as by Wortel and others (2021).
//
// The autocovariance is the mean product of two displacements. Lags are counted from 1, as in celltrackR,
// which counts the displacements in a part of a track: the product of a displacement with itself has lag 1.
#pragma once

#include "analysis/track_lags.h"
#include "analysis/tracks.h"

namespace morula {

// The first lag at which the autocovariance is at most this fraction of its first value.
std::optional<std::uint64_t> first_below(const PooledTracks& tracks, double fraction);
// About twenty values of the autocovariance, up to twice the lag `below`.
std::vector<LagValue> autocovariance_until(const PooledTracks& tracks, std::uint64_t below);

std::optional<double> half_life(const PooledTracks& tracks, double spacing);
std::optional<double> decay_time(const PooledTracks& tracks, double spacing);

}  // namespace morula
