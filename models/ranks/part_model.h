// The part of a model that one rank holds: a slab of layers (rows of a plane, planes of a solid) with halos
// beside it, which are copies of layers that other ranks own.
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
  Index granularity = 1;  // borders are at multiples of this many layers
  Index spoiled = 1;      // layers of a halo, from its outer end, that become wrong in one update, at most
  Index pass = 1;         // updates that the engine does at once if it can
  bool overlaps = false;  // engines on devices compute while halos are sent
};

// The least and the greatest of the values that are not 0.
struct ShownRange {
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max(), greatest = 0;

  void add(const ShownRange& other) {
    least = std::min(least, other.least);
    greatest = std::max(greatest, other.greatest);
  }
};

// The interface through which a part uses the other ranks. Every part makes the same calls in the same order.
class OtherRanks {
 public:
  virtual ~OtherRanks() = default;
  // The number of the next `wanted` updates (at least 1) that can be done now. Renews the halos if they are
  // not sufficient.
  virtual std::uint64_t updates(std::uint64_t wanted) = 0;
  // The same if updates differ: the n-th update, counted from 0, makes spoiled(n) layers of a halo wrong,
  // unless the halos were renewed just before it. All ranks must pass the same numbers.
  using Spoiled = std::function<Index(std::uint64_t)>;
  virtual std::uint64_t updates(std::uint64_t wanted, const Spoiled& spoiled) = 0;
  // Returns the halos if the updates that updates() has just allowed use them up. The part must then renew
  // them itself with Halos::exchange(), during or after the last of these updates. Otherwise returns null.
  virtual Halos* take_spent_halos() = 0;
  virtual Communicator& communicator() = 0;
};

// As a Model, it sums, hashes, reads and restores the layers that it owns. A slab is within one replica.
class PartModel : public Model, public LayerCopies {
 public:
  // Called before any other function of a part that is not the whole lattice. It must not communicate with
  // the other ranks yet, since one of them may have failed.
  virtual void join(OtherRanks& ranks) = 0;
  // Called when all ranks have joined and hold the initial state.
  virtual void begin() {}

  virtual std::uint64_t layer_bytes() const = 0;  // of a layer in the form in which ranks send it

  // The hash of the whole model is a function of sums over all ranks, like the rows of a series.
  virtual std::vector<Hash> hash_sums() { return {hash()}; }
  virtual Hash hash_of(const std::vector<Hash>& totals) const { return totals.front(); }

  // If the classes of a view depend on the values that it shows: the range of the values owned by this rank,
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
