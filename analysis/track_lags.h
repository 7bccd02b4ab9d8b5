// Tracks of an ensemble: sums over pairs of displacements, lag by lag.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace morula {

using TrackPoint = std::array<double, 3>;
using TrackOfCell = std::vector<TrackPoint>;  // at equal distances of time

struct PairSum {
  double sum = 0;
  std::uint64_t count = 0;
};

// The tracks of one member of an ensemble. Sums are kept, since estimates ask for them again and again.
class MemberTracks {
 public:
  void add(TrackOfCell track) {
    if (track.size() > 1) tracks_.push_back(std::move(track));
  }
  const std::vector<TrackOfCell>& tracks() const { return tracks_; }

  // Products of displacements that are `lag` samples apart.
  PairSum products(std::uint64_t lag);
  // Squared displacements over `lag` samples.
  PairSum squares(std::uint64_t lag);
  PairSum lengths() const;  // of displacements

 private:
  std::vector<TrackOfCell> tracks_;
  std::map<std::uint64_t, PairSum> products_, squares_;
};

// All members but, where it is named, one.
class PooledTracks {
 public:
  explicit PooledTracks(std::vector<MemberTracks>& members, std::optional<std::size_t> without = std::nullopt)
      : members_(members), without_(without) {}

  std::optional<double> product(std::uint64_t lag) const { return mean(&MemberTracks::products, lag); }
  std::optional<double> square(std::uint64_t lag) const { return mean(&MemberTracks::squares, lag); }
  std::optional<double> length() const;
  std::uint64_t longest() const;  // points

 private:
  std::optional<double> mean(PairSum (MemberTracks::*sums)(std::uint64_t), std::uint64_t lag) const;

  std::vector<MemberTracks>& members_;
  std::optional<std::size_t> without_;
};

}  // namespace morula
