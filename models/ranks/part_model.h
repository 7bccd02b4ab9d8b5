// The part of a model that one rank holds: a slab of layers (rows of a plane, planes of a solid), and beside
// it halos, which are copies of layers that other ranks own.
#pragma once

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>

#include "core/communicator.h"
#include "models/model.h"
#include "models/ranks/halos.h"

namespace morula {

// How the lattice of a model can be divided.
struct Divisibility {
  Index granularity = 1;  // borders lie at multiples of this many layers
  Index spoiled = 1;      // the most layers of a halo, from its far end, that become wrong in one update
  Index pass = 1;         // updates that the engine carries out at once where it can
  bool overlaps = false;  // engines on devices compute while halos travel
};

// The least and the greatest value but 0.
struct ShownRange {
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max(), greatest = 0;

  void add(const ShownRange& other) {
    least = std::min(least, other.least);
    greatest = std::max(greatest, other.greatest);
  }
};

// The other ranks, as a part sees them. Every part makes the same calls in the same order.
class OtherRanks {
 public:
  virtual ~OtherRanks() = default;
  // How many of the next `wanted` updates (at least 1) can be carried out now. Renews the halos if they are
  // not good for that.
  virtual std::uint64_t updates(std::uint64_t wanted) = 0;
  // The same where updates differ: spoiled(n) layers of a halo become wrong in the n-th of them, counted from
  // 0, if its halos were not renewed since the update before. All ranks must say the same.
  using Spoiled = std::function<Index(std::uint64_t)>;
  virtual std::uint64_t updates(std::uint64_t wanted, const Spoiled& spoiled) = 0;
  // Returns the halos if the updates that updates() has just allowed use them up. The part must then renew
  // them itself, by Halos::exchange(), during or after the last of these updates. Returns null otherwise.
  virtual Halos* take_spent_halos() = 0;
  virtual Communicator& communicator() = 0;
};

// As a Model it sums, hashes, reads and restores what it owns. A slab lies in one replica.
class PartModel : public Model, public LayerCopies {
 public:
  // Before anything else is asked of a part that is not the whole. It must not talk to the others yet: one of
  // them may have failed.
  virtual void join(OtherRanks& ranks) = 0;
  // All ranks have joined, and hold the initial state.
  virtual void begin() {}

  virtual std::uint64_t layer_bytes() const = 0;  // as layers travel between ranks

  // The hash of the whole is a function of sums over all ranks, as the rows of a series are.
  virtual std::vector<Hash> hash_sums() { return {hash()}; }
  virtual Hash hash_of(const std::vector<Hash>& totals) const { return totals.front(); }

  // Where the classes of a view depend on the values that it shows: the range of those that are owned here,
  // and the classes for the range over all ranks.
  virtual std::optional<ShownRange> shown_range(const View&) { return std::nullopt; }
  virtual ClassOf classes_in(const View&, const ShownRange&) const { return {}; }
  virtual std::optional<LevelLimits> limits_in(const View&, const ShownRange&) const { return std::nullopt; }
  std::optional<LevelLimits> level_limits(const View& view) final {
    const auto range = shown_range(view);
    return range ? limits_in(view, *range) : std::nullopt;
  }
  ClassOf classes(const View& view) final {
    const auto range = shown_range(view);
    return range ? classes_in(view, *range) : ClassOf();
  }
};

}  // namespace morula
