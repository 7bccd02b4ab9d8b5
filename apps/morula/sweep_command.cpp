// morula sweep
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "apps/morula/commands.h"
#include "apps/morula/number_options.h"
#include "apps/morula/ranks.h"
#include "apps/morula/speech.h"
#include "apps/morula/sweep_signs.h"
#include "core/counted.h"
#include "core/error.h"
#include "core/message.h"
#include "core/rank_zero.h"
#include "core/throughput.h"
#include "io/durable_file.h"
#include "runner/run.h"
#include "runner/signals.h"
#include "sweep/remarks.h"
#include "sweep/run_sweep.h"
#include "sweep/sweep_folder.h"
#include "sweep/sweep_ranks.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

struct SweepOptions {
  std::optional<fs::path> file;
  sweep::SweepWords words;
  std::vector<std::string> set;
  std::optional<std::uint64_t> steps;
  std::optional<std::string> task;
  std::optional<fs::path> gather;
  BackendRequest backend;
  std::optional<std::string> mpi;
  std::string out;
  bool fail_fast = false, list = false, force = false, quiet = false, json = false;
  bool is_resumed = false;  // FILE is the copy of the sweep file that the folder keeps
};

sweep::SweepSpec read_request(const SweepOptions& options, const sweep::TextOfFile& text_of) {
  const ModelFile file{*options.file, text_of(*options.file)};
  io::Document document = io::parse_document(file.text, file.path.string());
  const bool is_sweep = sweep::is_sweep_file(document);
  if (!is_sweep && options.words.over.empty())
    throw SpecError({file.path.string()}, "",
                    "is not a sweep file: it has no key 'sweep'; with a model file, give --over key=a,b,c");
  sweep::apply_words(document, options.words, is_sweep ? std::nullopt : options.file);
  sweep::SweepSpec spec = sweep::read_sweep(document, options.file->parent_path(), text_of);
  spec.file = *options.file;
  spec.text = is_sweep ? file.text : "";
  spec.document = document;
  spec.overrides = options.set;
  for (const OptionOverride& made : overrides_of({{}, {}, options.steps}))
    spec.overrides.push_back(made.assignment);
  return spec;
}

// `auto` means the CPU if one of the models runs only there.
BackendRequest backend_for_all(const SweepOptions& options, const sweep::PointModels& models) {
  BackendRequest request = options.backend;
  for (std::size_t point = 0; point < models.points().size(); ++point)
    request = backend_for(request, models.read(point, {1, 0}));
  return request;
}

void say_failures(const sweep::Plan& plan, const std::vector<sweep::Failure>& failures) {
  constexpr std::size_t most_listed = 10;
  for (std::size_t i = 0; i < failures.size() && i < most_listed; ++i) {
    const sweep::Failure& failure = failures[i];
    complain(fmt::format("point {}, replica {} failed: {}\n  {}\n", failure.point + 1, failure.replica,
                         failure.message, plan.command_of(failure.point, failure.replica)));
  }
  if (failures.size() > most_listed)
    complain(fmt::format("… and {} more, listed in sweep.json\n", failures.size() - most_listed));
}

void say_files(const fs::path& folder, const std::vector<std::string>& files) {
  say(fmt::format("in {}: {}\n", (folder / "").lexically_normal().string(), fmt::join(files, " ")));
}

// Failures are reported even with --quiet and --json, and they set the exit code.
void end_with(const SweepOptions& options, const sweep::Plan& plan, const fs::path& folder,
              const sweep::SweepOutcome& outcome, const std::string& how) {
  if (options.json && !outcome.stopped && fs::exists(folder / "sweep.json"))
    say(io::read_file(folder / "sweep.json"));
  else if (!options.quiet && !options.json)
    say(how);
  if (!options.quiet && !options.json && !outcome.files.empty()) say_files(folder, outcome.files);
  say_failures(plan, outcome.failures);
  if (!outcome.failures.empty())
    throw Error(fmt::format("{} of {} runs failed; repeat the same command to try them again",
                            outcome.failures.size(), outcome.runs));
}

std::string count_of_points(const sweep::Plan& plan) { return counted(plan.points.size(), "point"); }

