// The bit-plane engine on a device: each operation handles whole words of cells. States are read and written
// through a buffer of bytes that holds one slab.
#include <algorithm>
#include <bit>

#include "gpu/field_sums.h"
#include "models/automaton/automaton_engine.h"
#include "models/automaton/bitplane/device/bitplane_layers.h"
#include "models/automaton/bitplane/device/bitplane_passes.h"
#include "models/automaton/bitplane/device/bitplane_sources.h"
#include "models/automaton/bitplane/device/device_quiet_tiles.h"
#include "models/automaton/initial/device_random_states.h"
#include "models/automaton/tissue/device_activation_times.h"
#include "models/automaton/tissue/device_shape.h"

namespace morula {
namespace {

constexpr std::uint32_t group = 128;
constexpr std::uint64_t counting_items = 1 << 15;
constexpr unsigned most_counted = 16;  // number of states that count_states can keep in registers

Index plane_words(const Lattice& lattice) {
  return words_per_bitplane_row(lattice) * lattice.stored.y * lattice.stored.z;
}
std::uint64_t planes_bytes(const AutomatonSpec& automaton) {
  return automaton.transitions.planes() * plane_words(automaton.lattice) * sizeof(u32);
}

// Received halos wait on the device until it is known which quiet tiles they wake. There are two sets of
// buffers: one for copies in the order of the launches, one for the copy queue.
std::uint64_t staged_bytes(const AutomatonSpec& automaton) {
  const Lattice& part = automaton.lattice;
  if (part.is_whole() || !automaton.skip_quiet) return 0;
  const Index stored = part.layers_of(part.stored), halos = stored - part.layers_of(part.owned);
  return 2 * planes_bytes(automaton) / stored * halos;
}

class BitplaneGpu final : public AutomatonEngine {
 public:
  BitplaneGpu(const AutomatonSpec& automaton, std::shared_ptr<gpu::Device> device)
      : lattice_(automaton.lattice),
        states_(automaton.transitions.states()),
        device_(std::move(device)),
        program_(device_->build(access_source(automaton))),
        pack_(program_->kernel("pack_cells")),
        unpack_(program_->kernel("unpack_cells")),
        excite_(program_->kernel("excite")),
        count_(program_->kernel("count_states")),
        sums_(*device_, ValueType::U8, states_),
        planes_{device_->allocate(planes_bytes(automaton)), device_->allocate(planes_bytes(automaton))},
        bytes_(device_->allocate(std::min(lattice_.stored.sites(), slab_bytes))),
        passes_(make_passes(automaton, *device_)),
        layers_(layers_by(gpu::copies_in_order(*device_))),
        activation_times_(*device_, lattice_.stored.sites(), program_->kernel("mark_activation")) {
    device_->fill(*planes_.now, std::byte{0});
    device_->fill(*planes_.next, std::byte{0});
  }

  void step(std::uint64_t steps) override { passes_->run(planes_, steps); }

  // The last pass first computes the layers that neighbouring ranks need, and the halos, whose cells are no
  // longer valid. The exchange does not touch the interior layers, which are computed meanwhile.
  void step_and_exchange(std::uint64_t steps, Halos& halos) override {
    if (!passes_->can_be_cut(halos.interior())) return AutomatonEngine::step_and_exchange(steps, halos);
    if (!layers_beside_) layers_beside_ = layers_by(device_->copy_queue());
    const CutPass cut{halos.interior(), [&] { layers_beside_->copies().await_device(); }};
    passes_->run(planes_, steps, &cut);
    halos.exchange(*layers_beside_);
  }

  void finish() override { device_->finish(); }

  void read(Slab slab, std::span<u8> states) override {
    for_pieces(slab, [&](Slab piece, Index done) {
      unpack(piece);
      device_->read(*bytes_, 0, std::as_writable_bytes(states.subspan(done, piece.count)));
    });
  }

  bool read_on_device(Slab slab, const Model::DeviceSink& sink) override {
    for_pieces(slab, [&](Slab piece, Index) {
      unpack(piece);
      sink(*device_, *bytes_, 0, piece);
    });
    return true;
  }

  void write(Slab slab, std::span<const u8> states) override {
    for_pieces(slab, [&](Slab piece, Index done) {
      device_->write(*bytes_, 0, std::as_bytes(states.subspan(done, piece.count)));
      pack(piece);
    });
    passes_->forget();
    device_->finish();
  }

  bool fill_random(u32x2 key, const std::vector<StateUpTo>& table, Slab cells, Index canonical) override {
    DeviceRandomStates random(*device_, key, table);
    for_pieces(cells, [&](Slab piece, Index done) {
      random.draw({canonical + done, piece.count}, *bytes_);
      pack(piece);
    });
    passes_->forget();
    device_->finish();
    return true;
  }

  std::vector<std::uint64_t> count_states(Slab rows) override {
    if (states_ > most_counted) return count_bytes(rows);
    if (!partial_) partial_ = device_->allocate(counting_items * states_ * sizeof(u32));
    const Index first = rows.first / lattice_.stored.x, count = rows.count / lattice_.stored.x;
    const Index words = words_per_bitplane_row(lattice_);
    device_->launch(*count_, gpu::grid_for(counting_items, group),
                    {planes_.now.get(), first * words, (first + count) * words, partial_.get()});
    std::vector<u32> partial(counting_items * states_);
    device_->read(*partial_, 0, std::as_writable_bytes(std::span(partial)));
    std::vector<std::uint64_t> counts(states_);
    for (std::size_t i = 0; i < partial.size(); ++i) counts[i % states_] += partial[i];
    return counts;
  }

  Hash hash(Slab rows, Index canonical) override {
    Hash hash;
    for_pieces(rows, [&](Slab piece, Index done) {
      unpack(piece);
      hash += sums_.hash(*bytes_, 0, canonical + done, piece.count);
    });
    return hash;
  }

