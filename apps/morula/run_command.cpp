// morula run, morula resume
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

#include "apps/morula/commands.h"
#include "apps/morula/progress.h"
#include "apps/morula/speech.h"
#include "core/throughput.h"
#include "io/durable_file.h"
#include "io/json.h"
#include "models/catalogue.h"
#include "runner/run.h"
#include "runner/signals.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

struct RunOptions {
  fs::path target;  // the model file, or the run directory to resume
  std::string out;
  BackendRequest backend;
  std::optional<std::uint64_t> seed, replica, steps;
  std::vector<std::string> set;
  bool force = false, quiet = false, json = false;
};

bool is_hidden(const std::string& name) { return name.starts_with('.') || name.ends_with(".part"); }

// What a run has left: files that every family writes, those of its own, the checkpoint last.
std::vector<std::string> left_in(const fs::path& folder) {
  const std::vector<std::string> first = {"manifest.json", "series.csv", "series.svg",
                                          "frames",        "state",      "patterns"};
  const std::string last = "checkpoint.h5";
  std::vector<std::string> own, names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    const bool known = name == "model.yaml" || name == last || std::ranges::find(first, name) != first.end();
    if (!known && !is_hidden(name)) own.push_back(name);
  }
  std::ranges::sort(own);
  for (const auto& part : {first, own, {last}})
    std::ranges::copy_if(part, std::back_inserter(names),
                         [&](const std::string& name) { return fs::exists(folder / name); });
  return names;
}

// How near a model with a target has come to it.
void say_score(const fs::path& folder) {
  if (!fs::exists(folder / "score.json")) return;
  const io::Json score = io::Json::parse(io::read_file(folder / "score.json"));
  say(fmt::format("Hellinger distance to the target {:.4g}\n", score.at("hellinger").get<double>()));
}

// The step, and the time that it stands for where that is another number.
std::string step_reached(const Manifest& manifest) {
  const auto unit = manifest.chosen.find("steps_per_time");
  if (unit == manifest.chosen.end()) return fmt::format("step {}", manifest.steps);
  return fmt::format("step {}, time {:.6g},", manifest.steps,
                     static_cast<double>(manifest.steps) / std::get<double>(unit->second));
}

// Of every part of the run, in their order, each once.
std::string where_it_ran(const Manifest& manifest) {
  std::vector<std::string> places;
  for (const Manifest::Part& part : manifest.parts) {
    const std::string place = fmt::format("{}, {}", part.backend, part.device);
    if (std::ranges::find(places, place) == places.end()) places.push_back(place);
  }
  if (places.empty()) return fmt::format("{}, {}", manifest.backend, manifest.device);
  return fmt::format("{}", fmt::join(places, " and "));
}

void say_summary(const Manifest& manifest, const fs::path& folder) {
  const std::string how = manifest.status == "stopped"  ? "stopped at"
                          : manifest.status == "halted" ? "halted at"
                                                        : "done:";
  say(fmt::format("{} {} in {} ({} on {})\n", how, step_reached(manifest), human_seconds(manifest.seconds),
                  format_throughput(manifest.updates_per_second, manifest.unit), where_it_ran(manifest)));
  say(fmt::format("state hash {}\n", to_string(*manifest.state_hash)));
  say_score(folder);
  say(fmt::format("in {}:", (folder / "").lexically_normal().string()));
  for (const std::string& name : left_in(folder))
    say(fmt::format(" {}{}", name, fs::is_directory(folder / name) ? "/" : ""));
  say(fmt::format("\n"));
  if (manifest.status == "stopped") say(fmt::format("go on with: morula resume {}\n", folder.string()));
}

// Runs with a bar on a terminal, and says how it ended.
template <typename Work>
void run_and_tell(const RunOptions& options, const fs::path& folder, const Work& work) {
  const StopOnSignal signals;
  auto bar = std::make_unique<ProgressBar>();
  const bool show = isatty(STDERR_FILENO) == 1 && !options.quiet && !options.json;
  Hooks hooks;
  hooks.stop_wanted = [&] { return signals.wanted(); };
  if (show) hooks.progress = [&](const Progress& progress) { bar->show(progress); };
  const Manifest manifest = work(hooks);
  bar.reset();
  if (options.json)
    say(fmt::format("{}", to_json(manifest)));
  else if (!options.quiet)
    say_summary(manifest, folder);
  if (!options.json && !options.quiet) tell_notes(folder.string(), manifest.remarks);
}

void add_speech_options(const Command& command, RunOptions& options) {
  command.add_flag("--quiet", options.quiet, "Print only errors");
  command.add_flag("--json", options.json, "Print the manifest as JSON at the end");
}

void run(const RunOptions& options) {
  RunRequest request;
  request.model = load_model_file(options.target);
  request.overrides = options.set;
  if (options.seed) request.overrides.push_back(fmt::format("seed={}", *options.seed));
  if (options.replica) request.overrides.push_back(fmt::format("replica={}", *options.replica));
  if (options.steps) request.overrides.push_back(fmt::format("steps={}", *options.steps));
  request.folder = options.out.empty() ? fs::path("runs") / options.target.stem() : fs::path(options.out);
  request.if_exists = options.force ? IfExists::Replace : IfExists::Refuse;
  const Spec spec = read_model(request.model, request.overrides);  // the input's faults before the machine's
  if (!options.quiet && !options.json) tell_notes(options.target.string(), spec.notes);
  check_free(request.folder, request.if_exists);
  const Backend backend = open_backend(backend_for(options.backend, spec));
  if (!options.quiet && !options.json) tell_notes(options.target.string(), slow_paths(spec, backend));
  run_and_tell(options, request.folder,
               [&](const Hooks& hooks) { return start_run(request, backend, hooks); });
}

void resume(const RunOptions& options) {
  const Backend backend = open_backend(backend_for(options.backend, read_run(options.target)));
  run_and_tell(options, options.target,
               [&](const Hooks& hooks) { return resume_run(options.target, options.steps, backend, hooks); });
}

}  // namespace

void add_run(const Command& app) {
  const Command command = app.add_command("run", "Run a model file");
  auto options = std::make_shared<RunOptions>();
  command.add_option("MODEL", options->target, "Model file, YAML").required();
  command.add_option("--out", options->out, "Run directory [runs/ and the model file's name]").not_empty();
  add_backend_options(command, options->backend);
  add_seed_option(command, options->seed);
  add_replica_option(command, options->replica);
  add_steps_option(command, options->steps, "Steps, instead of the model file's");
  command.add_option("--set", options->set, "key.path=value, instead of the model file's").all_of_them();
  command.add_flag("--force", options->force, "Replace an existing run directory");
  add_speech_options(command, *options);
  command.examples({"morula run life.yaml", "morula run life.yaml --steps 5000 --seed 7 --out runs/longer",
                    "morula run life.yaml --set automaton.rule=B36/S23 --out runs/highlife"});
  command.on_call([options] { run(*options); });
}

void add_resume(const Command& app) {
  const Command command = app.add_command("resume", "Continue a run from its last checkpoint");
  auto options = std::make_shared<RunOptions>();
  command.add_option("DIR", options->target, "Run directory").required();
  add_steps_option(command, options->steps, "Run up to this step instead");
  add_backend_options(command, options->backend);
  add_speech_options(command, *options);
  command.examples({"morula resume runs/life", "morula resume runs/life --steps 10000 --backend opencl"});
  command.on_call([options] { resume(*options); });
}

}  // namespace morula