std::string ending_text(const sweep::Plan& plan, const fs::path& folder, const sweep::SweepOutcome& outcome,
                        const sweep::SweepProgress& progress, const Backend& backend,
                        const SweepOptions& options) {
  const std::string runs = counted(outcome.runs, "run");
  if (outcome.stopped)
    return stopped_words(folder, options.task.has_value(), outcome.done_before + progress.runs_done,
                         outcome.runs);
  const std::string what = fmt::format("{} of {}{}", runs, count_of_points(plan),
                                       options.task ? " (task " + *options.task + ")" : "");
  if (outcome.done_before == outcome.runs) return fmt::format("done: {}, all of them earlier\n", what);
  const std::string before =
      outcome.done_before > 0 ? fmt::format(", {} of them earlier,", outcome.done_before) : "";
  return fmt::format(
      "done: {}{} in {} ({} on {}, {})\n", what, before, human_seconds(progress.seconds),
      format_throughput(static_cast<double>(progress.updates) / std::max(progress.seconds, 1e-9),
                        progress.unit.empty() ? "updates" : progress.unit),
      to_string(backend.kind), backend.device_name());
}

sweep::SweepOutcome sweep_on_rank_zero(const SweepOptions& options, const sweep::PointModels& models,
                                       const sweep::Plan& plan, const sweep::SweepRequest& request,
                                       const Backend& backend, Communicator& ranks,
                                       sweep::SweepProgress& progress) {
  const StopOnSignal signals(sender_of_signals(ranks));
  const bool speaks = !options.quiet && !options.json;
  SweepSigns signs(signals, {.folder = request.folder,
                             .is_slice = options.task.has_value(),
                             .shows = isatty(STDERR_FILENO) == 1 && speaks,
                             .speaks = speaks,
                             .grace = std::chrono::milliseconds(ranks.size() == 1 ? 250 : 700),
                             .end_ranks = [&ranks] { end_every_rank(ranks); }});
  sweep::SweepOutcome outcome = sweep::run_sweep(models, plan, backend, request, signs.hooks(), ranks);
  signs.end();
  progress = signs.progress();
  return outcome;
}

// Rank 0 hands out the runs. It is the only rank that writes files and prints.
void run_all(const SweepOptions& options, const sweep::PointModels& models, const sweep::Plan& plan,
             const sweep::SweepRequest& request, Communicator& ranks) {
  const auto request_of_user = on_each_rank(ranks, [&] { return backend_for_all(options, models); });
  const BackendRequest request_of_rank = backend_for_rank(request_of_user, ranks);
  const Backend backend = on_each_rank(ranks, [&] { return open_backend(request_of_rank); });
  if (ranks.rank() == 0 && !options.quiet && !options.json)
    tell_notes("morula", idle_processors(backend, ranks));
  if (ranks.rank() == 0 && !options.quiet && !options.json)
    tell_notes(options.file->string(), sweep::remarks_of(plan));
  if (ranks.rank() != 0) {
    const StopOnSignal signals(sender_of_signals(ranks));
    sweep::serve_sweep(models, plan, backend, ranks, [&] { return signals.wanted(); });
  }
  sweep::SweepProgress progress;
  sweep::SweepOutcome outcome;
  if (ranks.rank() == 0)
    outcome = sweep_on_rank_zero(options, models, plan, request, backend, ranks, progress);
  rank_zero_does(ranks, [&] {
    end_with(options, plan, request.folder, outcome,
             ending_text(plan, request.folder, outcome, progress, backend, options));
  });
}

void gather(const SweepOptions& options) {
  const sweep::Gathered gathered = sweep::gather_sweep(*options.gather);
  end_with(options, gathered.plan, *options.gather, gathered.outcome,
           fmt::format("gathered: {} runs of {}\n", gathered.outcome.runs, count_of_points(gathered.plan)));
}

void list_runs(const sweep::Plan& plan, const sweep::SweepRequest& request) {
  for (const sweep::PlannedRun& run : sweep::runs_of(plan, request.task.value_or(sweep::Task{})))
    say(plan.command_of(run.point, run.replica) + '\n');
}

