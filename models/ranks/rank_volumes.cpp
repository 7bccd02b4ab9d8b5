#include "models/ranks/rank_volumes.h"

#include <algorithm>
#include <exception>
#include <optional>

#include "core/all_ranks.h"
#include "io/volume.h"

namespace morula {
namespace {

constexpr int values_of_volume = 3;  // the tag of messages

// The values of a volume that are on these layers of the lattice.
Slab values_on(const LayerRange& layers, const DeferredVolume& deferred, const Lattice& lattice) {
  const Extent& extent = deferred.volume->extent;
  const Index count = lattice.layers_of(extent), layer = extent.sites() / count;
  const Index begin = std::max(layers.first, deferred.first_layer),
              end = std::min(layers.end(), deferred.first_layer + count);
  return begin < end ? Slab{(begin - deferred.first_layer) * layer, (end - begin) * layer} : Slab{};
}

// Rank 0 reads the values through this. After a failure the bytes have no meaning, but the other ranks still
// wait for the same number of bytes.
class ValuesFromFile {
 public:
  explicit ValuesFromFile(const DeferredVolume& deferred) : deferred_(deferred) {
    unless_failed([&] { file_.emplace(deferred.file, deferred.dataset, deferred.volume->extent); });
  }
  void read(const Slab& slab, std::span<std::uint8_t> values) {
    unless_failed([&] { file_->read(slab, values); });
    for (std::uint8_t& value : values) value = deferred_.state_of[value];
  }
  const std::exception_ptr& failure() const { return failure_; }

 private:
  template <typename Work>
  void unless_failed(const Work& work) {
    if (!failure_) try {
        work();
      } catch (...) {
        failure_ = std::current_exception();
      }
  }

  const DeferredVolume& deferred_;
  std::optional<io::Hdf5Volume> file_;
  std::exception_ptr failure_;
};

// The parts in which a slab is sent.
std::vector<Slab> pieces_of(const Slab& slab) {
  std::vector<Slab> pieces;
  for (Index done = 0; done < slab.count; done += slab_bytes)
    pieces.push_back({slab.first + done, std::min<Index>(slab_bytes, slab.count - done)});
  return pieces;
}

void send_values(const DeferredVolume& deferred, const std::vector<Slab>& wanted, Communicator& ranks,
                 std::exception_ptr& failure) {
  ValuesFromFile from(deferred);
  from.read(wanted[0], deferred.volume->values);
  std::vector<std::uint8_t> values;
  for (int rank = 1; rank < ranks.size(); ++rank)
    for (const Slab& piece : pieces_of(wanted[static_cast<std::size_t>(rank)])) {
      values.resize(piece.count);
      from.read(piece, values);
      const Sent sent[] = {{rank, values_of_volume, std::as_bytes(std::span(values))}};
      ranks.exchange(sent, {});
    }
  if (!failure) failure = from.failure();
}

void receive_values(io::Volume& volume, const Slab& wanted, Communicator& ranks) {
  for (const Slab& piece : pieces_of(wanted)) {
    const auto place = std::span(volume.values).subspan(piece.first - volume.first, piece.count);
    const Received received[] = {{0, values_of_volume, std::as_writable_bytes(place)}};
    ranks.exchange({}, received);
  }
}

}  // namespace

bool load_deferred_volumes(const Spec& part, const std::vector<LayerRange>& owned, Communicator& ranks) {
  if (part.deferred_volumes.empty()) return true;
  std::exception_ptr failure;
  const bool has_room = all_do(ranks, [&] {
    for (const DeferredVolume& deferred : part.deferred_volumes) {
      const Slab slab = values_on(owned[static_cast<std::size_t>(ranks.rank())], deferred, *part.lattice);
      deferred.volume->first = slab.first;
      deferred.volume->values.assign(slab.count, 0);
    }
  });
  if (!has_room) return false;
  for (const DeferredVolume& deferred : part.deferred_volumes) {
    std::vector<Slab> wanted;
    for (const LayerRange& layers : owned) wanted.push_back(values_on(layers, deferred, *part.lattice));
    if (ranks.rank() == 0)
      send_values(deferred, wanted, ranks, failure);
    else
      receive_values(*deferred.volume, wanted[static_cast<std::size_t>(ranks.rank())], ranks);
  }
  return all_do(ranks, [&] {
    if (failure) std::rethrow_exception(failure);
  });
}

void unload_deferred_volumes(const Spec& part) {
  for (const DeferredVolume& deferred : part.deferred_volumes) deferred.volume->values = {};
}

std::uint64_t deferred_volume_bytes(const Spec& part, const LayerRange& owned) {
  std::uint64_t bytes = 0;
  for (const DeferredVolume& deferred : part.deferred_volumes)
    bytes += values_on(owned, deferred, *part.lattice).count;
  return bytes;
}

std::vector<LayerRange> owned_by_each(const Decomposition& decomposition) {
  std::vector<LayerRange> owned;
  for (int rank = 0; rank < decomposition.ranks(); ++rank) owned.push_back(decomposition.owned_by(rank));
  return owned;
}

std::vector<LayerRange> all_for_each(const Lattice& lattice, int ranks) {
  return std::vector<LayerRange>(static_cast<std::size_t>(ranks), {0, lattice.layers_of(lattice.global)});
}

}  // namespace morula
