// What a model file says, as plain data. The family's own part hangs below as a FamilySpec.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/hash.h"
#include "core/lattice.h"
#include "core/number.h"
#include "io/image.h"
#include "models/view.h"

namespace morula {

class Observer;

struct FamilySpec {
  virtual ~FamilySpec() = default;
};

enum class FrameView { Slice, Projection };
enum class Axis { X, Y, Z };

struct FramesSpec {
  std::uint64_t every = 1;
  std::string of;                          // the name of a view; the first one when empty
  std::optional<std::string> palette;      // the view's own colours, or viridis, when absent
  std::map<unsigned, io::Colour> colours;  // of single classes, over those of the palette
  unsigned scale = 1;                      // pixels per site
  FrameView view = FrameView::Projection;  // of a lattice in 3D
  Axis axis = Axis::Z;                     // that one looks along
  std::optional<std::uint64_t> at;         // where a slice is; its middle when absent
};

struct TableSpec {
  std::string name;
  std::uint64_t every = 1;
};

struct OutputSpec {
  std::optional<std::uint64_t> series_every;
  std::optional<FramesSpec> frames;
  std::optional<std::uint64_t> state_every;
  std::vector<TableSpec> tables;
};

// An output that a family adds to those of every model: a key below `output` (empty where another key asks
// for it), and the observer behind it where the model file asks for it. The run ends with step `end`.
struct OwnOutput {
  std::string key;
  std::function<std::unique_ptr<Observer>(const std::filesystem::path& run, std::uint64_t end)> observe{};
};

// A key of the model file and where it stands, for messages.
struct KeyPlace {
  Place place;
  std::string key;
};

// A file that the model file names. A run goes on only with what it began with.
struct InputFile {
  KeyPlace named;
  std::filesystem::path path;
  Hash hash;
};

constexpr std::uint64_t most_replicas = std::uint64_t{1} << 20;

struct Replicas {
  std::uint64_t count = 1;
  std::uint64_t first = 0;  // draws are addressed by the replica's number in the whole batch
};

struct InitialRun {
  std::filesystem::path folder;
  Place place;
};

struct Spec {
  std::string family;
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> steps;  // absent where the model runs until it halts
  std::shared_ptr<const FamilySpec> section;
  OutputSpec output;
  std::optional<std::uint64_t> checkpoint_every;

  // What the family has read beside its own section.
  std::optional<Lattice> lattice;         // of families that live on one
  std::optional<Replicas> replicas;       // for families with replicas, even a single one
  std::optional<InitialRun> initial_run;  // start from this run's last state
  std::vector<View> views;                // that frames may show
  std::vector<std::string> tables;        // that may be written
  std::vector<OwnOutput> own_outputs;     // the outputs of the family's own
  std::vector<InputFile> inputs;          // every file that was read
  std::vector<std::string>
      from_files;  // settings taken from files, in the form of --set: resume needs no file
  std::map<std::string, Number> chosen;  // what the family settled by itself, for the manifest
  std::vector<std::string> notes;        // what a user should know about a valid model file, a line each
  std::optional<Problem> cpu_only;       // why it runs on the CPU alone, as a message says it
  KeyPlace size;                         // what makes the model large
  std::optional<KeyPlace> until;         // what may end the run before its last step

  // The last step there may be.
  std::uint64_t end() const { return steps.value_or(std::numeric_limits<std::uint64_t>::max()); }
};

}  // namespace morula
