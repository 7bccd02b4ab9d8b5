// morula run, morula resume
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "apps/morula/commands.h"
#include "apps/morula/progress.h"
#include "apps/morula/ranks.h"
#include "apps/morula/run_start.h"
#include "apps/morula/speech.h"
#include "core/message.h"
#include "core/rank_zero.h"
#include "core/throughput.h"
#include "io/durable_file.h"
#include "io/json.h"
#include "models/catalogue.h"
#include "models/ranks/node_memory.h"
#include "models/ranks/ranked_model.h"
#include "runner/run.h"
#include "runner/run_files.h"
#include "runner/run_ranks.h"
#include "runner/signals.h"
#include "sweep/sweep_folder.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

struct RunOptions {
  fs::path target;  // the model file, or the run directory to resume
  std::string out;
  BackendRequest backend;
  std::optional<std::string> mpi;
  std::optional<std::uint64_t> seed, replica, steps;
  std::vector<std::string> set;
  bool force = false, quiet = false, json = false;
  bool is_resumed = false;
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
    const bool known = name == "model.yaml" || name == "inputs" || name == last ||
                       std::ranges::find(first, name) != first.end();
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

// How a run ended.
struct RunEnd {
  Manifest manifest;
  bool had_ended = false;  // when it was resumed, so that no step was run
};

void say_how_it_ended(const RunEnd& end, const fs::path& folder) {
  const Manifest& manifest = end.manifest;
  if (end.had_ended && manifest.status == "halted")
    return say(fmt::format("nothing to do: the run had already halted at step {}\n", manifest.steps));
  if (end.had_ended)
    return say(fmt::format(
        "nothing to do: the run had already ended at step {}; go on with: morula resume {} --steps N\n",
        manifest.steps, folder.string()));
  const std::string how = manifest.status == "stopped"  ? "stopped at"
                          : manifest.status == "halted" ? "halted at"
                                                        : "done:";
  say(fmt::format("{} {} in {} ({} on {})\n", how, step_reached(manifest), human_seconds(manifest.seconds),
                  format_throughput(manifest.updates_per_second, manifest.unit), where_it_ran(manifest)));
}

void say_summary(const RunEnd& end, const fs::path& folder) {
  const Manifest& manifest = end.manifest;
  if (!manifest.state_hash) return say(stopped_at_start(folder, true));
  say_how_it_ended(end, folder);
  say(fmt::format("state hash {}\n", to_string(*manifest.state_hash)));
  say_score(folder);
  say(fmt::format("in {}:", (folder / "").lexically_normal().string()));
  for (const std::string& name : left_in(folder))
    say(fmt::format(" {}{}", name, fs::is_directory(folder / name) ? "/" : ""));
  say(fmt::format("\n"));
  if (manifest.status == "stopped")
    say(fmt::format("go on with: morula resume {}{}\n", folder.string(),
                    manifest.whole_steps ? fmt::format(" --steps {}", *manifest.whole_steps) : ""));
}

using Work = std::function<RunEnd(const Backend&, const Hooks&, const ModelMaker&)>;

RunStart::Speech speech_of(const RunOptions& options) {
  if (options.json) return RunStart::Speech::Json;
  return options.quiet ? RunStart::Speech::None : RunStart::Speech::Words;
}

// Runs with a bar on a terminal. Over ranks a signal is obeyed between two stages of the start: a rank that
// ended by itself would look like a failure to the launcher.
RunEnd run_with_bar(const RunOptions& options, const fs::path& folder, const Backend& backend,
                    Communicator& ranks, const ModelMaker& maker, const Work& work) {
  const StopOnSignal signals(sender_of_signals(ranks));
  ProgressBar bar;
  const bool shows = isatty(STDERR_FILENO) == 1 && !options.quiet && !options.json;
  std::optional<RunStart> start;
  if (ranks.size() == 1)
    start.emplace(signals, RunStart::Options{folder, options.is_resumed, shows, speech_of(options)});
  Hooks hooks;
  hooks.stop_wanted = [&] { return signals.wanted(); };
  hooks.starting = [&](StartStage stage) {
    if (start) start->enter(stage);
  };
  hooks.progress = [&](const Progress& progress) {
    if (start) start->end();
    if (shows) bar.show(progress);
  };
  const RunEnd end = work(backend, hooks, maker);
  start.reset();
  return end;
}

// Rank 0's work, while the other ranks hold their parts of the model. Some wrong input is only found when the
// model is made, such as a damaged state to begin with. The other ranks then hold no model any more, so that
// this input can be refused like any other: `wrong` is what is wrong with it.
RunEnd run_on_rank_zero(const RunOptions& options, const fs::path& folder, const Backend& backend,
                        Communicator& ranks, const Spec& own, const Work& work, std::exception_ptr& wrong) {
  ModelMaker maker = over_ranks(own, ranks);
  bool is_making = false;
  maker.make = [&, make = maker.make](const Spec& spec, const Backend& on, Start start) {
    is_making = true;
    return make(spec, on, start);
  };
  try {
    return run_with_bar(options, folder, backend, ranks, maker, work);
  } catch (const SpecError&) {
    if (!is_making) throw;  // the other ranks still wait for a model
    wrong = std::current_exception();
  }
  return {};
}

void tell_end(const RunOptions& options, const fs::path& folder, const RunEnd& end) {
  if (options.json) return say(to_json(end.manifest));
  if (options.quiet) return;
  say_summary(end, folder);
  tell_notes(folder.string(), end.manifest.remarks);
}

// Rank 0 reads, writes and speaks; the others hold their parts of the model.
void run_over(const RunOptions& options, Communicator& ranks, const fs::path& folder, const ModelOfAll& model,
              const Work& work) {
  const Spec &spec = model.whole, &own = model.own;
  const auto wanted = on_each_rank(ranks, [&] { return backend_for(options.backend, spec); });
  const BackendRequest here = backend_for_rank(wanted, ranks);
  const Backend backend = on_each_rank(ranks, [&] { return open_backend(here); });
  rank_zero_does(ranks, [&] {
    check_ranks(spec, ranks.size());
    if (options.quiet || options.json) return;
    tell_notes(model.file.string(), slow_paths(spec, backend));
    tell_notes("morula", idle_processors(backend, ranks));
  });
  if (ranks.size() > 1) {
    const auto problem = divides_lattice(spec, ranks.size()) ? misfit_of_spread(spec, backend, ranks)
                                                             : misfit_on_ranks(own, backend, ranks, 0);
    rank_zero_does(ranks, [&] {
      if (problem) throw SpecError({*problem});
    });
  }
  RunEnd end;
  std::exception_ptr wrong;
  if (ranks.rank() == 0) {
    end = run_on_rank_zero(options, folder, backend, ranks, own, work, wrong);
  } else {
    const StopOnSignal noted(Sender::Launcher);  // rank 0 decides what becomes of a signal
    serve_ranked_model(spec, own, backend, ranks);
  }
  rank_zero_does(ranks, [&] {
    if (wrong) std::rethrow_exception(wrong);
    tell_end(options, folder, end);
  });
}

void add_speech_options(const Command& command, RunOptions& options) {
  command.add_flag("--quiet", options.quiet, "Print only errors");
  command.add_flag("--json", options.json, "Print the manifest as JSON at the end");
}

RunRequest request_for(const RunOptions& options) {
  RunRequest request;
  request.model = load_model_file(options.target);
  request.overrides = options.set;
  if (options.seed) request.overrides.push_back(fmt::format("seed={}", *options.seed));
  if (options.replica) request.overrides.push_back(fmt::format("replica={}", *options.replica));
  if (options.steps) request.overrides.push_back(fmt::format("steps={}", *options.steps));
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
  // The input's faults before the machine's.
  const ModelOfAll model = read_for_all(source, ranks, [&](const DeferredVolumes& deferred) {
    source.deferred = deferred;
    return read_model(source);
  });
  rank_zero_does(ranks, [&] {
    if (!options.quiet && !options.json) tell_notes(options.target.string(), model.whole.notes);
    check_free(request.folder, request.if_exists);
    if (!options.quiet && !options.json) tell_kept(request.folder, users_files(request.folder));
  });
  run_over(options, ranks, request.folder, model,
           [&](const Backend& backend, const Hooks& hooks, const ModelMaker& maker) {
             return RunEnd{start_run(request, backend, hooks, maker)};
           });
}

// Rank 0 alone sees the folder.
bool is_sweep_to_all(const fs::path& folder, Communicator& ranks) {
  Bytes answer;
  rank_zero_does(ranks, [&] {
    answer = message_of(!is_run_folder(folder) && sweep::is_sweep_folder(folder) ? "sweep" : "run");
  });
  ranks.broadcast(answer);
  return text_in(answer) == "sweep";
}

void resume(const RunOptions& options, Communicator& ranks) {
  if (is_sweep_to_all(options.target, ranks)) {
    if (options.steps) throw UsageError("--steps", "is for runs; the runs of a sweep have their own number");
    return resume_sweep({options.target, options.backend, options.quiet, options.json}, ranks);
  }
  ModelSource source;
  rank_zero_does(ranks, [&] { source = source_of_run(options.target); });
  const ModelOfAll model = read_for_all(
      source, ranks, [&](const DeferredVolumes& deferred) { return read_run(options.target, deferred); });
  run_over(options, ranks, options.target, model,
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
  command.add_option("--out", options->out, "Run directory [runs/ and the model file's name]").not_empty();
  add_backend_options(command, options->backend);
  add_mpi_option(command, options->mpi);
  add_seed_option(command, options->seed);
  add_replica_option(command, options->replica);
  add_steps_option(command, options->steps, "Steps, instead of the model file's");
  command.add_option("--set", options->set, "key.path=value, instead of the model file's").all_of_them();
  command.add_flag("--force", options->force,
                   "Replace the files of an existing run directory; others in it stay");
  add_speech_options(command, *options);
  command.examples({"morula run life.yaml", "morula run life.yaml --steps 5000 --seed 7 --out runs/longer",
                    "morula run life.yaml --set automaton.rule=B36/S23 --out runs/highlife"});
  command.on_call(
      [options] { with_ranks(options->mpi, [&](Communicator& ranks) { run(*options, ranks); }); });
}

void add_resume(const Command& app) {
  const Command command = app.add_command("resume", "Continue a run from its last checkpoint, or a sweep");
  auto options = std::make_shared<RunOptions>();
  command.add_option("DIR", options->target, "Run directory, or folder of a sweep").required();
  add_steps_option(command, options->steps, "Run up to this step instead");
  add_backend_options(command, options->backend);
  add_mpi_option(command, options->mpi);
  add_speech_options(command, *options);
  command.examples({"morula resume runs/life", "morula resume runs/life --steps 10000 --backend opencl"});
  options->is_resumed = true;
  command.on_call(
      [options] { with_ranks(options->mpi, [&](Communicator& ranks) { resume(*options, ranks); }); });
}

}  // namespace morula
