// Pictures of a run that has ended, drawn from its saved states.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/backend.h"
#include "models/model.h"
#include "models/spec.h"
#include "runner/run.h"

namespace morula {

struct SavedPicture {
  std::filesystem::path run;
  std::optional<std::uint64_t> step;   // of a file in state/ or of the checkpoint; if absent, the last one
  std::optional<std::string> camera;   // direction to the camera, "1.2,-2,1"; sets the view to `volume`
  std::vector<std::string> overrides;  // in the form of --set
};

// The model in its state at that step, and the settings of its picture: those of the model file, or other
// ones.
struct SavedModel {
  Spec spec;
  std::unique_ptr<Model> model;
  FramesSpec frames;
};

// Throws SpecError if the run has no such state, or the settings are wrong.
SavedModel load_saved(const SavedPicture& choice, const Backend& backend,
                      const ModelMaker& maker = in_one_process());

// The settings of pictures of a model: those of its file, or default ones if it has none, with these
// overrides.
FramesSpec frames_of(const ModelSource& source, const std::vector<std::string>& overrides);

// The steps whose complete state is in state/, in ascending order.
std::vector<std::uint64_t> state_steps(const std::filesystem::path& run);

// The camera after a turn around the lattice by this many degrees.
CameraSpec turned(const CameraSpec& camera, double degrees);

}  // namespace morula
