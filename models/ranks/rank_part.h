// What each rank does for a model that is spread over all ranks (spread_model.h). Every rank makes the same
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
  // The model of this rank's part, with halos of `halo` layers.
  static Spec spec_of(const Spec& whole, const Communicator& communicator, Index halo);
  // Makes this rank's part of the model.
  RankPart(const Spec& whole, const Spec& part, const Backend& backend, Communicator& communicator,
           Start start, const HaloSettings& halos);

  PartModel& model() { return *model_; }
  const PartModel& model() const { return *model_; }

  Sums sums(const Sums& so_far);  // over all ranks
  std::vector<Hash> hash_sums();  // over all ranks

  Row site_numbers();  // the site columns of output.series.columns, on rank 0

  ClassOf classes(const View& view);
  std::optional<LevelLimits> level_limits(const View& view);
  // The picture on rank 0; empty on other ranks.
  io::Image picture(const View& view, const FramesSpec& frames, const std::vector<io::Colour>& colours);

  // Rank 0 gets the values; on other ranks `values` must be empty.
  void read(const Field& field, Slab slab, std::span<std::byte> values);
  // Returns the remaining work of this rank, to be done when all values have arrived; it may fail.
  std::function<void()> restore(const Field& field, Slab slab, std::span<const std::byte> values);
  // For fields with sites; `sink` and `source` are used on rank 0 only.
  void read_packed(const Field& field, const Model::ChunkSink& sink);
  // Returns the error of this rank, if there is one.
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
  // Layers of the halos that are still right; nothing before the halos are filled.
  std::optional<Index> good_layers_;
  bool are_halos_new_ = false;
  std::unique_ptr<PartModel> model_;
};

// The depth of halos, in layers, for slabs whose layers have `layer_sites` sites.
Index halo_depth(const Divisibility& divisibility, const Decomposition& decomposition, Index layer_sites,
                 bool are_overlapped);
// How ranks with such a backend exchange halos; MORULA_HALO and MORULA_OVERLAP can override it.
HaloSettings halo_settings(const Spec& spec, const Backend& backend, const Decomposition& decomposition);

Decomposition decomposition_of(const Spec& spec, int ranks);

}  // namespace morula
