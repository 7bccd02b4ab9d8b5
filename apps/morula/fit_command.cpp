// morula fit
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <memory>

#include "analysis/fit/comparable.h"
#include "analysis/fit/fit_report.h"
#include "analysis/result_folder.h"
#include "apps/morula/commands.h"
#include "apps/morula/fit_folders.h"
#include "apps/morula/progress.h"
#include "apps/morula/signal_watch.h"
#include "apps/morula/speech.h"
#include "core/shell_quoted.h"
#include "io/durable_file.h"
#include "io/json.h"
#include "io/yaml_text.h"
#include "models/proliferation/read/histogram_file.h"
#include "runner/manifest.h"
#include "runner/run_folder.h"
#include "runner/signals.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

struct FitOptions : FitChoice {
  std::vector<fs::path> files;
  FitOverrides overrides;
  std::optional<std::uint64_t> given_seed;
  std::string method_name = "expectation";
  std::optional<fs::path> validate;
  std::optional<double> until, minimum;
  BackendRequest backend;
  std::string out;
  std::optional<fs::path> resume;  // the folder of a fit that was interrupted
  bool force = false, json = false;
};

std::optional<Validation> read_validation(const FitOptions& options) {
  const auto wrong = [](const std::string& what) { return SpecError({"morula fit"}, "", what); };
  if (!options.validate && (options.until || options.minimum))
    throw wrong(
        "--until and --minimum belong to --validate FILE; add it, or use --set proliferation.until=…");
  if (!options.validate) return std::nullopt;
  if (!options.until) throw wrong("--validate needs --until T, the time at which that file was measured");
  if (*options.until == 0) throw wrong("--until is 0; must be above it");
  return Validation{read_histogram_file(*options.validate, options.overrides.channel), *options.until,
                    options.minimum};
}

std::vector<FitInput> read_inputs(FitOptions& options) {
  options.method = options.method_name == "simulate" ? Method::Simulate : Method::Expectation;
  if (options.given_seed) options.overrides.set.push_back(fmt::format("seed={}", *options.given_seed));
  std::vector<FitInput> inputs;
  for (const fs::path& file : options.files) {
    inputs.push_back(read_fit_input(file, options.overrides));
    check_fit(*inputs.back().cells, options, file.string());
    if (!options.json) tell_notes(file.string(), inputs.back().spec.notes);
  }
  check_comparable(inputs);
  return inputs;
}

// The command that repeats the fit on any machine: every setting that changes the answer, and no other.
std::string command_of(const FitOptions& options, const FitInput& input) {
  std::string words = "morula fit " + shell_quoted(input.file.string());
  if (options.overrides.target) words += " --target " + shell_quoted(options.overrides.target->string());
  if (options.overrides.channel) words += " --channel " + shell_quoted(*options.overrides.channel);
  words += fmt::format(" --method {} --particles {} --iterations {} --repeats {} --bootstrap {} --seed {}",
                       options.method_name, options.swarm.particles, options.swarm.iterations,
                       options.repeats, options.bootstrap, input.spec.seed);
  if (options.validate)
    words +=
        fmt::format(" --validate {} --until {}", shell_quoted(options.validate->string()), *options.until);
  if (options.minimum) words += fmt::format(" --minimum {}", *options.minimum);
  for (const std::string& set : options.overrides.set)
    if (!set.starts_with("seed=")) words += " --set " + shell_quoted(set);
  return words;
}

FittedModel fit_one(const FitOptions& options, const FitInput& input,
                    const std::optional<Validation>& validation, const Backend& backend, FitMemory memory) {
  const auto begun = std::chrono::steady_clock::now();
  const auto seconds = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  };
  FitChoice choice = options;
  choice.seed = input.spec.seed;
  ProgressBar bar;
  const bool shows = isatty(STDERR_FILENO) == 1 && !options.json;
  const auto progress = [&](std::uint64_t iterations, std::uint64_t most) {
    if (shows) bar.show({iterations, most, seconds(), iterations, choice.swarm.particles, "candidates"});
  };
  FitReport report = fit_model(*input.cells, choice, validation, backend, progress, std::move(memory));
  return {input,
          choice,
          std::move(report),
          command_of(options, input),
          to_string(backend.kind),
          backend.device_name(),
          seconds()};
}