  std::uint64_t layer_bytes() const override { return layers_->layer_bytes(); }
  void read_layers(Index first, std::span<std::byte> layers) override { layers_->read_layers(first, layers); }
  void end_reading() override { layers_->end_reading(); }
  void write_layers(Index first, std::span<const std::byte> layers) override {
    layers_->write_layers(first, layers);
  }
  void end_writing() override { layers_->end_writing(); }

  void excite(const Shape& shape) override {
    const Extent box = shape.box();
    const Index words = (shape.from.x + box.x - 1) / 32 - shape.from.x / 32 + 1;  // in a row of the box
    device_->launch(*excite_, gpu::grid_for(words * box.y * box.z, group),
                    with_shape({planes_.now.get()}, shape));
    passes_->forget();
  }

  void mark_activation(u32 time) override {
    activation_times_.mark({planes_.now.get()}, time, plane_words(lattice_));
  }
  void read_activation_times(Slab slab, std::span<u32> times) override {
    activation_times_.read(slab, times);
  }
  bool read_activation_on_device(Slab slab, const Model::DeviceSink& sink) override {
    return activation_times_.read_on_device(slab, sink);
  }
  void write_activation_times(Slab slab, std::span<const u32> times) override {
    activation_times_.write(slab, times);
  }
  Hash hash_activation_times(Slab cells, Index canonical) override {
    return activation_times_.hash(cells, canonical);
  }

 private:
  std::unique_ptr<BitplaneLayers> layers_by(std::unique_ptr<gpu::CopyQueue> copies) {
    const auto planes = static_cast<unsigned>(std::bit_width(states_ - 1));
    return std::make_unique<BitplaneLayers>(*device_, lattice_, planes, planes_, *passes_, std::move(copies));
  }

  std::vector<std::uint64_t> count_bytes(Slab rows) {
    std::vector<std::uint64_t> counts(states_);
    for_pieces(rows, [&](Slab piece, Index) {
      unpack(piece);
      const auto part = sums_.count(*bytes_, piece.count);
      for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += part[i];
    });
    return counts;
  }

  void pack(Slab piece) {
    const Index x = lattice_.stored.x, row = words_per_bitplane_row(lattice_);
    const auto word_of = [&](Index cell) { return cell / x * row + cell % x / 32; };
    const Index first = word_of(piece.first), words = word_of(piece.first + piece.count - 1) - first + 1;
    device_->launch(*pack_, gpu::grid_for(words, group),
                    {bytes_.get(), piece.first, piece.count, first, planes_.now.get()});
  }

  void unpack(Slab piece) {
    device_->launch(*unpack_, gpu::grid_for(piece.count, group),
                    {planes_.now.get(), piece.first, piece.count, bytes_.get()});
  }

  template <typename Work>
  void for_pieces(Slab slab, const Work& work) {
    for (Index done = 0; done < slab.count; done += bytes_->size()) {
      const Index count = std::min<Index>(slab.count - done, bytes_->size());
      work(Slab{slab.first + done, count}, done);
    }
  }

  Lattice lattice_;
  unsigned states_;
  std::shared_ptr<gpu::Device> device_;
  std::unique_ptr<gpu::Program> program_;
  std::unique_ptr<gpu::Kernel> pack_, unpack_, excite_, count_;
  gpu::FieldSums sums_;
  PlaneBuffers planes_;
  std::unique_ptr<gpu::Buffer> bytes_, partial_;
  std::unique_ptr<BitplanePasses> passes_;
  std::unique_ptr<BitplaneLayers> layers_, layers_beside_;  // copy in the order of launches, and during them
  DeviceActivationTimes activation_times_;
};

}  // namespace

std::uint64_t bitplane_gpu_bytes(const AutomatonSpec& automaton) {
  // Room for the flags of tiles and for the counts; a rough estimate, since both are small.
  constexpr std::uint64_t tiles = 1 << 20;
  return 2 * planes_bytes(automaton) + std::min(automaton.lattice.stored.sites(), slab_bytes) + 8 * tiles +
         staged_bytes(automaton);
}

std::uint64_t bitplane_gpu_largest_buffer(const AutomatonSpec& automaton) {
  return std::max(planes_bytes(automaton), std::min(automaton.lattice.stored.sites(), slab_bytes));
}

std::unique_ptr<AutomatonEngine> make_bitplane_gpu(const AutomatonSpec& automaton,
                                                   std::shared_ptr<gpu::Device> device) {
  return std::make_unique<BitplaneGpu>(automaton, std::move(device));
}

std::vector<gpu::Source> bitplane_sources(const AutomatonSpec& automaton) {
  std::vector<gpu::Source> sources = {access_source(automaton), quiet_tiles_source(automaton.lattice),
                                      random_states_source()};
  gpu::DeviceInfo cuda;
  cuda.api = gpu::Api::Cuda;
  cuda.max_group = 1024;
  const auto add = [&](auto config, const auto& source_of) {
    for (const bool track_changes : {false, true}) {
      config.track_changes = track_changes;
      sources.push_back(source_of(automaton, config));
    }
  };
  if (fits_temporal_blocking(automaton)) {
    TemporalBlockingConfig blocking = temporal_blocking_config(automaton, cuda);
    for (const std::uint32_t steps : {1u, blocking.most_steps}) {
      blocking.steps = steps;
      add(blocking, temporal_blocking_source);
    }
  }
  if (automaton.table) return sources;
  add(single_step_config(automaton, cuda), single_step_source);
  if (const auto small = small_lattice_config(automaton, cuda))
    sources.push_back(small_lattice_source(automaton, *small));
  return sources;
}

}  // namespace morula