void sweep_over(const SweepOptions& options, Communicator& ranks) {
  if (options.gather) return rank_zero_does(ranks, [&] { gather(options); });
  const sweep::SweepOfAll shared(
      ranks, [&](const sweep::TextOfFile& text_of) { return read_request(options, text_of); });
  const sweep::PointModels& models = shared.models();
  sweep::Plan plan = shared.plan();
  sweep::SweepRequest request;
  request.is_resumed = options.is_resumed;
  rank_zero_does(ranks, [&] {
    if (options.is_resumed) plan = sweep::resumed_plan(options.out, plan);
    if (options.task) request.task = sweep::parse_task(*options.task);
  });
  if (options.list) return rank_zero_does(ranks, [&] { list_runs(plan, request); });
  request.folder = options.out.empty() ? fs::path("sweeps") / options.file->stem() : fs::path(options.out);
  request.fail_fast = options.fail_fast;
  request.replace = options.force;
  if (ranks.rank() == 0 && options.force && !options.quiet && !options.json)
    tell_kept(request.folder, sweep::users_files(request.folder));
  run_all(options, models, plan, request, ranks);
}

void run_sweep_command(const SweepOptions& options) {
  if (options.gather && options.file) throw UsageError("--gather", "takes a folder and no file");
  if (!options.gather && !options.file)
    throw UsageError("FILE", "is missing: a sweep file, or a model file and --over");
  with_ranks(options.mpi, [&](Communicator& ranks) {
    naming_number_options({{}, {}, options.steps}, [&] { sweep_over(options, ranks); });
  });
}

void add_design_options(const Command& command, SweepOptions& options) {
  command.add_option("--over", options.words.over, "A key and its values: key.path=a,b,c; can be repeated")
      .one_each();
  command.add_option("--design", options.words.design, "Which combinations of the values are run")
      .one_of(sweep::design_names());
  command.add_option("--points", options.words.points, "Number of points of sobol and latin-hypercube")
      .whole(1, sweep::most_runs);
  command.add_option("--replicas", options.words.replicas, "Number of runs of each point")
      .whole(1, most_replicas);
  command.add_option("--from", options.words.from, "Step from which means and standard deviations are taken")
      .whole(0, std::uint64_t{1} << 48);
  command.add_option("--keep", options.words.keep, "Outputs to keep of each run: series,frames,state")
      .separated_by(',')
      .one_of({"series", "frames", "state"});
  command
      .add_option("--seed", options.words.seed,
                  "Seed of the sweep, from which the seed of every run is drawn")
      .whole(0, std::numeric_limits<std::uint64_t>::max());
}

}  // namespace

void resume_sweep(const SweepResume& resume, Communicator& ranks) {
  SweepOptions options;
  options.backend = resume.backend;
  options.quiet = resume.quiet;
  options.json = resume.json;
  options.out = resume.folder.string();
  options.is_resumed = true;
  Bytes file;
  rank_zero_does(ranks, [&] { file = message_of(sweep::kept_sweep_file(resume.folder).string()); });
  ranks.broadcast(file);
  options.file = fs::path(text_in(file));
  sweep_over(options, ranks);
}

void add_sweep(const Command& app) {
  const Command command = app.add_command("sweep", "Run a model at many settings, several times each");
  auto options = std::make_shared<SweepOptions>();
  command.add_option("FILE", options->file, "Sweep file, or model file with --over; YAML");
  command.add_option("--out", options->out, "Folder of the sweep [sweeps/NAME for NAME.yaml]").not_empty();
  add_design_options(command, *options);
  add_steps_option(command, options->steps, "Number of steps, instead of the model file's");
  command.add_option("--set", options->set, "Replace values of the model file in every run: key.path=value")
      .all_of_them();
  add_backend_options(command, options->backend);
  add_mpi_option(command, options->mpi);
  command.add_option("--task", options->task, "Run only this slice, for job arrays: 3/16 is the third of 16");
  command.add_option("--gather", options->gather, "Join the slices in this folder");
  command.add_flag("--fail-fast", options->fail_fast, "Stop at the first run that fails");
  command.add_flag("--list", options->list, "Print the command that repeats each run, and run nothing");
  command.add_flag("--force", options->force,
                   "Replace the files of another sweep, and keep files that Morula did not write");
  command.add_flag("--quiet", options->quiet, "Print only errors");
  command.add_flag("--json", options->json, "Print sweep.json at the end");
  command.examples({"morula sweep mobility.yaml",
                    "morula sweep rock-paper-scissors.yaml --over interaction.rates.mobility=0.1,0.3,0.5 "
                    "--replicas 20",
                    "morula sweep mobility.yaml --task $SLURM_ARRAY_TASK_ID/16",
                    "morula sweep --gather sweeps/mobility"});
  command.on_call([options] { run_sweep_command(*options); });
}

}  // namespace morula
