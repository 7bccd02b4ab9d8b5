// morula fit
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <memory>

#include "analysis/fit/fit_report.h"
#include "analysis/result_folder.h"
#include "apps/morula/commands.h"
#include "apps/morula/progress.h"
#include "apps/morula/speech.h"
#include "io/durable_file.h"
#include "models/proliferation/read/histogram_file.h"

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
  return inputs;
}

// What does it again, on any machine: everything that changes the answer, and nothing else.
std::string command_of(const FitOptions& options, const FitInput& input) {
  std::string words = fmt::format("morula fit '{}'", input.file.string());
  if (options.overrides.target) words += fmt::format(" --target '{}'", options.overrides.target->string());
  if (options.overrides.channel) words += fmt::format(" --channel '{}'", *options.overrides.channel);
  words += fmt::format(" --method {} --particles {} --iterations {} --repeats {} --bootstrap {} --seed {}",
                       options.method_name, options.swarm.particles, options.swarm.iterations,
                       options.repeats, options.bootstrap, input.spec.seed);
  if (options.validate)
    words += fmt::format(" --validate '{}' --until {}", options.validate->string(), *options.until);
  if (options.minimum) words += fmt::format(" --minimum {}", *options.minimum);
  for (const std::string& set : options.overrides.set)
    if (!set.starts_with("seed=")) words += fmt::format(" --set '{}'", set);
  return words;
}

FittedModel fit_one(const FitOptions& options, const FitInput& input,
                    const std::optional<Validation>& validation, const Backend& backend) {
  const auto begun = std::chrono::steady_clock::now();
  const auto seconds = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  };
  FitChoice choice = options;
  choice.seed = input.spec.seed;
  ProgressBar bar;
  const bool shows = isatty(STDERR_FILENO) == 1 && !options.json;
  const auto progress = [&](std::uint64_t iterations, std::uint64_t all) {
    if (shows) bar.show({iterations, all, seconds(), iterations, choice.swarm.particles, "candidates"});
  };
  FitReport report = fit_model(*input.cells, choice, validation, backend, progress);
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

void check_folders(const FitOptions& options, const std::vector<FitInput>& inputs) {
  std::vector<fs::path> folders;
  for (const FitInput& input : inputs) {
    const fs::path folder = folder_of(options, input);
    if (std::ranges::find(folders, folder) != folders.end())
      throw SpecError({input.file.string()}, "", "has the name of another of the models; rename one of them");
    folders.push_back(folder);
    check_fit_files(folder, options.force);
  }
  if (inputs.size() > 1) check_results_free(options.out, {"models.csv"}, options.force);
}

void tell(const FitOptions& options, const std::vector<FittedModel>& fitted) {
  if (options.json) return say(fitted.size() == 1 ? as_json(fitted.front()) : as_json(fitted));
  std::vector<const FittedModel*> all;
  for (const FittedModel& model : fitted) {
    if (fitted.size() > 1) say(model.input.file.string() + ":\n");
    say(as_text(model));
    all.push_back(&model);
  }
  if (fitted.size() > 1) say(as_text(all));
}

void fit(FitOptions& options) {
  const std::optional<Validation> validation = read_validation(options);
  const std::vector<FitInput> inputs = read_inputs(options);
  if (options.out.empty())
    options.out = inputs.size() > 1 ? "fits" : (fs::path("fits") / inputs.front().file.stem()).string();
  check_folders(options, inputs);
  const Backend backend = open_backend(options.backend);
  std::vector<FittedModel> fitted;
  std::vector<const FittedModel*> all;
  std::vector<std::string> written;
  for (const FitInput& input : inputs) {
    fitted.push_back(fit_one(options, input, validation, backend));
    written = write_fit_files(fitted.back(), folder_of(options, input));
  }
  for (const FittedModel& model : fitted) all.push_back(&model);
  if (inputs.size() > 1) io::write_file(fs::path(options.out) / "models.csv", models_csv(all));
  tell(options, fitted);
  if (options.json) return;
  const std::string each = inputs.size() > 1 ? "models.csv, and for each model " : "";
  say(fmt::format("in {}/: {}{}\n", options.out, each, fmt::join(written, " ")));
}

void add_search_options(const Command& command, FitOptions& options) {
  command.add_option("--method", options.method_name, "How candidates are scored")
      .one_of({"expectation", "simulate"})
      .shows_default();
  command.add_option("--particles", options.swarm.particles, "Particles of the swarm")
      .whole(1, 100'000)
      .shows_default();
  command.add_option("--iterations", options.swarm.iterations, "Iterations of the swarm")
      .whole(1, 1'000'000)
      .shows_default();
  command.add_option("--repeats", options.repeats, "Searches with different random numbers; the best counts")
      .whole(1, 10'000)
      .shows_default();
  command
      .add_option("--bootstrap", options.bootstrap,
                  "Bootstrap samples of the target for the intervals; 0 for none")
      .whole(0, 100'000)
      .shows_default();
}

void add_data_options(const Command& command, FitOptions& options) {
  command.add_option("--target", options.overrides.target,
                     "Histogram to fit, instead of the model file's target");
  command.add_option("--channel", options.overrides.channel,
                     "Channel of the FCS files given on the command line");
  command.add_option("--validate", options.validate, "Histogram measured at another time, to test the fit");
  command.add_option("--until", options.until, "Time of that histogram").real(0, 1e12);
  command.add_option("--minimum", options.minimum, "Minimum fluorescence at that time [the model file's]")
      .real(0, 1e300);
  command.add_option("--set", options.overrides.set, "key.path=value, instead of the model file's")
      .all_of_them();
}

}  // namespace

void add_fit(const Command& app) {
  const Command command = app.add_command("fit", "Fit the types of dividing cells to a histogram");
  auto options = std::make_shared<FitOptions>();
  command.add_option("MODEL", options->files, "Model files, YAML; several are compared").required();
  add_data_options(command, *options);
  add_search_options(command, *options);
  add_seed_option(command, options->given_seed);
  add_backend_options(command, options->backend);
  command.add_option("--out", options->out, "Folder for the results [fits/ and the model file's name]");
  command.add_flag("--force", options->force, "Overwrite existing files");
  command.add_flag("--json", options->json, "Print the result as JSON");
  command.examples({"morula fit dividing-cells.yaml",
                    "morula fit two-types.yaml three-types.yaml --target measured.fcs --channel GFP",
                    "morula fit cells.yaml --validate later.txt --until 168"});
  command.on_call([options] { fit(*options); });
}

}  // namespace morula
