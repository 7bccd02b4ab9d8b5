// morula view
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "apps/morula/browser.h"
#include "apps/morula/commands.h"
#include "apps/morula/example_files.h"
#include "apps/morula/number_options.h"
#include "apps/morula/speech.h"
#include "apps/morula/view_command.h"
#include "core/error.h"
#include "io/durable_file.h"
#include "runner/manifest.h"
#include "runner/run_files.h"
#include "runner/signals.h"
#include "serve/gate.h"
#include "serve/viewer.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

// runs/view-life, or the first free name of runs/view-life-2, runs/view-life-3, …
fs::path free_folder(const std::string& model) {
  const std::string name = "view-" + model;
  fs::path folder = fs::path("runs") / name;
  for (int number = 2; fs::exists(folder); ++number)
    folder = fs::path("runs") / fmt::format("{}-{}", name, number);
  return folder;
}

// Throws if the target is the name of an example and no file has this name.
void check_target(const std::string& target) {
  if (fs::exists(target)) return;
  for (const ExampleFile& file : example_files())
    if (file.name.ends_with(".yaml") && (target == file.name || target + ".yaml" == file.name))
      throw UsageError(
          "MODEL", fmt::format("is '{0}', which is an example, not a file of this folder; write the file "
                               "with 'morula examples {1}', then use 'morula view {1}.yaml'; 'morula view' "
                               "shows all examples",
                               target, fs::path(file.name).stem().string()));
}

RunRequest request_for(const ViewOptions& options) {
  check_target(options.target);
  RunRequest request;
  request.model = load_model_file(options.target);
  request.overrides = options.set;
  for (const OptionOverride& made : overrides_of({options.seed, options.replica, options.steps}))
    request.overrides.push_back(made.assignment);
  request.folder =
      options.out.empty() ? free_folder(fs::path(options.target).stem().string()) : fs::path(options.out);
  request.if_exists = options.force ? IfExists::Replace : IfExists::Refuse;
  return request;
}

// A run directory is only shown; none of its settings can be changed.
serve::StageOptions stage_for(const ViewOptions& options) {
  serve::StageOptions stage{{}, options.backend, options.play};
  if (!fs::is_directory(options.target)) {
    stage.request = request_for(options);
    return stage;
  }
  load_manifest(options.target);  // throws if it is not a run directory
  if (!options.out.empty() || !options.set.empty() || options.seed || options.steps)
    throw UsageError("MODEL", fmt::format("is a run directory, which is shown as it is; to use --out, --set, "
                                          "--seed or --steps, view its model instead: {}/model.yaml",
                                          options.target));
  stage.request.folder = options.target;
  stage.replays = true;
  return stage;
}

// A temporary folder with the examples as files, since some models refer to other files. The destructor
// removes it.
class ExampleFolder {
 public:
  ExampleFolder() : folder_(temporary_folder()) {
    fs::create_directory(folder_ / "files");
    for (const ExampleFile& file : example_files()) {
      io::write_file(folder_ / file.name, file.body);
      const bool is_model = file.name.ends_with(".yaml") && file.body.find("\nmodel: ") != std::string::npos;
      if (is_model)
        examples_.push_back({fs::path(file.name).stem().string(),
                             file.body.substr(2, file.body.find('\n') - 2), folder_ / file.name});
    }
    std::ranges::sort(examples_, {}, &serve::Example::name);
  }
  ~ExampleFolder() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  ExampleFolder(const ExampleFolder&) = delete;
  ExampleFolder& operator=(const ExampleFolder&) = delete;

  const std::vector<serve::Example>& examples() const { return examples_; }
  fs::path empty_folder() const { return folder_ / "files"; }

 private:
  fs::path folder_;
  std::vector<serve::Example> examples_;
};

void tell_folders(const std::vector<fs::path>& folders) {
  for (const fs::path& folder : folders)
    say(fmt::format("the run is in {0}\nrun it again with: morula run {0}/model.yaml --out DIR\n",
                    folder.string()));
}

void show(const ViewOptions& options) {
  if (!options.files.empty() && !fs::is_directory(options.files))
    throw UsageError("--files",
                     fmt::format("there is no folder '{}'; name the folder that holds the files of your "
                                 "models",
                                 options.files));
  const ExampleFolder examples;
  serve::ViewerOptions chosen;
  if (!options.target.empty()) chosen.stage = stage_for(options);
  chosen.server = {options.listen, static_cast<std::uint16_t>(options.port), serve::random_token(),
                   serve::page_files()};
  chosen.backend = options.backend;
  chosen.examples = examples.examples();
  chosen.files = options.files.empty() ? examples.empty_folder() : fs::absolute(options.files);
  chosen.folder_for = free_folder;
  const StopOnSignal signals;
  std::vector<fs::path> folders;
  {
    const serve::Viewer viewer(std::move(chosen));
    say(fmt::format("{}\n", viewer.address()));
    everything_was_said();  // so that the address also reaches a pipe now
    const auto door = tell_how_to_open(viewer.address(), options.listen, viewer.port(), !options.no_browser);
    while (!signals.wanted() && viewer.failure().empty())
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    if (const std::string failure = viewer.failure(); !failure.empty()) throw Error(failure);
    folders = viewer.folders();
  }
  tell_folders(folders);
}

}  // namespace

void view(const ViewOptions& options) {
  naming_number_options({options.seed, options.replica, options.steps}, [&] { show(options); });
}

void add_view(const Command& app) {
  const Command command =
      app.add_command("view", "Watch a model in the browser, and change it while it runs");
  auto options = std::make_shared<ViewOptions>();
  command.add_option("MODEL", options->target,
                     "Model file, YAML, or run directory [a choice of the examples]");
  command.add_option("--out", options->out, "Run directory to write [runs/view-NAME for NAME.yaml]")
      .not_empty();
  add_backend_options(command, options->backend);
  add_seed_option(command, options->seed);
  add_steps_option(command, options->steps, "Number of steps, instead of the model file's");
  command.add_option("--set", options->set, "Replace values of the model file: key.path=value").all_of_them();
  command
      .add_option("--files", options->files,
                  "Folder of the files to which a model typed or dropped on the page may refer [none]")
      .not_empty();
  command.add_option("--listen", options->listen, "Address to listen on").not_empty().shows_default();
  command.add_option("--port", options->port, "Port to listen on [any that is free]").whole(0, 65535);
  command.add_flag("--play", options->play, "Start running at once, not paused");
  command.add_flag("--no-browser", options->no_browser, "Only print the address");
  command.add_flag(
      "--force", options->force,
      "Replace the files of an existing run directory, and keep files that Morula did not write");
  command.examples({"morula view", "morula view examples/cell-sorting.yaml", "morula view runs/cell-sorting",
                    "morula view life.yaml --play --backend cpu"});
  command.on_call([options] { view(*options); });
}

}  // namespace morula
