// The order of edges: the sequential process without the attempts inside cells, which change nothing. The
// remaining attempts are drawn from the pairs of sites at which cells meet, and the number of attempts passed
// over between two of them is drawn as well. Each replica runs on one thread.
#include <algorithm>
#include <array>
#include <cstring>

#include "core/elementary.h"
#include "core/error.h"
#include "core/many_draws.h"
#include "core/stream.h"
#include "core/uint128.h"
#include "models/potts/engine/host_engine.h"
#include "models/potts/order/edge_list.h"

namespace morula::potts {
namespace {

constexpr u32 of_edges = 1;  // `which` in the random numbers, which sequential copies have at 0

// The number of attempts of the sequential order that are passed over before the next one at an edge.
class Waiting {
 public:
  explicit Waiting(u64 pairs) : pairs_(static_cast<double>(pairs)), known_(1024) {}

  // A random waiting time if there are this many edges and all pairs are equally likely; `word` is uniform.
  double drawn(u64 edges, u32 word) {
    Known& known = known_[edges % known_.size()];
    if (known.edges != edges) {
      const double share = static_cast<double>(edges) / pairs_;
      known = {edges, share < 1 ? 1 / logarithm_of_one_plus(-share) : 0};
    }
    return known.inverse * natural_logarithm((word + 0.5) / 4294967296.0);
  }

 private:
  struct Known {
    u64 edges = 0;
    double inverse = 0;  // 1 / log of the probability that an attempt is not at an edge
  };
  double pairs_;
  std::vector<Known> known_;
};

class ByEdges final : public HostEngine {
 public:
  ByEdges(const PottsSpec& spec, u64 seed, std::shared_ptr<ThreadPool> threads)
      : HostEngine(spec, std::move(threads)), edges_(spec.replicas, EdgeList(padded_.size)) {
    if (padded_.size * rule_.directions() > 0xFFFFFFFFu)
      throw Error(
          "order: edges has room for less than 2^32 pairs of neighbouring sites; choose another order");
    for (u64 replica = 0; replica < spec.replicas; ++replica)
      keys_.push_back(stream(seed, Purpose::SequentialCopy, spec.first_replica + replica));
    find_homes();
  }

  void count_cells() override {
    HostEngine::count_cells();
    threads_->for_ranges(spec_.replicas, [&](u64 begin, u64 end) {
      for (u64 replica = begin; replica < end; ++replica) list_edges(replica);
    });
  }

  void step(u64 from, u64 steps) override {
    threads_->for_ranges(spec_.replicas, [&](u64 begin, u64 end) {
      Waiting waiting(spec_.lattice.global.sites() * rule_.directions());
      for (u64 replica = begin; replica < end; ++replica)
        for (u64 i = 0; i < steps; ++i) step_replica(replica, from + i, waiting);
    });
  }

 private:
  // Finds for each place of the halo the site that it repeats.
  void find_homes() {
    homes_.resize(padded_.size);
    for (u64 i = 0; i < padded_.size; ++i) homes_[i] = static_cast<u32>(i);
    for (u32 z = 0; z < padded_.side[2]; ++z)
      for (u32 y = 0; y < padded_.side[1]; ++y)
        for (u32 x = 0; x < padded_.side[0]; ++x)
          for_images(padded_, x, y, z,
                     [&](u64 place) { homes_[place] = static_cast<u32>(padded_.index(x, y, z)); });
  }

  bool is_edge(u32 before, u32 after) const { return rule_.may_change({before, after, 0, 0}); }
  i32 edges_at(const u32* at) const {
    i32 edges = 0;
    for (u32 direction = 0; direction < rule_.directions(); ++direction)
      edges += is_edge(at[0], at[rule_.sources()[direction]]);
    return edges;
  }

  void list_edges(u64 replica) {
    const u32* const sites = sites_of(replica);
    edges_[replica].clear();
    for (u64 z = 0; z < padded_.side[2]; ++z)
      for (u64 y = 0; y < padded_.side[1]; ++y)
        for (u64 x = 0; x < padded_.side[0]; ++x) {
          const u64 place = padded_.index(x, y, z);
          if (const i32 edges = edges_at(sites + place)) edges_[replica].add(place, edges);
        }
  }

  // Updates the edges after the word of the site at `place` has changed. Every pair of sites counts as a pair
  // in both directions.
  void move_edges(EdgeList& edges, const u32* sites, u64 place, u32 before, u32 after) const {
    i32 total_change = 0;
    for (u32 direction = 0; direction < rule_.directions(); ++direction) {
      const u64 beside = place + static_cast<u64>(rule_.sources()[direction]);
      const i32 change = is_edge(sites[beside], after) - is_edge(sites[beside], before);
      if (change == 0) continue;
      total_change += change;
      edges.add(homes_[beside], change);
    }
    if (total_change != 0) edges.add(place, total_change);
  }

  void step_replica(u64 replica, u64 when, Waiting& waiting) {
    if (rule_.contacts() == 8)
      attempt_all<8>(replica, when, waiting);
    else if (rule_.contacts() == 26)
      attempt_all<26>(replica, when, waiting);
    else
      attempt_all<0>(replica, when, waiting);
  }

  // The waiting time is geometric and has no memory, so it may be drawn anew in every step.
  template <unsigned contacts>
  void attempt_all(u64 replica, u64 when, Waiting& waiting) {
    const u64 count = spec_.lattice.global.sites();
    const EdgeList& edges = edges_[replica];
    ManyDraws draws;
    std::array<std::array<u32, draws_at_once>, 4> word;
    u64 done = 0;
    for (u64 number = 0; edges.total() > 0; ++number) {
      const std::size_t i = number % draws_at_once;
      if (i == 0) {
        draws_from(keys_[replica], number, when, of_edges, draws);
        std::memcpy(&word, &draws.word, sizeof word);
      }
      const double passed = waiting.drawn(edges.total(), word[2][i]);
      if (passed >= static_cast<double>(count - done)) return;
      done += static_cast<u64>(passed) + 1;
      attempt<contacts>(replica, when, high_product(u64{word[0][i]} << 32 | word[1][i], edges.total()),
                        word[3][i]);
    }
  }

  template <unsigned contacts>
  void attempt(u64 replica, u64 when, u64 pair, u32 word) {
    u32* const sites = sites_of(replica);
    i32* const cells = numbers_of(replica);
    const auto [place, which] = edges_[replica].find(pair);
    const u32 time = static_cast<u32>(when + 1), direction = direction_of(sites + place, which);
    Copy copy{sites[place], sites[place + static_cast<u64>(rule_.sources()[direction])], direction};
    std::array<NumberChanges, most_kept> changes;
    if (!happens<contacts>(replica, sites + place, time, word, cells, copy, changes.data())) return;
    make_copy(sites, place, copy.after, time);
    count_copy(cells, copy, changes.data());
    move_edges(edges_[replica], sites, place, copy.before, copy.after);
    ++accepted_[replica];
  }

  // The direction of the edge with this number among the edges of a site.
  u32 direction_of(const u32* at, u32 which) const {
    for (u32 direction = 0;; ++direction)
      if (is_edge(at[0], at[rule_.sources()[direction]]) && which-- == 0) return direction;
  }

  std::vector<u32x2> keys_;
  std::vector<u32> homes_;       // site that each place repeats
  std::vector<EdgeList> edges_;  // for each replica
};

}  // namespace

std::unique_ptr<PottsEngine> make_by_edges(const PottsSpec& spec, u64 seed,
                                           std::shared_ptr<ThreadPool> threads) {
  return std::make_unique<ByEdges>(spec, seed, std::move(threads));
}

}  // namespace morula::potts
