// Sums over pairs of displacements in the tracks of an ensemble, for each lag.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace morula {

using TrackPoint = std::array<double, 3>;
using TrackOfCell = std::vector<TrackPoint>;  // at equal intervals of time

struct PairSum {
  double sum = 0;
  std::uint64_t count = 0;
};

// The tracks of one member of an ensemble. Sums are stored, since estimates need them repeatedly.
class MemberTracks {
 public:
  void add(TrackOfCell track) {
    if (track.size() > 1) tracks_.push_back(std::move(track));
  }
  const std::vector<TrackOfCell>& tracks() const { return tracks_; }

  // Sum of the products of displacements that are `lag` samples apart.
  PairSum products(std::uint64_t lag);
  // Sum of the squared displacements over `lag` samples.
  PairSum squares(std::uint64_t lag);
  PairSum lengths() const;  // sum of the lengths of displacements

 private:
  std::vector<TrackOfCell> tracks_;
  std::map<std::uint64_t, PairSum> products_, squares_;
};

// All members of the ensemble, optionally without one of them.
class PooledTracks {
 public:
  explicit PooledTracks(std::vector<MemberTracks>& members, std::optional<std::size_t> without = std::nullopt)
      : members_(members), without_(without) {}

  std::optional<double> product(std::uint64_t lag) const { return mean(&MemberTracks::products, lag); }
  std::optional<double> square(std::uint64_t lag) const { return mean(&MemberTracks::squares, lag); }
  std::optional<double> length() const;
  std::uint64_t longest() const;  // number of points of the longest track

 private:
  std::optional<double> mean(PairSum (MemberTracks::*sums)(std::uint64_t), std::uint64_t lag) const;

  std::vector<MemberTracks>& members_;
  std::optional<std::size_t> without_;
};

}  // namespace morula
