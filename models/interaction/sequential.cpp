// The sequential order: the definition of the process. Interactions happen one at a time, at random sites.
#include <array>

#include "core/stream.h"
#include "core/wide.h"
#include "models/interaction/host_states.h"
#include "models/interaction/interaction_order.h"

namespace morula {
namespace {

// Draws are made side by side, each word of them in an array of its own: a shape that compilers turn into
// vector instructions, which one draw after the other is not.
constexpr std::size_t lanes = 128;

struct Draws {
  std::array<u32, lanes> x, y, z, w;
};

// What draw() gives at `where` and after it.
Draws draws_from(u32x2 key, u64 where, u64 when) {
  Draws draws;
  for (std::size_t i = 0; i < lanes; ++i) {
    draws.x[i] = static_cast<u32>(where + i);
    draws.y[i] = static_cast<u32>((where + i) >> 32) | static_cast<u32>(when << 16);
    draws.z[i] = static_cast<u32>(when >> 16);
    draws.w[i] = 0;
  }
  for (int round = 0; round < 10; ++round) {
    for (std::size_t i = 0; i < lanes; ++i) {
      const u32x4 next = philox_round({draws.x[i], draws.y[i], draws.z[i], draws.w[i]}, key);
      draws.x[i] = next.x;
      draws.y[i] = next.y;
      draws.z[i] = next.z;
      draws.w[i] = next.w;
    }
    key = philox_next_key(key);
  }
  return draws;
}

class Sequential final : public HostStates {
 public:
  Sequential(const InteractionSpec& interaction, u64 seed)
      : HostStates(interaction, std::make_shared<ThreadPool>(1)),
        displacements_(interaction.neighbours.all()) {
    for (u64 i = 0; i < interaction.replicas; ++i)
      keys_.push_back(stream(seed, Purpose::SequentialInteraction, interaction.first_replica + i));
  }

  void step(std::uint64_t from, std::uint64_t generations) override {
    for (u64 replica = 0; replica < interaction_.replicas; ++replica)
      for (u64 i = 0; i < generations && !frozen_[replica]; ++i) generation(replica, from + i);
  }

 private:
  void generation(u64 replica, u64 when) {
    for (u64 first = 0; first < sites_; first += lanes) {
      const Draws draws = draws_from(keys_[replica], first, when);
      const u64 count = std::min<u64>(lanes, sites_ - first);
      for (std::size_t i = 0; i < count; ++i)
        interact_at(replica, site_from(draws.x[i], draws.y[i]),
                    displacements_[offset_from(draws.z[i], static_cast<u32>(displacements_.size()))],
                    draws.w[i]);
    }
  }

  Index site_from(u32 high, u32 low) const { return high_product((u64{high} << 32) | low, sites_); }

  std::optional<Index> moved(Index from, const Displacement& by) const {
    const Lattice& lattice = interaction_.lattice;
    const bool periodic = lattice.boundary == Boundary::Periodic;
    const Site site = lattice.site_at(from);
    const i64 x = site_inside(static_cast<i64>(site.x) + by.x, static_cast<i64>(lattice.global.x), periodic);
    const i64 y = site_inside(static_cast<i64>(site.y) + by.y, static_cast<i64>(lattice.global.y), periodic);
    const i64 z = site_inside(static_cast<i64>(site.z) + by.z, static_cast<i64>(lattice.global.z), periodic);
    if (x < 0 || y < 0 || z < 0) return std::nullopt;
    return lattice.index_of({static_cast<Index>(x), static_cast<Index>(y), static_cast<Index>(z)});
  }

  bool has_kin(u64 replica, Index actor) const {
    for (const Displacement& one : displacements_)
      if (const auto site = moved(actor, one);
          site && states_[replica * sites_ + *site] == states_[replica * sites_ + actor])
        return true;
    return false;
  }

  void interact_at(u64 replica, Index actor, const Displacement& by, u32 action) {
    u8& first = states_[replica * sites_ + actor];
    if (first == EMPTY) return;
    const auto partner = moved(actor, by);
    if (!partner) return;
    u8& second = states_[replica * sites_ + *partner];
    const bool kin = interaction_.choices.needs_kin && has_kin(replica, actor);
    const Pair after =
        interact({first, second}, action, rates_of(replica).of(first, second), interaction_.choices, kin);
    first = static_cast<u8>(after.actor);
    second = static_cast<u8>(after.partner);
  }

  std::vector<Displacement> displacements_;
  std::vector<u32x2> keys_;
};

}  // namespace

std::unique_ptr<InteractionEngine> make_sequential(const InteractionSpec& interaction, std::uint64_t seed) {
  return std::make_unique<Sequential>(interaction, seed);
}

}  // namespace morula
