// morula analyze hamming
#include <fmt/format.h>
#include <unistd.h>

#include <memory>

#include "analysis/hamming.h"
#include "analysis/hamming_report.h"
#include "analysis/hamming_sweep.h"
#include "apps/morula/analysis_result.h"
#include "apps/morula/commands.h"
#include "apps/morula/number_options.h"
#include "apps/morula/progress.h"
#include "apps/morula/speech.h"
#include "core/shell_quoted.h"
#include "core/stream.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

struct HammingOptions : HammingChoice, ResultOptions {
  fs::path file;
  std::optional<std::uint64_t> seed, steps;
  SweepChoice sweep;
  BackendRequest backend;
  bool members = false;
};

// The command that repeats the analysis on any machine: every setting that changes the answer, and no other.
std::string command_of(const HammingOptions& options, const HammingChoice& choice, std::uint64_t seed) {
  std::string words =
      fmt::format("morula analyze hamming {} --seed {}", shell_quoted(options.file.string()), seed);
  for (const std::string& set : choice.overrides)
    if (!set.starts_with("seed=")) words += " --set " + shell_quoted(set);
  words += fmt::format(" --sites {}", choice.sites);
  if (choice.pairs) words += fmt::format(" --ensemble {}", *choice.pairs);
  if (choice.every) words += fmt::format(" --every {}", *choice.every);
  if (choice.from) words += fmt::format(" --from {}", *choice.from);
  return words;
}

std::string command_of_sweep(const HammingOptions& options, std::uint64_t seed) {
  std::string words = command_of(options, options, seed);
  const auto& [mobility, species] = options.sweep;
  if (!mobility.empty()) words += fmt::format(" --mobility {}", fmt::join(mobility, ","));
  if (!species.empty()) words += fmt::format(" --species {}", fmt::join(species, ","));
  return words;
}

// Compares the pairs of one model, with a progress bar on a terminal.
HammingReport compare_pairs(const HammingOptions& options, const HammingChoice& choice,
                            const Backend& backend, const fs::path& folder) {
  ProgressBar bar;
  Hooks hooks;
  if (isatty(STDERR_FILENO) == 1 && !options.json)
    hooks.progress = [&](const Progress& progress) { bar.show(progress); };
  return analyze_hamming(choice, backend, hooks, options.out.empty() ? std::nullopt : std::optional(folder));
}

void tell(const HammingOptions& options, const std::string& json, const std::string& text,
          const std::vector<std::string>& written) {
  if (options.json) return say(json);
  say(text);
  if (!written.empty()) say(fmt::format("in {}/: {}\n", options.out, fmt::join(written, " ")));
}

void compare_one(const HammingOptions& options) {
  const Spec spec = read_pair_model(options);  // errors in the input come before errors of the machine
  if (!options.json) tell_notes(options.file.string(), spec.notes);
  if (!options.out.empty()) check_hamming_files(options.out, options.force);
  HammingReport report =
      compare_pairs(options, options, open_backend(backend_for(options.backend, spec)), options.out);
  report.command = command_of(options, options, spec.seed);
  std::vector<std::string> written;
  if (!options.out.empty()) written = write_hamming_files(report, options.out, options.members);
  tell(options, as_json(report), as_text(report), written);
}

void compare_many(const HammingOptions& options) {
  const std::vector<SweepPoint> points = sweep_points(options, options.sweep);
  if (!options.out.empty()) check_sweep_files(options.out, points, options.force);
  const Spec spec = read_model(options.model, options.overrides);
  const Backend backend = open_backend(backend_for(options.backend, spec));
  std::vector<SweptHamming> sweep;
  for (const SweepPoint& point : points) {
    HammingChoice choice = options;
    choice.overrides.insert(choice.overrides.end(), point.overrides.begin(), point.overrides.end());
    const fs::path folder = fs::path(options.out) / point.name();
    sweep.push_back({point, compare_pairs(options, choice, backend, folder)});
    sweep.back().report.command = command_of(options, choice, spec.seed);
    if (!options.out.empty()) write_hamming_files(sweep.back().report, folder, options.members);
  }
  const std::string command = command_of_sweep(options, spec.seed);
  std::vector<std::string> written;
  if (!options.out.empty()) written = write_sweep_files(sweep, command, options.out);
  tell(options, as_json(sweep, command), as_text(sweep), written);
}

void analyze_hamming(HammingOptions& options) {
  options.model = load_model_file(options.file);
  const NumberOptions numbers{options.seed, {}, options.steps};
  for (const OptionOverride& made : overrides_of(numbers)) options.overrides.push_back(made.assignment);
  const bool is_single = options.sweep.mobility.empty() && options.sweep.species.empty();
  naming_number_options(numbers, [&] { is_single ? compare_one(options) : compare_many(options); });
}

void add_sampling_options(const Command& command, HammingOptions& options) {
  command
      .add_option("--sites", options.sites,
                  "Number of sites in which the two runs of a pair differ at the start")
      .whole(1, largest_where)
      .shows_default();
  command.add_option("--ensemble", options.pairs, "Number of pairs of runs [the model file's replicas]")
      .whole(1, most_replicas);
  command.add_option("--every", options.every, "Steps between comparisons [1/200 of all steps]")
      .whole(1, largest_when);
  command.add_option("--from", options.from, "Step from which the plateau is measured [3/4 of all steps]")
      .whole(0, largest_when);
  command.add_option("--frames", options.frames_every, "Steps between pictures [1/10 of all steps]")
      .whole(1, largest_when);
}

void add_model_options(const Command& command, HammingOptions& options) {
  add_seed_option(command, options.seed);
  add_steps_option(command, options.steps, "Number of steps, instead of the model file's");
  command.add_option("--set", options.overrides, "Replace values of the model file: key.path=value")
      .all_of_them();
  command.add_option("--mobility", options.sweep.mobility, "Mobilities to compare, as in 0.1,0.3")
      .separated_by(',');
  command.add_option("--species", options.sweep.species, "Numbers of species to compare, as in 3,4,5")
      .separated_by(',')
      .whole(2, 255);
}

}  // namespace

void add_hamming(const Command& analyze) {
  const Command command = analyze.add_command(
      "hamming",
      "Measure how fast two runs diverge that share random numbers but differ in one initial site");
  auto options = std::make_shared<HammingOptions>();
  command.add_option("MODEL", options->file, "Model file, YAML").required();
  add_sampling_options(command, *options);
  add_model_options(command, *options);
  add_backend_options(command, options->backend);
  add_result_options(command, *options);
  command.add_flag("--members", options->members, "Write a column for each pair into hamming.csv");
  command.examples({"morula analyze hamming rock-paper-scissors.yaml --ensemble 20 --out hamming",
                    "morula analyze hamming rock-paper-scissors.yaml --mobility 0.1,0.3,0.5"});
  command.on_call([options] { analyze_hamming(*options); });
}

}  // namespace morula
