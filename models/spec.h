// The contents of a model file as plain data. The family's own section is a FamilySpec.
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

using StateOfValue = std::array<std::uint8_t, 256>;  // the state that each value in a file stands for

struct FamilySpec {
  virtual ~FamilySpec() = default;
};

enum class FrameView { Slice, Projection, Volume };
enum class Axis { X, Y, Z };

// The viewpoint of a picture of a solid. Directions and distances are in sites.
struct CameraSpec {
  std::array<double, 3> from = {1.2, -2, 1};  // direction from the centre of the lattice to the eye
  std::array<double, 3> up = {0, 0, 1};
  std::optional<double>
      perspective;  // the angle in degrees that the lattice fills; if absent, rays are parallel
  // From the eye to the centre of the lattice, with perspective; if absent, it follows from the angle.
  std::optional<double> distance;
  bool turns = false;  // the scale fits the lattice for every direction around `up`
};

// A picture of a solid, made by casting rays.
struct VolumeSpec {
  CameraSpec camera;
  std::optional<Box> cut;  // the sites that are shown; if absent, all sites
  // Opacities of single classes, which override those of the view; 0 hides a class.
  std::map<unsigned, double> opacities;
  // For a graded view: the fraction of its light that a ray loses in one site of the lowest and of the
  // highest level.
  std::optional<std::array<double, 2>> absorption;
  unsigned width = 800, height = 640;  // pixels
  unsigned samples = 2;                // rays across a pixel, and down
  bool box = true, axes = true;
};

// A bar of known length beside a picture.
struct ScaleBar {
  std::string unit = "sites";
  double site = 1;               // the width of a site in the bar's unit
  std::optional<double> length;  // in this unit; if absent, about a quarter of the picture
};

struct FramesSpec {
  std::uint64_t every = 1;
  std::string of;                          // the name of a view; if empty, the first view
  std::optional<std::string> palette;      // if absent, the view's own colours, or viridis
  std::map<unsigned, io::Colour> colours;  // of single classes, which override those of the palette
  unsigned scale = 1;                      // pixels per site
  FrameView view = FrameView::Projection;  // for lattices in 3D
  Axis axis = Axis::Z;                     // the direction of view
  std::optional<std::uint64_t> at;         // the place of a slice; if absent, the middle
  VolumeSpec volume;
  std::optional<ScaleBar> scale_bar;
  std::optional<std::uint64_t> contours;  // for a view of counts: curves at multiples of this number
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

// An output that only this family has. `key` is its key under `output`, or empty if another key requests the
// output. `observe`, which makes the observer, is set if the model file requests the output; `end` is the
// last step of the run.
struct FamilyOutput {
  std::string key;
  std::function<std::unique_ptr<Observer>(const std::filesystem::path& run, std::uint64_t end)> observe{};
};

// Columns of the series that hold the times of events of one kind, such as the extinction of each species; a
// column is empty until its event happens. Over many runs, the number of times that it happened matters.
struct EventColumns {
  std::string name;  // of this kind of event, such as "extinction"
  std::vector<std::string> columns;
};

// A key of the model file and its place, for messages.
struct KeyLocation {
  SourceLocation place;
  std::string key;
};

// A file named in the model file. `resume` fails if it has changed.
struct InputFile {
  KeyLocation named;
  std::filesystem::path path;
  Hash hash;
  std::filesystem::path note{};  // a note that says where the file is; empty if the file is in its place
};

// A volume whose values are still in their file: see DeferredVolumes.
struct DeferredVolume {
  std::filesystem::path file;
  std::string dataset;
  StateOfValue state_of{};
  Index first_layer = 0;               // of the lattice: the place of the volume's first layer
  std::shared_ptr<io::Volume> volume;  // the volume that the family's section refers to; without values
};

constexpr std::uint64_t most_replicas = std::uint64_t{1} << 20;

struct Replicas {
  std::uint64_t count = 1;
  std::uint64_t first = 0;  // draws use the number of the replica in the whole batch
};

struct InitialRun {
  std::filesystem::path folder;
  SourceLocation place;
};

struct Spec {
  std::string family;
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> steps;  // absent if the model runs until it halts
  // Steps after which the result is complete, in families that know it; a shorter run is 'stopped'.
  std::optional<std::uint64_t> whole_steps;
  // The number of steps in one unit of time of the model file, if that differs from a step; the series then
  // has a column `time`.
  std::optional<double> steps_per_time;
  std::string end_time_key;     // the key that ends a run at a time in this unit
  bool ends_at_a_time = false;  // that key is present and determines `steps`
  std::shared_ptr<const FamilySpec> section;
  OutputSpec output;
  std::optional<std::uint64_t> checkpoint_every;

  // What the family has read in addition to its own section.
  std::optional<Lattice> lattice;         // for families on a lattice
  std::optional<Replicas> replicas;       // for families with replicas, even a single one
  std::optional<InitialRun> initial_run;  // the run whose last state is the initial state
  std::vector<View> views;                // views that frames may show
  std::vector<std::string> tables;        // tables that may be written
  SeriesFigure figure;                    // how the series is drawn
  std::vector<SeriesColumn> columns;      // columns of the series, without the number of the replica
  std::optional<SiteNames> sites;         // names for formulas over sites, if the family defines them
  std::shared_ptr<const SiteColumns> site_columns;  // columns of the series defined by formulas over sites
  std::vector<EventColumns> events;                 // event columns in the series
  std::vector<std::string> yes_no_columns;          // columns of the series that are 0 or 1
  std::vector<FamilyOutput> family_outputs;         // outputs that only this family has
  std::vector<std::string> series_keys;             // keys of output.series that the family itself reads
  std::vector<InputFile> inputs;                    // every file that was read
  std::vector<DeferredVolume> deferred_volumes;     // in the order of the model file
  // Settings taken from other files, in the form of --set, so that `resume` does not need those files.
  std::vector<std::string> from_files;
  std::map<std::string, Number> chosen;  // what the family chose by itself, for the manifest
  std::vector<std::string> notes;        // remarks for the user about a valid model file, one line each
  std::optional<Problem> cpu_only;       // why the model runs only on the CPU, as an error message
  KeyLocation size;                      // the key that determines the model's size
  std::optional<KeyLocation> until;      // the key that may end the run early
  // Condition on a row of the series that ends a run or a replica.
  std::shared_ptr<const RowCondition> until_when;

  std::vector<Change> changes;               // changes while the model runs, sorted by step
  std::shared_ptr<const SpecSource> source;  // the source of all of this

  // The last possible step.
  std::uint64_t end() const { return steps.value_or(std::numeric_limits<std::uint64_t>::max()); }
};

}  // namespace morula
