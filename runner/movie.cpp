#include "runner/movie.h"

#include <fmt/format.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <memory>
#include <vector>

#include "core/error.h"
#include "io/durable_file.h"
#include "io/gif_file.h"
#include "models/observer.h"
#include "models/picture/picture.h"
#include "models/picture/picture_foot.h"
#include "runner/frame_files.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

fs::path frames_in(const MovieSpec& movie) { return movie.state.run / "frames"; }

bool is_installed(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::string folders = path ? path : "";
  for (std::size_t begin = 0; begin <= folders.size();) {
    const std::size_t end = std::min(folders.find(':', begin), folders.size());
    std::error_code unknown;
    if (end > begin && fs::exists(fs::path(folders.substr(begin, end - begin)) / program, unknown))
      return true;
    begin = end + 1;
  }
  return false;
}

// The number after `name` in the first element of an SVG.
std::string svg_size(const std::string& svg, const std::string& name) {
  const std::size_t begin = svg.find(name + "=\"") + name.size() + 2;
  return svg.substr(begin, svg.find('"', begin) - begin);
}

// Pictures that are made only for the film. The destructor removes them.
class TemporaryPictures {
 public:
  TemporaryPictures() {
    std::string name = (fs::temp_directory_path() / "morula-movie-XXXXXX").string();
    if (!mkdtemp(name.data())) throw FileError(name, "cannot be made");
    folder_ = name;
  }
  ~TemporaryPictures() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  TemporaryPictures(const TemporaryPictures&) = delete;
  TemporaryPictures& operator=(const TemporaryPictures&) = delete;

  void add(const io::Image& image) { io::write_png(folder_ / numbered(count_++, ".png"), image); }
  void add(const std::string& png) { io::write_unsynced(folder_ / numbered(count_++, ".png"), png); }
  void add_link(const fs::path& png) {
    fs::create_symlink(fs::absolute(png), folder_ / numbered(count_++, ".png"));
  }
  const fs::path& folder() const { return folder_; }

 private:
  fs::path folder_;
  std::uint64_t count_ = 0;
};

// Draws pictures along the orbit. After a full circle, the last picture is one step before the first, so that
// the film can be repeated without a jump.
void draw_orbit(const MovieSpec& movie, const BackendRequest& request, TemporaryPictures& pictures) {
  const Backend backend = open_backend(request);
  const SavedModel saved = load_saved(movie.state, backend);
  if (saved.frames.view != FrameView::Volume || saved.spec.lattice->dimensions != 3)
    throw SpecError({movie.state.run.string()}, "",
                    "cannot be shown with --orbit, which needs a 3D lattice and view: volume; add --camera "
                    "1.2,-2,1");
  const std::string caption = fmt::format("step {}", saved.model->time());
  for (unsigned i = 0; i < movie.orbit_frames; ++i) {
    FramesSpec frames = saved.frames;
    frames.volume.camera = turned(frames.volume.camera, *movie.orbit * i / movie.orbit_frames);
    const io::Image image = picture(*saved.model, frames, backend.threads.get());
    pictures.add(movie.step ? with_caption(image, caption) : image);
  }
}

void add_captions(const MovieSpec& movie, const std::vector<std::uint64_t>& steps,
                  TemporaryPictures& pictures) {
  for (const std::uint64_t step : steps)
    pictures.add(with_caption(io::read_image(frames_in(movie) / numbered(step, ".png")),
                              fmt::format("step {}", step)));
}

// Adds the frames of these steps, and not pictures that a user has put into the same folder.
void add_frames(const MovieSpec& movie, const std::vector<std::uint64_t>& steps,
                TemporaryPictures& pictures) {
  for (const std::uint64_t step : steps) pictures.add_link(frames_in(movie) / numbered(step, ".png"));
}

// Codecs only accept even sizes.
std::string filter_of(const MovieSpec& movie) {
  std::string chain = "[0:v]format=rgb24";
  if (movie.legend) {
    const std::string svg = io::read_file(frames_in(movie) / "legend.svg");
    chain +=
        fmt::format(",pad=iw+{0}+8:max(ih\\,{1}+8):0:0:white[with_room];[with_room][1:v]overlay=W-{0}-4:4",
                    svg_size(svg, "width"), svg_size(svg, "height"));
  }
  return chain + ",pad=ceil(iw/2)*2:ceil(ih/2)*2:0:0:white,format=yuv420p";
}

