// What each rank does for a model that is spread over all of them (spread_model.h). Every rank makes the same
// calls in the same order.
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/communicator.h"
#include "core/decomposition.h"
#include "models/family.h"
#include "models/ranks/halos.h"
#include "models/ranks/packed_field.h"

namespace morula {

class RankPart final : private OtherRanks {
 public:
  // What this rank holds of the model. Halos have `halo` layers.
  static Spec spec_of(const Spec& whole, const Communicator& communicator, Index halo);
  // Makes it.
  RankPart(const Spec& whole, const Spec& part, const Backend& backend, Communicator& communicator,
           Start start, const HaloSettings& halos);

  PartModel& model() { return *model_; }
  const PartModel& model() const { return *model_; }

  Sums sums(const Sums& so_far);  // over all ranks
  std::vector<Hash> hash_sums();  // over all ranks

  Row site_numbers();  // of output.series.columns, on rank 0

  ClassOf classes(const View& view);
  std::optional<LevelLimits> level_limits(const View& view);
  // Rank 0's; elsewhere it is empty.
  io::Image picture(const View& view, const FramesSpec& frames, const std::vector<io::Colour>& colours);

  // `values` are rank 0's; elsewhere there are none.
  void read(const Field& field, Slab slab, std::span<std::byte> values);
  // Returns what this rank still has to do by itself when all values have arrived, and what may fail.
  std::function<void()> restore(const Field& field, Slab slab, std::span<const std::byte> values);
  // Of fields with sites; `sink` and `source` are rank 0's.
  void read_packed(const Field& field, const Model::ChunkSink& sink);
  // Returns what went wrong on this rank.
  std::exception_ptr restore_packed(const Field& field, const Model::ChunkSource& source);

 private:
  std::uint64_t updates(std::uint64_t wanted) override {
    return updates(wanted, [this](std::uint64_t) { return divisibility_.spoiled; });
  }
  std::uint64_t updates(std::uint64_t wanted, const Spoiled& spoiled) override;
  Halos* take_spent_halos() override;
  Communicator& communicator() override { return communicator_; }
  std::optional<ShownRange> shown_range(const View& view);  // over all ranks
  void exchange_halos();
  void halos_are_renewed();
  void forget_halos() { good_layers_.reset(); }
  std::vector<Holding> holders(const Field& field, Slab slab) const;
  FieldOnRanks on_ranks(const Field& field);

  Communicator& communicator_;
  std::shared_ptr<ThreadPool> threads_;
  Divisibility divisibility_;
  Decomposition decomposition_;
  Lattice whole_, lattice_;
  std::shared_ptr<const SiteColumns> columns_;
  Halos halos_;
  std::optional<Index> good_layers_;  // of the halos, beside what is owned; none before they are filled
  bool are_halos_new_ = false;
  std::unique_ptr<PartModel> model_;
};

// The depth of halos, in layers, for slabs whose layers have this many sites.
Index halo_depth(const Divisibility& divisibility, const Decomposition& decomposition, Index layer_sites,
                 bool are_overlapped);
// How ranks with such a backend exchange halos; MORULA_HALO and MORULA_OVERLAP may say otherwise.
HaloSettings halo_settings(const Spec& spec, const Backend& backend, const Decomposition& decomposition);

Decomposition decomposition_of(const Spec& spec, int ranks);

}  // namespace morula
