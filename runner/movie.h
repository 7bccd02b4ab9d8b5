// A film of a run's frames, or of one of its states as the camera moves around it.
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
  SavedPicture state;          // the state for an orbit; without one, only its `run` is used
  std::filesystem::path film;  // .mp4, .webm or .gif
  unsigned fps = usual_fps;
  std::optional<double> orbit;  // degrees
  unsigned orbit_frames = 72;
  bool step = false, legend = false;
  bool replace = false;
};

// Throws SpecError if there is nothing to show, or if the film cannot be written.
void make_movie(const MovieSpec& movie, const BackendRequest& backend);

// Makes a film, ".gif", ".mp4" or ".webm", of pictures that have the same size. Each picture is the content
// of a PNG file; the result is the content of the film's file. Throws Error if the film cannot be made.
std::string film_of(const std::vector<std::string>& pictures, const std::string& extension, unsigned fps);
bool has_ffmpeg();  // ffmpeg is needed for all films except GIFs

}  // namespace morula