fs::path folder_of(const FitOptions& options, const FitInput& input) {
  if (options.files.size() > 1) return fs::path(options.out) / input.file.stem();
  return options.out;
}

// The hash of the model files and histograms that a fit reads.
std::string hash_of_inputs(const FitOptions& options, const std::vector<FitInput>& inputs) {
  std::string identity;
  for (const FitInput& input : inputs) {
    identity += io::to_flow_yaml(input.document.root);
    for (const InputFile& file : input.spec.inputs) identity += to_string(file.hash);
  }
  if (options.validate) identity += io::read_file(*options.validate);
  return to_string(hash_of(identity));
}

io::Json request_of(const FitOptions& options, const std::string& hash) {
  std::vector<std::string> files;
  for (const fs::path& file : options.files) files.push_back(file.string());
  const auto text = [](const std::optional<fs::path>& path) {
    return path ? std::optional(path->string()) : std::nullopt;
  };
  return {{"version", program_version()},
          {"folder", fs::current_path().string()},
          {"files", io::Json(files)},
          {"out", options.out},
          {"target", text(options.overrides.target)},
          {"channel", options.overrides.channel},
          {"set", io::Json(options.overrides.set)},
          {"seed", options.given_seed},
          {"method", options.method_name},
          {"particles", options.swarm.particles},
          {"iterations", options.swarm.iterations},
          {"repeats", options.repeats},
          {"bootstrap", options.bootstrap},
          {"validate", text(options.validate)},
          {"until", options.until},
          {"minimum", options.minimum},
          {"inputs", hash}};
}

template <typename T>
void get_if_there(const io::Json& json, std::optional<T>& value) {
  if (!json.is_null()) value = json.get<T>();
}
void get_path(const io::Json& json, std::optional<fs::path>& value) {
  if (!json.is_null()) value = json.get<std::string>();
}

// Reads the options of the interrupted fit in the folder. Its paths are relative to the folder in which it
// was started.
std::string take_request(FitOptions& options) {
  const fs::path place = request_in(*options.resume);
  if (fs::exists(*options.resume / "fit.json") && !fs::exists(place))
    throw SpecError({options.resume->string()}, "", "holds a fit that is done");
  if (!fs::exists(place))
    throw SpecError({options.resume->string()}, "",
                    "holds no fit that was interrupted: it has no request.json");
  const fs::path folder = fs::absolute(*options.resume).lexically_normal();
  const io::Json json = io::Json::parse(io::read_file(place));
  const std::string called_in = json.at("folder").get<std::string>();
  if (!fs::is_directory(called_in))
    throw SpecError({place.string()}, "folder",
                    fmt::format("is {}, which no longer exists; put it back, or start a new fit", called_in));
  for (const io::Json& file : json.at("files")) options.files.emplace_back(file.get<std::string>());
  get_path(json.at("target"), options.overrides.target);
  get_if_there(json.at("channel"), options.overrides.channel);
  json.at("set").get_to(options.overrides.set);
  get_if_there(json.at("seed"), options.given_seed);
  json.at("method").get_to(options.method_name);
  json.at("particles").get_to(options.swarm.particles);
  json.at("iterations").get_to(options.swarm.iterations);
  json.at("repeats").get_to(options.repeats);
  json.at("bootstrap").get_to(options.bootstrap);
  get_path(json.at("validate"), options.validate);
  get_if_there(json.at("until"), options.until);
  get_if_there(json.at("minimum"), options.minimum);
  fs::current_path(called_in);
  json.at("out").get_to(options.out);
  if (fs::absolute(options.out).lexically_normal() != folder) options.out = folder.string();
  return json.at("inputs").get<std::string>();
}

std::string take_sound_request(FitOptions& options) try {
  return take_request(options);
} catch (const io::JsonError& error) {
  throw FileError(
      request_in(*options.resume).string(),
      std::string("is damaged; remove it and fit.journal, and start the fit again: ") + error.what());
}

