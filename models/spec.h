// What a model file says, as plain data. The family's own part hangs below as a FamilySpec.
#pragma once

#include <array>
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
#include "io/volume.h"
#include "models/changes/change.h"
#include "models/series/series_column.h"
#include "models/series_figure.h"
#include "models/sites/site_names.h"
#include "models/view.h"

namespace morula {

class Observer;
struct RowCondition;
struct SiteColumns;
struct SpecSource;

using StateOfValue = std::array<std::uint8_t, 256>;  // what a value in a file stands for

struct FamilySpec {
  virtual ~FamilySpec() = default;
};

enum class FrameView { Slice, Projection, Volume };
enum class Axis { X, Y, Z };

// Where a picture of a solid is taken from. Directions and distances are in sites.
struct CameraSpec {
  std::array<double, 3> from = {1.2, -2, 1};  // the direction of the eye, seen from the centre of the lattice
  std::array<double, 3> up = {0, 0, 1};
  std::optional<double>
      perspective;                 // the angle in degrees that the lattice fills; parallel rays when absent
  std::optional<double> distance;  // of the eye from the centre, with perspective: farther if it is absent
  bool turns = false;              // the scale fits the lattice from every side around `up`
};

// A picture of a solid, ray by ray.
struct VolumeSpec {
  CameraSpec camera;
  std::optional<Box> cut;                // the sites that are shown; all of them when absent
  std::map<unsigned, double> opacities;  // of classes, over those of the view; 0 hides a class
  // Of a graded view: the part of its light that a ray loses in one site of the lowest and the highest level.
  std::optional<std::array<double, 2>> absorption;
  unsigned width = 800, height = 640;  // pixels
  unsigned samples = 2;                // rays of a pixel across, and down
  bool box = true, axes = true;
};

// A bar of a known length beside a picture.
struct ScaleBar {
  std::string unit = "sites";
  double site = 1;               // the width of a site in that unit
  std::optional<double> length;  // in that unit; about a quarter of the picture when absent
};

struct FramesSpec {
  std::uint64_t every = 1;
  std::string of;                          // the name of a view; the first one when empty
  std::optional<std::string> palette;      // the view's own colours, or viridis, when absent
  std::map<unsigned, io::Colour> colours;  // of single classes, over those of the palette
  unsigned scale = 1;                      // pixels per site
  FrameView view = FrameView::Projection;  // of a lattice in 3D
  Axis axis = Axis::Z;                     // that one looks along
  std::optional<std::uint64_t> at;         // where a slice is; its middle when absent
  VolumeSpec volume;
  std::optional<ScaleBar> scale_bar;
  std::optional<std::uint64_t> contours;  // of a view of counts: curves at multiples of this number
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

// An output that only this family has. `key` is its key under `output`; it is empty if another key requests
// the output. `observe` is set if the model file asks for it, and makes the observer; `end` is the last step
// of the run.
struct FamilyOutput {
  std::string key;
  std::function<std::unique_ptr<Observer>(const std::filesystem::path& run, std::uint64_t end)> observe{};
};

// Columns of the series that hold the time of an event of one kind, such as the extinction of each species:
// empty until it happens. Over many runs, what counts is how often it did.
struct EventColumns {
  std::string name;  // of the kind: "extinction"
  std::vector<std::string> columns;
};

// A key of the model file and where it stands, for messages.
struct KeyLocation {
  SourceLocation place;
  std::string key;
};

// A file named in the model file. `resume` refuses it if it has changed.
struct InputFile {
  KeyLocation named;
  std::filesystem::path path;
  Hash hash;
  std::filesystem::path note{};  // that says where the file is; empty for a file in its place
};

// A volume whose values are still in their file: see DeferredVolumes.
struct DeferredVolume {
  std::filesystem::path file;
  std::string dataset;
  StateOfValue state_of{};
  Index first_layer = 0;               // of the lattice: where the volume's first one lies
  std::shared_ptr<io::Volume> volume;  // what the family's section refers to; without values
};

constexpr std::uint64_t most_replicas = std::uint64_t{1} << 20;

struct Replicas {
  std::uint64_t count = 1;
  std::uint64_t first = 0;  // draws are addressed by the replica's number in the whole batch
};

struct InitialRun {
  std::filesystem::path folder;
  SourceLocation place;
};

struct Spec {
  std::string family;
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> steps;  // absent where the model runs until it halts
  // Steps after which the answer is complete, of families that know: a run of fewer is 'stopped'.
  std::optional<std::uint64_t> whole_steps;
  // Steps in the unit of time that the model file is written in, where that is another: series then have a
  // column `time`.
  std::optional<double> steps_per_time;
  std::string end_time_key;     // the key that ends a run at a time in that unit
  bool ends_at_a_time = false;  // by that key, so that `steps` follow from it
  std::shared_ptr<const FamilySpec> section;
  OutputSpec output;
  std::optional<std::uint64_t> checkpoint_every;

  // What the family has read beside its own section.
  std::optional<Lattice> lattice;         // of families that live on one
  std::optional<Replicas> replicas;       // for families with replicas, even a single one
  std::optional<InitialRun> initial_run;  // start from this run's last state
  std::vector<View> views;                // that frames may show
  std::vector<std::string> tables;        // that may be written
  SeriesFigure figure;                    // of the series
  std::vector<SeriesColumn> columns;      // of the series, without the number of the replica
  std::optional<SiteNames> sites;         // names for formulas of sites, where the family gives them
  std::shared_ptr<const SiteColumns> site_columns;  // of the series, as formulas of sites
  std::vector<EventColumns> events;                 // among the columns of the series
  std::vector<std::string> yes_no_columns;          // columns of the series that are 0 or 1
  std::vector<FamilyOutput> family_outputs;         // outputs that only this family has
  std::vector<std::string> series_keys;             // keys of output.series that the family reads itself
  std::vector<InputFile> inputs;                    // every file that was read
  std::vector<DeferredVolume> deferred_volumes;     // in the order in which the model file names them
  // Settings taken from other files, in the form of --set, so that `resume` does not need those files.
  std::vector<std::string> from_files;
  std::map<std::string, Number> chosen;  // what the family settled by itself, for the manifest
  std::vector<std::string> notes;        // what a user should know about a valid model file, a line each
  std::optional<Problem> cpu_only;       // why the model runs only on the CPU, as an error message
  KeyLocation size;                      // the key that determines the model's size
  std::optional<KeyLocation> until;      // the key that may end the run early
  std::shared_ptr<const RowCondition> until_when;  // ends a run, or a replica, at a row of the series

  std::vector<Change> changes;               // while the model runs, by their steps
  std::shared_ptr<const SpecSource> source;  // what all this was read from

  // The last step there may be.
  std::uint64_t end() const { return steps.value_or(std::numeric_limits<std::uint64_t>::max()); }
};

}  // namespace morula
