// What a model file says, as plain data. The family's own part hangs below as a FamilySpec.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/lattice.h"
#include "io/image.h"

namespace morula {

struct FamilySpec {
  virtual ~FamilySpec() = default;
};

enum class FrameOf { State, Activation };  // Activation: when each site was last activated
enum class FrameView { Slice, Projection };
enum class Axis { X, Y, Z };

struct FramesSpec {
  std::uint64_t every = 1;
  FrameOf of = FrameOf::State;
  std::optional<std::string> palette;      // the model's own colours, or viridis, when absent
  std::map<unsigned, io::Colour> colours;  // of single states, over those of the palette
  unsigned scale = 1;                      // pixels per site
  FrameView view = FrameView::Projection;  // of a lattice in 3D
  Axis axis = Axis::Z;                     // that one looks along
  std::optional<std::uint64_t> at;         // where a slice is; its middle when absent
};

// What there is to show of a model.
struct Pictured {
  unsigned values = 2;            // of its state
  bool keeps_activation = false;  // it has the field `activation`
};

struct OutputSpec {
  std::optional<std::uint64_t> series_every;
  std::optional<FramesSpec> frames;
  std::optional<std::uint64_t> state_every;
  std::optional<std::uint64_t> patterns_every;
};

constexpr std::uint64_t most_replicas = std::uint64_t{1} << 20;

struct Replicas {
  std::uint64_t count = 1;
  std::uint64_t first = 0;  // draws are addressed by the replica's number in the whole batch
};

struct Spec {
  std::string family;
  std::uint64_t seed = 1;
  std::uint64_t steps = 0;
  std::shared_ptr<const FamilySpec> section;
  OutputSpec output;
  std::optional<std::uint64_t> checkpoint_every;
  std::optional<std::filesystem::path> initial_run;  // start from this run's last state
  Place initial_run_place;
  // What other files said and the model file left to them, as --set takes it: a resume needs those no more.
  std::vector<std::string> settled;
  std::vector<std::string> notes;        // what a user should know of a model file that is right, a line each
  std::optional<Problem> cpu_only;       // why it runs on the CPU alone, as a message says it
  std::optional<Lattice> lattice;        // of families that live on one
  std::optional<Pictured> pictured;      // nothing where the model could not be read
  std::optional<Replicas> batch;         // of families that run replicas, though it be of one
  std::vector<std::string> own_outputs;  // keys below `output` that the family has read
  Place size_place;                      // where the size of the model is said, for messages
  std::string size_key;
  Place until_place;      // where it is said that the run may end before its last step
  std::string until_key;  // empty where it may not
};

}  // namespace morula
