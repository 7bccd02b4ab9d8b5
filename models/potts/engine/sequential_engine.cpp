// The sequential order: the definition of the model. Copies are attempted one at a time, at random sites.
// Each replica runs on one thread.
#include <algorithm>
#include <array>
#include <cstring>

#include "core/many_draws.h"
#include "core/stream.h"
#include "core/uint128.h"
#include "models/potts/engine/host_engine.h"

namespace morula::potts {
namespace {

class Sequential final : public HostEngine {
 public:
  Sequential(const PottsSpec& spec, u64 seed, std::shared_ptr<ThreadPool> threads)
      : HostEngine(spec, std::move(threads)) {
    for (u64 replica = 0; replica < spec.replicas; ++replica)
      keys_.push_back(stream(seed, Purpose::SequentialCopy, spec.first_replica + replica));
  }

  void step(u64 from, u64 steps) override {
    threads_->for_ranges(spec_.replicas, [&](u64 begin, u64 end) {
      for (u64 replica = begin; replica < end; ++replica)
        for (u64 i = 0; i < steps; ++i) step_replica(replica, from + i);
    });
  }

 private:
  void step_replica(u64 replica, u64 when) {
    if (rule_.contacts() == 8)
      attempt_all<8>(replica, when);
    else if (rule_.contacts() == 26)
      attempt_all<26>(replica, when);
    else
      attempt_all<0>(replica, when);
  }

  // Attempts that are already drawn but have not been made yet.
  struct Ahead {
    std::array<u64, draws_at_once> place;
    std::array<std::array<u32, draws_at_once>, 4> word;
  };

  void look_ahead(u64 replica, u64 first, u64 when, Ahead& ahead) const {
    ManyDraws draws;
    draws_from(keys_[replica], first, when, 0, draws);
    static_assert(sizeof ahead.word == sizeof draws.word);
    std::memcpy(&ahead.word, &draws.word, sizeof ahead.word);
    const u64 width = padded_.side[0], height = padded_.side[1], depth = padded_.side[2];
    const u64 corner = padded_.index(0, 0, 0), row = padded_.held[0], plane = row * padded_.held[1];
    for (std::size_t i = 0; i < draws_at_once; ++i) {
      // Splits a random fraction into coordinates. The upper half of each product is a coordinate, the lower
      // half the remaining fraction.
      const u64 fraction = u64{ahead.word[0][i]} << 32 | ahead.word[1][i];
      const u64 in_plane = fraction * depth, in_row = in_plane * height;
      ahead.place[i] = corner + high_product(fraction, depth) * plane + high_product(in_plane, height) * row +
                       high_product(in_row, width);
    }
  }

  // Most attempts are inside a cell, where a copy changes nothing. They end with the first comparison.
  template <unsigned contacts>
  void attempt_all(u64 replica, u64 when) {
    const u64 count = spec_.lattice.global.sites();
    u32* const sites = sites_of(replica);
    i32* const cells = numbers_of(replica);
    std::array<NumberChanges, most_kept> changes;
    const i64* const sources = rule_.sources();
    const u32 directions = rule_.directions();
    const u32 time = static_cast<u32>(when + 1);
    u64 accepted = 0;
    Ahead ahead;
    for (u64 first = 0; first < count; first += draws_at_once) {
      look_ahead(replica, first, when, ahead);
      const std::size_t known = static_cast<std::size_t>(std::min<u64>(draws_at_once, count - first));
      for (std::size_t i = 0; i < known; ++i) {
        u32* const at = sites + ahead.place[i];
        const u32 direction = drawn_below(ahead.word[2][i], directions);
        Copy copy{at[0], at[sources[direction]], direction};
        if (copy.before == copy.after) continue;
        if (!happens<contacts>(replica, at, time, ahead.word[3][i], cells, copy, changes.data())) continue;
        make_copy(sites, ahead.place[i], copy.after, time);
        count_copy(cells, copy, changes.data());
        ++accepted;
      }
    }
    accepted_[replica] += accepted;
  }

  std::vector<u32x2> keys_;
};

}  // namespace

std::unique_ptr<PottsEngine> make_sequential(const PottsSpec& spec, u64 seed,
                                             std::shared_ptr<ThreadPool> threads) {
  return std::make_unique<Sequential>(spec, seed, std::move(threads));
}

}  // namespace morula::potts
