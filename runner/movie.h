// A film of a run's frames, or around one of its states.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "models/backend.h"
#include "runner/saved_picture.h"

namespace morula {

constexpr unsigned usual_fps = 10;

struct MovieSpec {
  SavedPicture state;          // whose run is the one whose frames are shown without an orbit
  std::filesystem::path film;  // .mp4, .webm or .gif
  unsigned fps = usual_fps;
  std::optional<double> orbit;  // degrees
  unsigned orbit_frames = 72;
  bool step = false, legend = false;
  bool replace = false;
};

// Throws SpecError where there is nothing to show or the film cannot be written.
void make_movie(const MovieSpec& movie, const BackendRequest& backend);

// A film of pictures of one size, each the bytes of a PNG file, as the bytes of a file: ".gif", ".mp4" or
// ".webm". Throws Error where it cannot be made.
std::string film_of(const std::vector<std::string>& pictures, const std::string& extension, unsigned fps);
bool has_ffmpeg();  // which films but GIFs need

}  // namespace morula
