#include "bench/ranks/case_exchanges.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstring>
#include <memory>

#include "bench/ranks/measured_ranks.h"
#include "bench/ranks/sweeping.h"
#include "core/field.h"
#include "core/message.h"
#include "models/catalogue.h"
#include "models/ranks/rank_part.h"

namespace morula {
namespace {

struct Rehearsal {
  CaseTraffic traffic;
  std::uint64_t rounds = 0;
};

// Makes as many exchanges as fit into the time of a figure, but not more than a stable median needs. Long
// intervals are shortened, since there would be too few exchanges otherwise; in longer ones ranks would only
// go through the same memory more often.
Rehearsal rehearsal_of(CaseTraffic traffic) {
  constexpr double longest_interval = 0.05, most_rounds = 101;
  const double seconds = seconds_of_a_figure();
  traffic.interval = std::min(traffic.interval, longest_interval * seconds);
  return {traffic,
          static_cast<std::uint64_t>(std::lround(std::min(seconds / traffic.interval, most_rounds)))};
}

// Rank 0 decides, since all ranks must make the same number of exchanges.
Rehearsal as_on_rank_zero(const Rehearsal& rehearsal, Communicator& ranks) {
  const std::uint64_t numbers[] = {rehearsal.traffic.halo, rehearsal.traffic.layer_bytes,
                                   std::bit_cast<std::uint64_t>(rehearsal.traffic.step),
                                   std::bit_cast<std::uint64_t>(rehearsal.traffic.interval),
                                   rehearsal.rounds};
  Bytes message = message_of(numbers);
  ranks.broadcast(message);
  const std::vector<std::uint64_t> sent = numbers_in(message);
  return {{sent.at(0), sent.at(1), std::bit_cast<double>(sent.at(2)), std::bit_cast<double>(sent.at(3))},
          sent.at(4)};
}

// The memory of a rank that matters for exchanges: layers from which and to which messages are copied.
class HeldLayers : public LayerCopies {
 public:
  // Lets these seconds pass as in a run, in which a rank goes through its memory once in each `step`.
  virtual void compute(double seconds, double step) = 0;
};

// Bytes that a rank without a device goes through in a step: the states that it stores, in all buffers.
std::uint64_t bytes_gone_through(const Spec& part, const Backend& backend, std::uint64_t layers_bytes) {
  // A footprint also includes the two slabs through which a state is saved.
  const std::uint64_t footprint = footprint_of(part, backend, Pictures::NotMade).host_bytes;
  return std::max(layers_bytes, footprint - std::min(footprint, 2 * slab_bytes));
}

class LayersOfHost final : public HeldLayers {
 public:
  LayersOfHost(const Spec& part, const Backend& backend, std::uint64_t layer_bytes)
      : layer_bytes_(layer_bytes),
        sweeping_(
            bytes_gone_through(part, backend, part.lattice->layers_of(part.lattice->stored) * layer_bytes),
            *backend.threads) {}

  void compute(double seconds, double step) override { sweeping_.sweep(seconds, step); }
  void read_layers(Index first, std::span<std::byte> layers) override {
    std::memcpy(layers.data(), sweeping_.memory() + first * layer_bytes_, layers.size());
  }
  void write_layers(Index first, std::span<const std::byte> layers) override {
    std::memcpy(sweeping_.memory() + first * layer_bytes_, layers.data(), layers.size());
  }

 private:
  std::uint64_t layer_bytes_;
  Sweeping sweeping_;
};

// While a device computes, the processor only waits for it. The place of layers on a device does not matter,
// so that all messages are copied from the same place and to the same place.
class LayersOfDevice final : public HeldLayers {
 public:
  LayersOfDevice(gpu::Device& device, std::uint64_t message_bytes)
      : buffer_(device.allocate(message_bytes)), copies_(device.copy_queue()) {
    device.fill(*buffer_, std::byte{1});
    device.finish();
  }

  void compute(double seconds, double) override {
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    while (std::chrono::steady_clock::now() < end) continue;
  }
  void read_layers(Index, std::span<std::byte> layers) override { copies_->read(*buffer_, 0, layers); }
  void end_reading() override { copies_->finish(); }
  void write_layers(Index, std::span<const std::byte> layers) override {
    copies_->write(*buffer_, 0, layers);
  }
  void end_writing() override { copies_->hold_device(); }

 private:
  std::unique_ptr<gpu::Buffer> buffer_;
  std::unique_ptr<gpu::CopyQueue> copies_;
};

std::unique_ptr<HeldLayers> held_layers(const Spec& part, const Backend& backend,
                                        const CaseTraffic& traffic) {
  if (backend.device)
    return std::make_unique<LayersOfDevice>(*backend.device, traffic.halo * traffic.layer_bytes);
  return std::make_unique<LayersOfHost>(part, backend, traffic.layer_bytes);
}

}  // namespace

// Halos are exchanged by the same class as in a run.
std::vector<double> exchanges_alone(const Spec& spec, const Backend& backend, const CaseTraffic& traffic,
                                    Communicator& ranks) {
  const auto [same, rounds] = as_on_rank_zero(rehearsal_of(traffic), ranks);
  const Spec part = RankPart::spec_of(spec, ranks, same.halo);
  MeasuredRanks measured(ranks);
  Halos halos(measured, decomposition_of(spec, ranks.size()), *part.lattice, {same.halo, false});
  halos.make_room_for_messages(same.layer_bytes, backend);
  const auto layers = held_layers(part, backend, same);
  for (std::uint64_t round = 0; round < rounds; ++round) {
    layers->compute(same.interval * time_of_turn(ranks.rank(), round), same.step);
    halos.exchange(*layers);
  }
  layers->end_reading();  // a device may still copy from messages, which are freed now
  return measured.exchanged().exchanges;
}

}  // namespace morula