// An interrupted fit is continued with the settings with which it was begun.
void refuse_other_settings(const FitOptions& options) {
  const FitOptions defaults;
  const FitOverrides& overrides = options.overrides;
  if (overrides.target || overrides.channel || !overrides.set.empty() || options.given_seed ||
      options.validate || options.until || options.minimum || !options.out.empty() || options.force ||
      options.method_name != defaults.method_name || options.swarm.particles != defaults.swarm.particles ||
      options.swarm.iterations != defaults.swarm.iterations || options.repeats != defaults.repeats ||
      options.bootstrap != defaults.bootstrap)
    throw UsageError(
        "--resume",
        "uses the settings with which the fit was begun; only --backend, --device, --threads and "
        "--json can be given with it");
}

void check_folders(const FitOptions& options, const std::vector<FitInput>& inputs) {
  std::vector<fs::path> folders;
  for (const FitInput& input : inputs) {
    const fs::path folder = folder_of(options, input);
    if (std::ranges::find(folders, folder) != folders.end())
      throw SpecError({input.file.string()}, "",
                      "has the same name as another of the models; rename one of them");
    folders.push_back(folder);
  }
  check_fit_folders(options.out, folders, options.force);
}

void tell(const FitOptions& options, const std::vector<FittedModel>& fitted) {
  if (options.json) return say(fitted.size() == 1 ? as_json(fitted.front()) : as_json(fitted));
  std::vector<const FittedModel*> ranked;
  for (const FittedModel& model : fitted) {
    if (fitted.size() > 1) say(model.input.file.string() + ":\n");
    say(as_text(model));
    ranked.push_back(&model);
  }
  if (fitted.size() > 1) say(as_text(ranked));
}

// Writes what --resume needs before anything is computed. The journal of an interrupted fit is removed only
// when the new request has been written, and before it takes effect.
void begin_fit(const FitOptions& options, const std::vector<FitInput>& inputs) {
  io::PendingFile request(request_in(options.out));
  io::write_file(request.path(), request_of(options, hash_of_inputs(options, inputs)).dump(1) + '\n');
  for (const FitInput& input : inputs) fs::remove(folder_of(options, input) / fit_journal_name);
  request.commit();
}

void end_fit(const FitOptions& options, const std::vector<FitInput>& inputs) {
  fs::remove(request_in(options.out));
  fs::remove(fs::path(options.out) / ".lock");
  for (const FitInput& input : inputs) fs::remove(folder_of(options, input) / fit_journal_name);
}

void say_stopped(const FitOptions& options) {
  say(fmt::format("stopped; go on with: morula fit --resume {}\n", options.out));
}

std::vector<FittedModel> fit_all(const FitOptions& options, const std::vector<FitInput>& inputs,
                                 const std::optional<Validation>& validation,
                                 std::vector<std::string>& written) {
  const Backend backend = open_backend(options.backend);
  const StopOnSignal signals;
  // Computed scores are in the journal, so the program does not wait for a score that takes long.
  const SignalWatch watch(signals, {std::chrono::milliseconds(500), [&] { say_stopped(options); }});
  std::vector<FittedModel> fitted;
  for (const FitInput& input : inputs) {
    const fs::path folder = folder_of(options, input);
    fs::create_directories(folder);
    FitMemory memory(folder / fit_journal_name, [&] { return signals.wanted(); });
    fitted.push_back(fit_one(options, input, validation, backend, std::move(memory)));
    written = write_fit_files(fitted.back(), folder);
  }
  return fitted;
}

