// morula picture
#include <fmt/format.h>

#include <filesystem>

#include "apps/morula/commands.h"
#include "apps/morula/output_file.h"
#include "apps/morula/speech.h"
#include "core/error.h"
#include "models/observer.h"
#include "models/picture/picture.h"
#include "runner/saved_picture.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

struct PictureOptions {
  SavedPicture saved;
  BackendRequest backend;
  std::string out;
  bool force = false;
};

void make_picture(const PictureOptions& options) {
  if (!options.out.empty() && fs::path(options.out).extension() != ".png")
    throw SpecError({options.out}, "", "must end with .png");
  const Backend backend = open_backend(options.backend);
  const SavedModel saved = load_saved(options.saved, backend);
  const std::string name = "picture-" + numbered(saved.model->time(), ".png");
  const fs::path place = options.out.empty() ? options.saved.run / name : fs::path(options.out);
  check_writable(place, options.force);
  io::write_png(place, picture(*saved.model, saved.frames, backend.threads.get()));
  say(fmt::format("wrote {}\n", place.string()));
}

}  // namespace

void add_picture(const Command& app) {
  const Command command = app.add_command("picture", "Draw a saved state of a run, from any direction");
  auto options = std::make_shared<PictureOptions>();
  command.add_option("DIR", options->saved.run, "Run directory").required();
  command.add_option("--step", options->saved.step, "Step of the saved state [the checkpoint's]");
  command.add_option("--camera", options->saved.camera,
                     "Direction from the centre of a 3D lattice to the camera, as in 1.2,-2,1");
  command.add_option("--set", options->saved.overrides, "Replace a value of the model file: key.path=value")
      .one_each();
  command.add_option("--out", options->out, "File to write, .png [DIR/picture-STEP.png]").not_empty();
  add_backend_options(command, options->backend);
  command.add_flag("--force", options->force, "Overwrite an existing file");
  command.examples({"morula picture runs/cell-mixing-3d --camera 1,-2,0.8",
                    "morula picture runs/scar-reentry --step 300 --set 'output.frames.cut={z: [0, 11]}'"});
  command.on_call([options] { make_picture(*options); });
}

}  // namespace morula
