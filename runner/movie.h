// A film of a run's frames, or around one of its states.
#pragma once

#include <filesystem>
#include <optional>

#include "models/backend.h"
#include "runner/saved_picture.h"

namespace morula {

struct MovieSpec {
  SavedPicture state;          // whose run is the one whose frames are shown without an orbit
  std::filesystem::path film;  // .mp4, .webm or .gif
  unsigned fps = 10;
  std::optional<double> orbit;  // degrees
  unsigned orbit_frames = 72;
  bool step = false, legend = false;
  bool replace = false;
};

// Throws SpecError where there is nothing to show or the film cannot be written.
void make_movie(const MovieSpec& movie, const BackendRequest& backend);

}  // namespace morula