void fit(FitOptions& options) {
  if (options.resume && !options.files.empty())
    throw UsageError("--resume", "takes a folder and no model file");
  if (!options.resume && options.files.empty())
    throw UsageError("MODEL", "is missing: a model file, or --resume DIR");
  std::optional<std::string> begun_with;
  if (options.resume) {
    refuse_other_settings(options);
    begun_with = take_sound_request(options);
  }
  const std::optional<Validation> validation = read_validation(options);
  const std::vector<FitInput> inputs = read_inputs(options);
  if (begun_with && *begun_with != hash_of_inputs(options, inputs))
    throw SpecError({options.out}, "",
                    "was begun with another model file or histogram; put it back, or start a new fit");
  if (options.out.empty())
    options.out = inputs.size() > 1 ? "fits" : (fs::path("fits") / inputs.front().file.stem()).string();
  if (!options.resume) check_folders(options, inputs);
  fs::create_directories(options.out);
  const RunLock lock(options.out);
  if (!options.resume) begin_fit(options, inputs);
  std::vector<FittedModel> fitted;
  std::vector<const FittedModel*> ranked;
  std::vector<std::string> written;
  try {
    fitted = fit_all(options, inputs, validation, written);
  } catch (const FitStopped&) {
    return say_stopped(options);
  }
  for (const FittedModel& model : fitted) ranked.push_back(&model);
  if (inputs.size() > 1) io::write_file(fs::path(options.out) / "models.csv", models_csv(ranked));
  end_fit(options, inputs);
  tell(options, fitted);
  if (options.json) return;
  const std::string for_each_model = inputs.size() > 1 ? "models.csv, and for each model " : "";
  say(fmt::format("in {}/: {}{}\n", options.out, for_each_model, fmt::join(written, " ")));
}

void add_search_options(const Command& command, FitOptions& options) {
  command.add_option("--method", options.method_name, "How candidates are scored")
      .one_of({"expectation", "simulate"})
      .shows_default();
  command.add_option("--particles", options.swarm.particles, "Number of particles in the swarm")
      .whole(1, 100'000)
      .shows_default();
  command.add_option("--iterations", options.swarm.iterations, "Number of iterations of the swarm")
      .whole(1, 1'000'000)
      .shows_default();
  command.add_option("--repeats", options.repeats, "Number of independent searches; the best result is kept")
      .whole(1, 10'000)
      .shows_default();
  command
      .add_option("--bootstrap", options.bootstrap,
                  "Number of bootstrap samples of the target, for the intervals; 0 for none")
      .whole(0, 100'000)
      .shows_default();
}

void add_data_options(const Command& command, FitOptions& options) {
  command.add_option("--target", options.overrides.target,
                     "Histogram to fit, instead of the model file's target");
  command.add_option("--channel", options.overrides.channel,
                     "Channel of the FCS files given on the command line");
  command.add_option("--validate", options.validate, "Histogram measured at another time, to test the fit");
  command.add_option("--until", options.until, "Time at which the histogram of --validate was measured")
      .real(0, 1e12);
  command
      .add_option("--minimum", options.minimum,
                  "Minimum fluorescence at the time of --until [the model file's]")
      .real(0, 1e300);
  command.add_option("--set", options.overrides.set, "Replace values of the model file: key.path=value")
      .all_of_them();
}

}  // namespace

void add_fit(const Command& app) {
  const Command command =
      app.add_command("fit", "Fit the cell types of a 'proliferation' model to a measured histogram");
  auto options = std::make_shared<FitOptions>();
  command.add_option("MODEL", options->files, "Model files, YAML; several are compared");
  add_data_options(command, *options);
  add_search_options(command, *options);
  add_seed_option(command, options->given_seed);
  add_backend_options(command, options->backend);
  command.add_option("--out", options->out, "Folder for the results [fits/NAME for NAME.yaml]");
  command.add_option("--resume", options->resume, "Continue the interrupted fit in this folder");
  command.add_flag("--force", options->force,
                   "Replace the files of an earlier fit, and keep files that Morula did not write");
  command.add_flag("--json", options->json, "Print the result as JSON");
  command.examples({"morula fit dividing-cells.yaml",
                    "morula fit two-types.yaml three-types.yaml --target measured.fcs --channel GFP",
                    "morula fit cells.yaml --validate later.txt --until 168",
                    "morula fit --resume fits/dividing-cells"});
  command.on_call([options] { fit(*options); });
}

}  // namespace morula