std::vector<std::string> words_of(const MovieSpec& movie, const fs::path& frames) {
  std::vector<std::string> words = {"ffmpeg", "-hide_banner", "-loglevel", "error", "-nostdin", "-y"};
  words.insert(words.end(), {"-framerate", std::to_string(movie.fps), "-pattern_type", "glob", "-i",
                             (frames / "*.png").string()});
  if (movie.legend) words.insert(words.end(), {"-i", (frames_in(movie) / "legend.svg").string()});
  words.insert(words.end(), {"-filter_complex", filter_of(movie)});
  if (movie.film.extension() == ".webm")
    words.insert(words.end(), {"-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0"});
  else
    words.insert(words.end(), {"-c:v", "libx264", "-crf", "18", "-movflags", "+faststart"});
  words.push_back(movie.film.string());
  return words;
}

int exit_code_of(std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t child = 0;
  int status = -1;
  if (posix_spawnp(&child, arguments[0], nullptr, nullptr, arguments.data(), environ) != 0) return -1;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

void write_gif(const MovieSpec& movie, const fs::path& frames) {
  std::unique_ptr<io::GifWriter> writer;
  for (const std::uint64_t step : frame_steps(frames)) {
    const io::Image image = io::read_image(frames / numbered(step, ".png"));
    if (!writer)
      writer = std::make_unique<io::GifWriter>(movie.film, image.width, image.height,
                                               std::max(1u, (100 + movie.fps / 2) / movie.fps));
    writer->add(image);
  }
  writer->commit();
}

void write_film(const MovieSpec& movie, const fs::path& frames) {
  if (movie.film.extension() == ".gif")
    write_gif(movie, frames);
  else if (exit_code_of(words_of(movie, frames)) != 0)
    throw Error(
        fmt::format("ffmpeg could not make {}; its own message is printed above", movie.film.string()));
}

void check_film(const MovieSpec& movie) {
  const bool is_gif = movie.film.extension() == ".gif";
  if (!is_gif && movie.film.extension() != ".mp4" && movie.film.extension() != ".webm")
    throw SpecError({movie.film.string()}, "", "must end with .mp4, .webm or .gif");
  if (is_gif && movie.legend)
    throw SpecError({movie.film.string()}, "", "can have no legend: that of a GIF is frames/legend.svg");
  if (!movie.replace && fs::exists(movie.film))
    throw SpecError({movie.film.string()}, "", "exists already; choose another --out, or --force");
  if (const fs::path folder = movie.film.parent_path(); !folder.empty() && !fs::is_directory(folder))
    throw SpecError({movie.film.string()}, "",
                    fmt::format("cannot be written: there is no folder {}; make it first", folder.string()));
  if (!is_gif && !is_installed("ffmpeg"))
    throw Error(fmt::format(
        "ffmpeg is not installed, and {} films need it: apt install ffmpeg, or brew install ffmpeg; a "
        "GIF needs none: --out movie.gif",
        movie.film.extension().string()));
}

}  // namespace

void make_movie(const MovieSpec& movie, const BackendRequest& backend) {
  if (!fs::is_directory(movie.state.run))
    throw SpecError({movie.state.run.string()}, "",
                    "is not a folder; name a run directory, such as runs/life");
  const std::vector<std::uint64_t> steps = frame_steps(frames_in(movie));
  if (steps.empty() && !movie.orbit)
    throw SpecError({movie.state.run.string()}, "",
                    "has no frames/*.png; run the model with output.frames: {every: …}");
  check_film(movie);
  TemporaryPictures pictures;
  if (movie.orbit)
    draw_orbit(movie, backend, pictures);
  else if (movie.step)
    add_captions(movie, steps, pictures);
  else
    add_frames(movie, steps, pictures);
  write_film(movie, pictures.folder());
}

std::string film_of(const std::vector<std::string>& pictures, const std::string& extension, unsigned fps) {
  TemporaryPictures files;
  for (const std::string& png : pictures) files.add(png);
  MovieSpec movie;
  movie.film = files.folder() / ("film" + extension);
  movie.fps = fps;
  check_film(movie);
  write_film(movie, files.folder());
  return io::read_file(movie.film);
}

bool has_ffmpeg() { return is_installed("ffmpeg"); }

}  // namespace morula
