// The interface of all engines of competing species, on any processor and in whatever form they hold the
// sites. Replicas lie one behind the other, and indices count through all of them. For a part of a lattice,
// an engine reads and writes by places in memory; it counts and hashes the sites that the part owns.
#pragma once

#include <cassert>
#include <memory>
#include <span>
#include <vector>

#include "core/field.h"
#include "core/hash.h"
#include "core/threads.h"
#include "gpu/device.h"
#include "models/backend.h"
#include "models/interaction/bitplane/bitplane_support.h"
#include "models/interaction/interaction_spec.h"
#include "models/interaction/rates/action_thresholds.h"
#include "models/model.h"

namespace morula {

class InteractionEngine {
 public:
  virtual ~InteractionEngine() = default;

  // Carries out generations `from`, `from` + 1, ... of every replica that is not frozen. On a device it
  // returns before they are done; finish() waits for them.
  virtual void step(std::uint64_t from, std::uint64_t generations) = 0;
  // Carries out phases `begin` to `end` - 1, in the parallel order.
  virtual void step_phases(std::uint64_t /*begin*/, std::uint64_t /*end*/) { assert(false); }
  virtual void finish() {}
  // Like step(). Also returns the counts at each generation that is a multiple of `every`, one after the
  // other.
  virtual std::vector<std::uint64_t> step_counting(std::uint64_t from, std::uint64_t generations,
                                                   std::uint64_t every);
  virtual void read(Slab slab, std::span<u8> states) = 0;
  virtual void write(Slab slab, std::span<const u8> states) = 0;
  virtual bool read_on_device(Slab, const Model::DeviceSink&) { return false; }  // see Model
  // The states as they lie in memory, if the engine holds them so.
  virtual std::span<const u8> in_place() const { return {}; }
  virtual std::vector<std::uint64_t> count_states() = 0;  // [replica · states + state]
  virtual std::vector<Hash> hashes() = 0;                 // of each replica as if it were run alone

  // Whole layers of every replica, packed in the engine's own format, for other engines of the same model.
  virtual std::uint64_t layer_bytes() const { return 0; }
  virtual void read_layers(Index /*first*/, std::span<std::byte>) { assert(false); }
  virtual void write_layers(Index /*first*/, std::span<const std::byte>) { assert(false); }

  virtual void freeze(std::uint64_t replica) = 0;  // it does not change any more
  // Sets the rates of one replica for all later steps; used only with feedback.
  virtual void set_rates(std::uint64_t replica, const ActionThresholds& rates) = 0;
};

// The engine that runs a model on a kind of processor. Everything that depends on this choice asks it: making
// the engine, listing its programs, counting its memory, dividing the lattice, warning of a slow path.
// BitPlanes run on threads; Phases and Tiles are bit planes on a device.
// Tiles are bit planes on a device.
enum class EngineChoice { Sequential, Plain, Bytes, BitPlanes, Phases, Tiles };
EngineChoice engine_choice(const InteractionSpec& interaction, Processor processor);

std::unique_ptr<InteractionEngine> make_engine(const InteractionSpec& interaction, std::uint64_t seed,
                                               const Backend& backend);
std::vector<gpu::Source> engine_sources(const InteractionSpec& interaction);

// The plain engines. The sequential order runs on the CPU only.
std::unique_ptr<InteractionEngine> make_sequential_cpu(const InteractionSpec& interaction,
                                                       std::uint64_t seed);
std::unique_ptr<InteractionEngine> make_plain_cpu(const InteractionSpec& interaction, std::uint64_t seed,
                                                  std::shared_ptr<ThreadPool> threads);
std::unique_ptr<InteractionEngine> make_plain_gpu(const InteractionSpec& interaction, std::uint64_t seed,
                                                  std::shared_ptr<gpu::Device> device);
gpu::Source plain_source(const InteractionSpec& interaction);

// The engines on bytes, for every model in the parallel order.
std::unique_ptr<InteractionEngine> make_bytes_cpu(const InteractionSpec& interaction, std::uint64_t seed,
                                                  std::shared_ptr<ThreadPool> threads);
std::unique_ptr<InteractionEngine> make_bytes_gpu(const InteractionSpec& interaction, std::uint64_t seed,
                                                  std::shared_ptr<gpu::Device> device);
gpu::Source bytes_source(const InteractionSpec& interaction);

// The bit-plane engines, for models for which uses_bit_planes() is true.
std::unique_ptr<InteractionEngine> make_bitplane_cpu(const InteractionSpec& interaction, std::uint64_t seed,
                                                     std::shared_ptr<ThreadPool> threads);
std::uint64_t bitplane_cpu_bytes(const InteractionSpec& interaction);
std::unique_ptr<InteractionEngine> make_bitplane_gpu(const InteractionSpec& interaction, std::uint64_t seed,
                                                     std::shared_ptr<gpu::Device> device);
// Size of each of the two buffers of states.
std::uint64_t bitplane_gpu_bytes(const InteractionSpec& interaction);
gpu::Source bitplane_source(const InteractionSpec& interaction);

// The bit-plane engine for devices, for models that do not fit into tiles.
std::unique_ptr<InteractionEngine> make_phase_gpu(const InteractionSpec& interaction, std::uint64_t seed,
                                                  std::shared_ptr<gpu::Device> device);
std::uint64_t phase_gpu_bytes(const InteractionSpec& interaction);  // size of a buffer of states
std::uint64_t phase_gpu_buffers(
    const InteractionSpec& interaction);  // two, or one where phases are carried out in place
gpu::Source phase_source(const InteractionSpec& interaction);

}  // namespace morula
