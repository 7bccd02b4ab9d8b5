// morula movie
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include "apps/morula/commands.h"
#include "apps/morula/output_file.h"
#include "apps/morula/speech.h"
#include "core/error.h"
#include "io/durable_file.h"
#include "io/gif_file.h"
#include "models/observer.h"
#include "models/picture/picture.h"
#include "models/picture/picture_foot.h"
#include "runner/frame_files.h"
#include "runner/saved_picture.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

struct MovieOptions {
  SavedPicture orbited;  // whose run is the one whose frames are shown without an orbit
  BackendRequest backend;
  std::string out;
  unsigned fps = 10;
  std::optional<double> orbit;
  unsigned orbit_frames = 72;
  bool step = false, legend = false, force = false;

  const fs::path& folder() const { return orbited.run; }
  fs::path frames() const { return folder() / "frames"; }
};

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

// Pictures that are made for the film alone, which are gone with this.
class TemporaryPictures {
 public:
  TemporaryPictures() : folder_(fs::temp_directory_path() / fmt::format("morula-movie-{}", getpid())) {
    fs::create_directories(folder_);
  }
  ~TemporaryPictures() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  TemporaryPictures(const TemporaryPictures&) = delete;
  TemporaryPictures& operator=(const TemporaryPictures&) = delete;

  void add(const io::Image& image) { io::write_png(folder_ / numbered(count_++, ".png"), image); }
  const fs::path& folder() const { return folder_; }

 private:
  fs::path folder_;
  std::uint64_t count_ = 0;
};

// Once round the lattice, or part of the way: the last picture is one step before the first.
void draw_orbit(const MovieOptions& options, TemporaryPictures& pictures) {
  const Backend backend = open_backend(options.backend);
  const SavedModel saved = load_saved(options.orbited, backend);
  if (saved.frames.view != FrameView::Volume || saved.spec.lattice->dimensions != 3)
    throw SpecError({options.folder().string()}, "",
                    "cannot be orbited: that needs a lattice in 3D and view: volume; add --camera 1.2,-2,1");
  const std::string caption = fmt::format("step {}", saved.model->time());
  for (unsigned i = 0; i < options.orbit_frames; ++i) {
    FramesSpec frames = saved.frames;
    frames.volume.camera = turned(frames.volume.camera, *options.orbit * i / options.orbit_frames);
    const io::Image image = picture(*saved.model, frames, backend.threads.get());
    pictures.add(options.step ? with_caption(image, caption) : image);
  }
}

void add_captions(const MovieOptions& options, const std::vector<std::uint64_t>& steps,
                  TemporaryPictures& pictures) {
  for (const std::uint64_t step : steps)
    pictures.add(with_caption(io::read_image(options.frames() / numbered(step, ".png")),
                              fmt::format("step {}", step)));
}

// Codecs take even sizes only.
std::string filter_of(const MovieOptions& options) {
  std::string chain = "[0:v]format=rgb24";
  if (options.legend) {
    const std::string svg = io::read_file(options.frames() / "legend.svg");
    chain +=
        fmt::format(",pad=iw+{0}+8:max(ih\\,{1}+8):0:0:white[with_room];[with_room][1:v]overlay=W-{0}-4:4",
                    svg_size(svg, "width"), svg_size(svg, "height"));
  }
  return chain + ",pad=ceil(iw/2)*2:ceil(ih/2)*2:0:0:white,format=yuv420p";
}

