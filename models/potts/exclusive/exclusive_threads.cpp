// `exclusive` on threads: in a sub-step all attempts see the same numbers of cells, and a cell changes at
// most once. Threads look together for the copies that would be accepted. Of these, in a random order, those
// happen whose cells are both unchanged.
#include <algorithm>
#include <array>
#include <mutex>

#include "core/stream.h"
#include "models/potts/engine/host_engine.h"
#include "models/potts/exclusive/sub_steps.h"

namespace morula::potts {
namespace {

// A copy that happens if its cells are unchanged when its turn comes.
struct AcceptedCopy {
  u64 order;  // drawn; the number of the attempt is in the lower half, for equal draws
  u64 place;
  Copy copy;
  std::array<NumberChanges, most_kept> changes;
};

class Exclusive final : public HostEngine {
 public:
  Exclusive(const PottsSpec& spec, u64 seed, std::shared_ptr<ThreadPool> threads)
      : HostEngine(spec, std::move(threads)), sub_steps_(spec) {
    for (u64 replica = 0; replica < spec.replicas; ++replica) {
      keys_.push_back(stream(seed, Purpose::RegionCopy, spec.first_replica + replica));
      origin_keys_.push_back(stream(seed, Purpose::RegionOrigin, spec.first_replica + replica));
    }
  }

  void step(u64 from, u64 steps) override {
    changed_in_.resize(spec_.replicas * cells_);
    const u64 first = sub_steps_.until(from), end = sub_steps_.until(from + steps);
    if (spec_.replicas >= threads_->size())
      return threads_->for_ranges(spec_.replicas, [&](u64 begin, u64 behind) {
        for (u64 replica = begin; replica < behind; ++replica)
          for (u64 when = first; when < end; ++when) make_sub_step(replica, when);
      });
    for (u64 replica = 0; replica < spec_.replicas; ++replica)
      for (u64 when = first; when < end; ++when) make_sub_step(replica, when);
  }

 private:
  void make_sub_step(u64 replica, u64 when) {
    std::vector<AcceptedCopy> copies;
    std::mutex adding;
    const std::array<u32, 3> origin = drawn_origin(sub_steps_, origin_keys_[replica], when);
    threads_->for_ranges(sub_steps_.regions(), [&](u64 begin, u64 end) {
      std::vector<AcceptedCopy> found;
      for (u64 region = begin; region < end; ++region) find_copy(replica, when, region, origin, found);
      const std::lock_guard lock(adding);
      copies.insert(copies.end(), found.begin(), found.end());
    });
    std::ranges::sort(copies, {}, &AcceptedCopy::order);
    for (const AcceptedCopy& accepted : copies) make_if_unchanged(replica, when, accepted);
  }

  void find_copy(u64 replica, u64 when, u64 region, const std::array<u32, 3>& origin,
                 std::vector<AcceptedCopy>& found) {
    const u32x4 words = draw(keys_[replica], region, when, 0);
    const auto place = place_of(region, drawn_below(words.x, sub_steps_.region_sites()), origin);
    if (!place) return;
    const u32* const at = sites_of(replica) + *place;
    const u32 direction = drawn_below(words.y, rule_.directions());
    AcceptedCopy accepted{
        u64{words.w} << 32 | region, *place, {at[0], at[rule_.sources()[direction]], direction}, {}};
    if (happens<0>(replica, at, time_of(when), words.z, numbers_of(replica), accepted.copy,
                   accepted.changes.data()))
      found.push_back(accepted);
  }

  // The place of a site of a region; nothing if it lies beyond a wall.
  std::optional<u64> place_of(u64 region, u32 within, const std::array<u32, 3>& origin) const {
    std::array<u32, 3> at = {};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const ExclusiveAxis& along = sub_steps_.axes[axis];
      const i32 coordinate = site_in_region(static_cast<u32>(region % along.parts), within % along.region,
                                            origin[axis], along.stride, along.side, along.periodic);
      if (coordinate < 0) return std::nullopt;
      at[axis] = static_cast<u32>(coordinate);
      region /= along.parts;
      within /= along.region;
    }
    return padded_.index(at[0], at[1], at[2]);
  }

  u32 time_of(u64 when) const { return gains_ == 0 ? 0 : static_cast<u32>(sub_steps_.step_of(when) + 1); }

  void make_if_unchanged(u64 replica, u64 when, const AcceptedCopy& accepted) {
    const u32 losing = words_.cell(accepted.copy.before), gaining = words_.cell(accepted.copy.after);
    u64* const changed_in = &changed_in_[replica * cells_];
    if ((losing != 0 && changed_in[losing] == when + 1) || (gaining != 0 && changed_in[gaining] == when + 1))
      return;
    changed_in[losing] = changed_in[gaining] = when + 1;
    make_copy(sites_of(replica), accepted.place, accepted.copy.after, time_of(when));
    count_copy(numbers_of(replica), accepted.copy, accepted.changes.data());
    ++accepted_[replica];
  }

  SubSteps sub_steps_;
  std::vector<u32x2> keys_, origin_keys_;
  std::vector<u64> changed_in_;  // [replica · cells + cell]: 1 + the sub-step of the last change
};

}  // namespace

std::unique_ptr<PottsEngine> make_exclusive_on_threads(const PottsSpec& spec, u64 seed,
                                                       std::shared_ptr<ThreadPool> threads) {
  return std::make_unique<Exclusive>(spec, seed, std::move(threads));
}

}  // namespace morula::potts
