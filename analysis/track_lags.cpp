#include "analysis/track_lags.h"

#include <algorithm>
#include <cmath>

namespace morula {
namespace {

TrackPoint between(const TrackPoint& from, const TrackPoint& to) {
  return {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
}
double product_of(const TrackPoint& a, const TrackPoint& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

}  // namespace

PairSum MemberTracks::products(std::uint64_t lag) {
  const auto [found, is_new] = products_.try_emplace(lag);
  PairSum& sum = found->second;
  if (is_new)
    for (const TrackOfCell& track : tracks_)
      for (std::size_t i = 0; i + lag + 1 < track.size(); ++i, ++sum.count)
        sum.sum += product_of(between(track[i], track[i + 1]), between(track[i + lag], track[i + lag + 1]));
  return sum;
}

PairSum MemberTracks::squares(std::uint64_t lag) {
  const auto [found, is_new] = squares_.try_emplace(lag);
  PairSum& sum = found->second;
  if (is_new)
    for (const TrackOfCell& track : tracks_)
      for (std::size_t i = 0; i + lag < track.size(); ++i, ++sum.count) {
        const TrackPoint moved = between(track[i], track[i + lag]);
        sum.sum += product_of(moved, moved);
      }
  return sum;
}

PairSum MemberTracks::lengths() const {
  PairSum sum;
  for (const TrackOfCell& track : tracks_)
    for (std::size_t i = 0; i + 1 < track.size(); ++i, ++sum.count) {
      const TrackPoint moved = between(track[i], track[i + 1]);
      sum.sum += std::sqrt(product_of(moved, moved));
    }
  return sum;
}

std::optional<double> PooledTracks::mean(PairSum (MemberTracks::*sums)(std::uint64_t),
                                         std::uint64_t lag) const {
  PairSum total;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    if (without_ == i) continue;
    const PairSum sum = (members_[i].*sums)(lag);
    total.sum += sum.sum;
    total.count += sum.count;
  }
  if (total.count == 0) return std::nullopt;
  return total.sum / static_cast<double>(total.count);
}

std::optional<double> PooledTracks::length() const {
  PairSum total;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    if (without_ == i) continue;
    const PairSum sum = members_[i].lengths();
    total.sum += sum.sum;
    total.count += sum.count;
  }
  if (total.count == 0) return std::nullopt;
  return total.sum / static_cast<double>(total.count);
}

std::uint64_t PooledTracks::longest() const {
  std::uint64_t longest = 0;
  for (const MemberTracks& member : members_)
    for (const TrackOfCell& track : member.tracks()) longest = std::max<std::uint64_t>(longest, track.size());
  return longest;
}

}  // namespace morula
