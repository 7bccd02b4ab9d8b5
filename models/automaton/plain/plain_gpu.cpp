// The plain engine on a device: see plain_kernels.h.
#include "core/ceil_divide.h"
#include "gpu/field_sums.h"
#include "models/automaton/automaton_engine.h"
#include "models/automaton/initial/device_random_states.h"
#include "models/automaton/lattice_defines.h"
#include "models/automaton/plain/trigger_texts.h"
#include "models/automaton/tissue/device_activation_times.h"
#include "models/automaton/tissue/device_shape.h"
#include "texts/morula_automaton.h"

namespace morula {
namespace {

constexpr std::uint32_t plain_group = 128;

u64 words_per_row(const Lattice& lattice) { return ceil_divide(lattice.stored.x, 32); }
u64 words_of(const Lattice& lattice) { return words_per_row(lattice) * lattice.stored.y * lattice.stored.z; }

template <typename T>
std::unique_ptr<gpu::Buffer> uploaded(gpu::Device& device, const std::vector<T>& values) {
  auto buffer = device.allocate(values.size() * sizeof(T));
  device.write(*buffer, 0, std::as_bytes(std::span(values)));
  return buffer;
}

// The transitions, with the number of a trigger in place of a row.
std::vector<Transition> by_trigger(const Transitions& transitions) {
  const Triggers triggers(transitions);
  std::vector<Transition> in_rows = transitions.all();
  for (Transition& transition : in_rows) transition.row = triggers.of_row[transition.row];
  return in_rows;
}

class PlainGpu final : public AutomatonEngine {
 public:
  PlainGpu(const AutomatonSpec& automaton, std::shared_ptr<gpu::Device> device)
      : lattice_(automaton.lattice),
        cells_(automaton.lattice.stored.sites()),
        device_(std::move(device)),
        program_(device_->build(plain_source(automaton))),
        find_active_(program_->kernel("find_active")),
        step_(program_->kernel("plain_step")),
        excite_(program_->kernel("excite")),
        sums_(*device_, ValueType::U8, automaton.transitions.states()),
        transitions_(uploaded(*device_, by_trigger(automaton.transitions))),
        states_(device_->allocate(cells_)),
        active_(device_->allocate(words_of(lattice_) * sizeof(u32))),
        active_next_(device_->allocate(words_of(lattice_) * sizeof(u32))),
        activation_times_(*device_, cells_, program_->kernel("mark_activation")) {
    device_->fill(*states_, std::byte{0});
  }

  void step(std::uint64_t steps) override {
    find_active_if_unknown();
    for (; steps > 0; --steps) {
      compute(0, words_of(lattice_));
      std::swap(active_, active_next_);
    }
  }

  // The last step first computes the layers that neighbouring ranks need, and the halos, whose cells are no
  // longer valid. The exchange does not touch the interior layers, which are computed meanwhile.
  void step_and_exchange(std::uint64_t steps, Halos& halos) override {
    const LayerRange interior = halos.interior();
    if (interior.count == 0) return AutomatonEngine::step_and_exchange(steps, halos);
    if (!layers_beside_) layers_beside_ = std::make_unique<StateLayers>(*this, device_->copy_queue());
    step(steps - 1);
    find_active_if_unknown();
    const u64 word_count = words_of(lattice_), begin = interior.first * layer_words(),
              count = interior.count * layer_words();
    compute((begin + count) % word_count, word_count - count);
    layers_beside_->copies().await_device();
    compute(begin, count);
    std::swap(active_, active_next_);
    halos.exchange(*layers_beside_);
  }

  void finish() override { device_->finish(); }

  void read(Slab slab, std::span<u8> states) override {
    device_->read(*states_, slab.first, std::as_writable_bytes(states));
  }
  bool read_on_device(Slab slab, const Model::DeviceSink& sink) override {
    sink(*device_, *states_, slab.first, slab);
    return true;
  }
  void write(Slab slab, std::span<const u8> states) override {
    device_->write(*states_, slab.first, std::as_bytes(states));
    active_is_known_ = false;
  }

  bool fill_random(u32x2 key, const std::vector<StateUpTo>& table, Slab cells, Index canonical) override {
    if (cells.first != 0) return false;  // the kernel draws to the beginning of a buffer
    DeviceRandomStates(*device_, key, table).draw({canonical, cells.count}, *states_);
    device_->finish();
    active_is_known_ = false;
    return true;
  }

