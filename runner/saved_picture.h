// Pictures of a run that has ended, from the states that it has saved.
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
  std::optional<std::uint64_t> step;   // of a file in state/, or of the checkpoint; the last when absent
  std::optional<std::string> camera;   // "1.2,-2,1": the direction of the eye; makes it a volume
  std::vector<std::string> overrides;  // as --set takes them
};

// The model as it stood at that step, and how it is shown: as the model file says, or anew.
struct SavedModel {
  Spec spec;
  std::unique_ptr<Model> model;
  FramesSpec frames;
};

// Throws SpecError if the run has no such state, or the settings are wrong.
SavedModel load_saved(const SavedPicture& wanted, const Backend& backend,
                      const ModelMaker& maker = in_one_process());

// How a model is shown: as its file says, or anew where it says nothing, with these overrides.
FramesSpec frames_of(const ModelSource& source, const std::vector<std::string>& overrides);

// The steps whose whole state is in state/, rising.
std::vector<std::uint64_t> state_steps(const std::filesystem::path& run);

// The direction of an eye that has gone round the lattice by this many degrees.
CameraSpec turned(const CameraSpec& camera, double degrees);

}  // namespace morula
