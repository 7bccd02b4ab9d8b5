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
#include "runner/frame_files.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

struct MovieOptions {
  fs::path folder;
  std::string out;
  unsigned fps = 10;
  bool step = false, legend = false, force = false;
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

// What ffmpeg writes into the picture, and from when on: the step of every frame.
std::string captions_of(const std::vector<std::uint64_t>& steps, unsigned fps) {
  std::string commands;
  for (std::size_t i = 0; i < steps.size(); ++i)
    commands += fmt::format("{:.4f} drawtext reinit 'text=step {}';\n",
                            std::max(0.0, (static_cast<double>(i) - 0.25) / fps), steps[i]);
  return commands;
}

// Captions in a file of their own, which is gone with this.
class CaptionFile {
 public:
  CaptionFile(const std::vector<std::uint64_t>& steps, unsigned fps)
      : path_(fs::temp_directory_path() / fmt::format("morula-captions-{}.txt", getpid())) {
    io::write_file(path_, captions_of(steps, fps));
  }
  ~CaptionFile() {
    std::error_code ignored;
    fs::remove(path_, ignored);
  }
  CaptionFile(const CaptionFile&) = delete;
  CaptionFile& operator=(const CaptionFile&) = delete;
  std::string name() const { return path_.string(); }

 private:
  fs::path path_;
};

// Codecs take even sizes only.
std::string filter_of(const MovieOptions& options, const fs::path& frames, const CaptionFile& captions) {
  std::string chain = "[0:v]format=rgb24";
  if (options.step)
    chain += fmt::format(
        ",sendcmd=f={},drawtext=text='':x=8:y=8:fontsize=18:fontcolor=white:box=1:boxcolor=black@0.6:"
        "boxborderw=5",
        captions.name());
  if (options.legend) {
    const std::string svg = io::read_file(frames / "legend.svg");
    chain +=
        fmt::format(",pad=iw+{0}+8:max(ih\\,{1}+8):0:0:white[with_room];[with_room][1:v]overlay=W-{0}-4:4",
                    svg_size(svg, "width"), svg_size(svg, "height"));
  }
  return chain + ",pad=ceil(iw/2)*2:ceil(ih/2)*2:0:0:white,format=yuv420p";
}

std::vector<std::string> words_of(const MovieOptions& options, const fs::path& frames, const fs::path& film,
                                  const CaptionFile& captions) {
  std::vector<std::string> words = {"ffmpeg", "-hide_banner", "-loglevel", "error", "-nostdin", "-y"};
  words.insert(words.end(), {"-framerate", std::to_string(options.fps), "-pattern_type", "glob", "-i",
                             (frames / "*.png").string()});
  if (options.legend) words.insert(words.end(), {"-i", (frames / "legend.svg").string()});
  words.insert(words.end(), {"-filter_complex", filter_of(options, frames, captions)});
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

void make_movie(const MovieOptions& options) {
  const fs::path frames = options.folder / "frames";
  const std::vector<std::uint64_t> steps = frame_steps(frames);
  if (steps.empty())
    throw SpecError({options.folder.string()}, "",
                    "has no frames/*.png; run the model with output.frames: {every: …}");
  const fs::path film = options.out.empty() ? options.folder / "movie.mp4" : fs::path(options.out);
  if (film.extension() != ".mp4" && film.extension() != ".webm")
    throw SpecError({film.string()}, "", "must end with .mp4 or .webm");
  check_writable(film, options.force);
  if (!is_installed("ffmpeg"))
    throw Error("ffmpeg is not installed, and movies need it: apt install ffmpeg, or brew install ffmpeg");
  const CaptionFile captions(steps, options.fps);
  if (exit_code_of(words_of(options, frames, film, captions)) != 0)
    throw Error(fmt::format("ffmpeg could not make {}; what it said stands above", film.string()));
  say(fmt::format("wrote {}\n", film.string()));
}

}  // namespace

void add_movie(const Command& app) {
  const Command command = app.add_command("movie", "Make a film of a run's frames, with ffmpeg");
  auto options = std::make_shared<MovieOptions>();
  command.add_option("DIR", options->folder, "Run directory").required();
  command.add_option("--out", options->out, "File to write, .mp4 or .webm [DIR/movie.mp4]").not_empty();
  command.add_option("--fps", options->fps, "Frames per second").whole(1, 240).shows_default();
  command.add_flag("--step", options->step, "Write the step into each frame");
  command.add_flag("--legend", options->legend, "Put the legend beside the frames");
  command.add_flag("--force", options->force, "Overwrite an existing file");
  command.examples(
      {"morula movie runs/life", "morula movie runs/life --fps 25 --step --legend --out life.webm"});
  command.on_call([options] { make_movie(*options); });
}

}  // namespace morula
