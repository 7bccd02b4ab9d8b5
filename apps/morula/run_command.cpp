// morula run, morula resume
#include <fmt/format.h>

#include <memory>

#include "apps/morula/commands.h"
#include "apps/morula/number_options.h"
#include "apps/morula/ranks.h"
#include "apps/morula/run_over_ranks.h"
#include "apps/morula/speech.h"
#include "apps/morula/view_command.h"
#include "core/rank_zero.h"
#include "runner/run.h"
#include "runner/run_files.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

void add_speech_options(const Command& command, RunOptions& options) {
  command.add_flag("--quiet", options.quiet, "Print only errors");
  command.add_flag("--json", options.json, "Print the manifest as JSON at the end");
}

RunRequest request_for(const RunOptions& options) {
  RunRequest request;
  request.model = load_model_file(options.target);
  request.overrides = options.set;
  for (const OptionOverride& made : overrides_of({options.seed, options.replica, options.steps}))
    request.overrides.push_back(made.assignment);
  request.folder = options.out.empty() ? fs::path("runs") / options.target.stem() : fs::path(options.out);
  request.if_exists = options.force ? IfExists::Replace : IfExists::Refuse;
  return request;
}

void run(const RunOptions& options, Communicator& ranks) {
  RunRequest request;
  ModelSource source;
  rank_zero_does(ranks, [&] {
    request = request_for(options);
    source = source_of(request);
  });
  // Errors in the input are reported before errors of the machine.
  const ModelOfAll model = read_for_all(source, ranks, [&](const DeferredVolumes& deferred) {
    source.deferred = deferred;
    return naming_number_options({options.seed, options.replica, options.steps},
                                 [&] { return read_model(source); });
  });
  rank_zero_does(ranks, [&] {
    if (options.speaks()) tell_notes(options.target.string(), model.whole.notes);
    check_free(request.folder, request.if_exists);
    if (options.speaks()) tell_kept(request.folder, users_files(request.folder));
  });
  run_over_ranks(options, ranks, request.folder, model,
                 [&](const Backend& backend, const Hooks& hooks, const ModelMaker& maker) {
                   return RunEnd{start_run(request, backend, hooks, maker)};
                 });
}

void run_watched(const RunOptions& options) {
  if (options.mpi) throw UsageError("--view", "is for runs of one process; leave out --mpi");
  if (!options.speaks()) throw UsageError("--view", "prints an address; leave out --quiet and --json");
  ViewOptions watched;
  watched.target = options.target.string();
  watched.out = options.out.empty() ? (fs::path("runs") / options.target.stem()).string() : options.out;
  watched.backend = options.backend;
  watched.seed = options.seed;
  watched.steps = options.steps;
  watched.replica = options.replica;
  watched.set = options.set;
  watched.force = options.force;
  watched.play = true;
  watched.no_browser = options.no_browser;
  view(watched);
}

void resume(const RunOptions& options, Communicator& ranks) {
  if (is_sweep_for_all(options.target, ranks)) {
    if (options.steps)
      throw UsageError("--steps", "is for runs; the number of steps of a sweep cannot be changed");
    return resume_sweep({options.target, options.backend, options.quiet, options.json}, ranks);
  }
  ModelSource source;
  rank_zero_does(ranks, [&] { source = source_of_run(options.target); });
  const ModelOfAll model = read_for_all(
      source, ranks, [&](const DeferredVolumes& deferred) { return read_run(options.target, deferred); });
  run_over_ranks(options, ranks, options.target, model,
                 [&](const Backend& backend, const Hooks& hooks, const ModelMaker& maker) {
                   const bool had_state = fs::exists(options.target / "checkpoint.h5");
                   const Manifest before = load_manifest(options.target);
                   const Manifest after = resume_run(options.target, options.steps, backend, hooks, maker);
                   const bool had_ended = had_state && (before.status == "done" || before.status == "halted");
                   return RunEnd{after, had_ended && before.steps == after.steps};
                 });
}

}  // namespace

void add_run(const Command& app) {
  const Command command = app.add_command("run", "Run a model file");
  auto options = std::make_shared<RunOptions>();
  command.add_option("MODEL", options->target, "Model file, YAML").required();
  command.add_option("--out", options->out, "Run directory to write [runs/NAME for NAME.yaml]").not_empty();
  add_backend_options(command, options->backend);
  add_mpi_option(command, options->mpi);
  add_seed_option(command, options->seed);
  add_replica_option(command, options->replica);
  add_steps_option(command, options->steps, "Number of steps, instead of the model file's");
  command.add_option("--set", options->set, "Replace values of the model file: key.path=value").all_of_them();
  command.add_flag(
      "--force", options->force,
      "Replace the files of an existing run directory, and keep files that Morula did not write");
  command.add_flag("--view", options->view, "Watch the run in the browser, as with 'morula view'");
  command.add_flag("--no-browser", options->no_browser, "With --view, only print the address");
  add_speech_options(command, *options);
  command.examples({"morula run life.yaml", "morula run life.yaml --steps 5000 --seed 7 --out runs/longer",
                    "morula run life.yaml --set automaton.rule=B36/S23 --out runs/highlife"});
  command.on_call([options] {
    if (options->view) return run_watched(*options);
    with_ranks(options->mpi, [&](Communicator& ranks) { run(*options, ranks); });
  });
}

void add_resume(const Command& app) {
  const Command command = app.add_command("resume", "Continue a run from its last checkpoint, or a sweep");
  auto options = std::make_shared<RunOptions>();
  command.add_option("DIR", options->target, "Run directory, or folder of a sweep").required();
  add_steps_option(command, options->steps,
                   "Run up to this step, instead of the step where the run was to end");
  add_backend_options(command, options->backend);
  add_mpi_option(command, options->mpi);
  add_speech_options(command, *options);
  command.examples({"morula resume runs/life", "morula resume runs/life --steps 10000 --backend opencl"});
  options->is_resumed = true;
  command.on_call(
      [options] { with_ranks(options->mpi, [&](Communicator& ranks) { resume(*options, ranks); }); });
}

}  // namespace morula