std::vector<std::string> words_of(const MovieOptions& options, const fs::path& frames, const fs::path& film) {
  std::vector<std::string> words = {"ffmpeg", "-hide_banner", "-loglevel", "error", "-nostdin", "-y"};
  words.insert(words.end(), {"-framerate", std::to_string(options.fps), "-pattern_type", "glob", "-i",
                             (frames / "*.png").string()});
  if (options.legend) words.insert(words.end(), {"-i", (options.frames() / "legend.svg").string()});
  words.insert(words.end(), {"-filter_complex", filter_of(options)});
  if (film.extension() == ".webm")
    words.insert(words.end(), {"-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0"});
  else
    words.insert(words.end(), {"-c:v", "libx264", "-crf", "18", "-movflags", "+faststart"});
  words.push_back(film.string());
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

void write_gif(const MovieOptions& options, const fs::path& frames, const fs::path& film) {
  std::unique_ptr<io::GifWriter> writer;
  for (const std::uint64_t step : frame_steps(frames)) {
    const io::Image image = io::read_image(frames / numbered(step, ".png"));
    if (!writer)
      writer = std::make_unique<io::GifWriter>(film, image.width, image.height,
                                               std::max(1u, (100 + options.fps / 2) / options.fps));
    writer->add(image);
  }
  writer->commit();
}

void check_film(const MovieOptions& options, const fs::path& film) {
  const bool is_gif = film.extension() == ".gif";
  if (!is_gif && film.extension() != ".mp4" && film.extension() != ".webm")
    throw SpecError({film.string()}, "", "must end with .mp4, .webm or .gif");
  if (is_gif && options.legend)
    throw UsageError("--legend", "is for .mp4 and .webm; the legend of a GIF is frames/legend.svg");
  check_writable(film, options.force);
  if (!is_gif && !is_installed("ffmpeg"))
    throw Error("ffmpeg is not installed, and movies need it: apt install ffmpeg, or brew install ffmpeg");
}

void make_movie(const MovieOptions& options) {
  const std::vector<std::uint64_t> steps = frame_steps(options.frames());
  if (steps.empty() && !options.orbit)
    throw SpecError({options.folder().string()}, "",
                    "has no frames/*.png; run the model with output.frames: {every: …}");
  const fs::path film = options.out.empty() ? options.folder() / "movie.mp4" : fs::path(options.out);
  check_film(options, film);
  TemporaryPictures pictures;
  if (options.orbit)
    draw_orbit(options, pictures);
  else if (options.step)
    add_captions(options, steps, pictures);
  const fs::path frames = options.orbit || options.step ? pictures.folder() : options.frames();
  if (film.extension() == ".gif")
    write_gif(options, frames, film);
  else if (exit_code_of(words_of(options, frames, film)) != 0)
    throw Error(fmt::format("ffmpeg could not make {}; what it said stands above", film.string()));
  say(fmt::format("wrote {}\n", film.string()));
}

}  // namespace

void add_movie(const Command& app) {
  const Command command =
      app.add_command("movie", "Make a film of a run's frames, or around one of its states");
  auto options = std::make_shared<MovieOptions>();
  command.add_option("DIR", options->orbited.run, "Run directory").required();
  command.add_option("--out", options->out, "File to write, .mp4, .webm or .gif [DIR/movie.mp4]").not_empty();
  command.add_option("--fps", options->fps, "Frames per second").whole(1, 240).shows_default();
  command.add_flag("--step", options->step, "Write the step below each frame");
  command.add_flag("--legend", options->legend, "Put the legend beside the frames");
  command.add_option("--orbit", options->orbit, "Go round a saved state in 3D by so many degrees instead")
      .real(-3600, 3600);
  command.add_option("--orbit-frames", options->orbit_frames, "Pictures of an orbit")
      .whole(2, 3600)
      .shows_default();
  command.add_option("--at", options->orbited.step, "Step of the state that is orbited [the checkpoint's]");
  command.add_option("--camera", options->orbited.camera, "Where the orbit begins, as in 'morula picture'");
  command.add_option("--set", options->orbited.overrides, "Change a key of the model file: KEY=VALUE")
      .one_each();
  add_backend_options(command, options->backend);
  command.add_flag("--force", options->force, "Overwrite an existing file");
  command.examples({"morula movie runs/life",
                    "morula movie runs/life --fps 25 --step --legend --out life.webm",
                    "morula movie runs/clouds-3d --orbit 360 --out clouds.gif"});
  command.on_call([options] { make_movie(*options); });
}

}  // namespace morula
