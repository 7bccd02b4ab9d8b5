// morula movie
#include "runner/movie.h"

#include <fmt/format.h>

#include <filesystem>

#include "apps/morula/commands.h"
#include "apps/morula/speech.h"

namespace morula {
namespace {

struct MovieOptions : MovieSpec {
  BackendRequest backend;
  std::string out;
};

void make(MovieOptions& options) {
  options.film = options.out.empty() ? options.state.run / "movie.mp4" : std::filesystem::path(options.out);
  if (options.legend && options.film.extension() == ".gif")
    throw UsageError("--legend", "is for .mp4 and .webm; the legend of a GIF is frames/legend.svg");
  make_movie(options, options.backend);
  say(fmt::format("wrote {}\n", options.film.string()));
}

}  // namespace

void add_movie(const Command& app) {
  const Command command =
      app.add_command("movie", "Make a film of a run's frames, or around one of its states");
  auto options = std::make_shared<MovieOptions>();
  command.add_option("DIR", options->state.run, "Run directory").required();
  command.add_option("--out", options->out, "File to write, .mp4, .webm or .gif [DIR/movie.mp4]").not_empty();
  command.add_option("--fps", options->fps, "Frames per second").whole(1, 240).shows_default();
  command.add_flag("--step", options->step, "Write the step below each frame");
  command.add_flag("--legend", options->legend, "Put the legend beside the frames");
  command
      .add_option("--orbit", options->orbit,
                  "Instead of the frames, show a saved 3D state from a camera that moves around it by this "
                  "many degrees")
      .real(-3600, 3600);
  command.add_option("--orbit-frames", options->orbit_frames, "Number of pictures of an orbit")
      .whole(2, 3600)
      .shows_default();
  command.add_option("--at", options->state.step, "Step of the saved state for --orbit [the checkpoint's]");
  command.add_option("--camera", options->state.camera, "Where the orbit begins, as in 'morula picture'");
  command.add_option("--set", options->state.overrides, "Replace a value of the model file: key.path=value")
      .one_each();
  add_backend_options(command, options->backend);
  command.add_flag("--force", options->replace, "Overwrite an existing file");
  command.examples({"morula movie runs/life",
                    "morula movie runs/life --fps 25 --step --legend --out life.webm",
                    "morula movie runs/clouds-3d --orbit 360 --out clouds.gif"});
  command.on_call([options] { make(*options); });
}

}  // namespace morula