  std::vector<std::uint64_t> count_states(Slab rows) override { return sums_.count(*states_, rows); }
  Hash hash(Slab rows, Index canonical) override { return sums_.hash(*states_, 0, rows, canonical); }

  std::uint64_t layer_bytes() const override { return lattice_.layer_sites(); }
  void read_layers(Index first, std::span<std::byte> layers) override { layers_.read_layers(first, layers); }
  void write_layers(Index first, std::span<const std::byte> layers) override {
    layers_.write_layers(first, layers);
  }
  void end_writing() override { layers_.end_writing(); }

  void excite(const Shape& shape) override {
    device_->launch(*excite_, gpu::grid_for(shape.box().sites()),
                    with_shape({states_.get(), transitions_.get()}, shape));
    active_is_known_ = false;
  }

  void mark_activation(u32 time) override {
    activation_times_.mark({states_.get(), transitions_.get()}, time, cells_);
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
  // Copies layers of the states. Once they have arrived, it finds which of their cells are active.
  class StateLayers final : public LayerCopies {
   public:
    StateLayers(PlainGpu& engine, std::unique_ptr<gpu::CopyQueue> copies)
        : engine_(engine), copies_(std::move(copies)) {}

    gpu::CopyQueue& copies() { return *copies_; }
    void read_layers(Index first, std::span<std::byte> layers) override {
      copies_->read(*engine_.states_, first * engine_.layer_bytes(), layers);
    }
    void end_reading() override { copies_->finish(); }
    void write_layers(Index first, std::span<const std::byte> layers) override {
      copies_->write(*engine_.states_, first * engine_.layer_bytes(), layers);
      written_.push_back({first, layers.size() / engine_.layer_bytes()});
    }
    void end_writing() override {
      copies_->hold_device();
      for (const LayerRange& layers : written_) engine_.find_active_in(layers);
      written_.clear();
    }

   private:
    PlainGpu& engine_;
    std::unique_ptr<gpu::CopyQueue> copies_;
    std::vector<LayerRange> written_;
  };

  u64 layer_words() const { return words_of(lattice_) / lattice_.layers_of(lattice_.stored); }

  void compute(u64 first, u64 count) {
    device_->launch(*step_, gpu::grid_for(count, plain_group),
                    {states_.get(), active_.get(), active_next_.get(), transitions_.get(), first, count});
  }

  void find_active(u64 begin, u64 end) {
    device_->launch(*find_active_, gpu::grid_for(end - begin, plain_group),
                    {states_.get(), active_.get(), transitions_.get(), begin, end});
  }
  void find_active_if_unknown() {
    if (!active_is_known_) find_active(0, words_of(lattice_));
    active_is_known_ = true;
  }
  void find_active_in(const LayerRange& layers) {
    if (active_is_known_) find_active(layers.first * layer_words(), layers.end() * layer_words());
  }

  Lattice lattice_;
  Index cells_;
  std::shared_ptr<gpu::Device> device_;
  std::unique_ptr<gpu::Program> program_;
  std::unique_ptr<gpu::Kernel> find_active_, step_, excite_;
  gpu::FieldSums sums_;
  std::unique_ptr<gpu::Buffer> transitions_, states_, active_, active_next_;
  bool active_is_known_ = false;
  DeviceActivationTimes activation_times_;
  StateLayers layers_{*this, gpu::copies_in_order(*device_)};
  std::unique_ptr<StateLayers> layers_beside_;  // copies while the device computes
};

}  // namespace

gpu::Source plain_source(const AutomatonSpec& automaton) {
  gpu::Source source{"automaton",
                     {gpu::text::models::automaton::automaton_rule, gpu::text::models::sites::shape_rule,
                      gpu::text::models::automaton::plain::plain_kernels},
                     {}};
  define_lattice(source, automaton.lattice)
      .define("RANGE", static_cast<std::uint64_t>(automaton.neighbourhood.range))
      .define("GROUP", plain_group)
      .define("WORDS", words_per_row(automaton.lattice))
      .define("STATES", automaton.transitions.states());
  define_triggers(source, automaton.neighbourhood, automaton.transitions);
  return source;
}

std::uint64_t plain_gpu_bytes(const AutomatonSpec& automaton) {
  return automaton.lattice.stored.sites() + 2 * words_of(automaton.lattice) * sizeof(u32);
}

std::unique_ptr<AutomatonEngine> make_plain_gpu(const AutomatonSpec& automaton,
                                                std::shared_ptr<gpu::Device> device) {
  return std::make_unique<PlainGpu>(automaton, std::move(device));
}

}  // namespace morula
