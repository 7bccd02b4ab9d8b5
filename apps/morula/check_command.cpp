// morula check
#include <fmt/format.h>

#include <algorithm>

#include "apps/morula/commands.h"
#include "apps/morula/speech.h"
#include "core/bytes.h"
#include "core/counted.h"
#include "models/catalogue.h"
#include "models/changes/changing_model.h"
#include "models/explained.h"
#include "runner/run.h"
#include "sweep/jobs.h"
#include "sweep/plan.h"
#include "sweep/remarks.h"

namespace morula {
namespace {

struct CheckOptions {
  std::string file;
  std::vector<std::string> set;
  bool explain = false;
};

std::string steps_of(const Spec& spec) {
  if (!spec.steps) return "until it halts";
  return counted(*spec.steps, "step");
}

// Checks every point of a sweep. Refuses everything that `morula sweep` would refuse on this machine.
void check_sweep(const io::Document& document, const CheckOptions& options) {
  sweep::SweepSpec spec = sweep::read_sweep(document, std::filesystem::path(options.file).parent_path());
  spec.overrides = options.set;
  const sweep::PointModels models(std::move(spec));
  const sweep::Plan plan = make_plan(models);
  check_fit(models, open_backend(backend_for({}, models.read(0, {1, 0}))));
  tell_notes(options.file, remarks_of(plan));
  say(fmt::format("{}: a sweep of {}, design {}, {}, {}\n", options.file, plan.model, plan.design,
                  counted(plan.points.size(), "point"), counted(plan.runs(), "run")));
}

void explain(const Spec& spec) {
  const auto* const section = dynamic_cast<const Explained*>(spec.section.get());
  const std::vector<std::string> lines = section ? section->explanation() : std::vector<std::string>();
  if (lines.empty()) say("  there are no formulas to explain\n");
  for (const std::string& line : lines) say("  " + line + "\n");
}

// Refuses everything that `morula run` would refuse on this machine.
void check(const CheckOptions& options) {
  const ModelFile file = load_model_file(options.file);
  if (const auto document = io::parse_document(file.text, options.file); sweep::is_sweep_file(document))
    return check_sweep(document, options);
  const Spec spec = read_model(file, options.set);
  tell_notes(options.file, spec.notes);
  const Backend backend = open_backend(backend_for({}, spec));
  check_fits(spec, backend);
  const bool assigns =
      std::ranges::any_of(spec.changes, [](const Change& change) { return !change.fields.empty(); });
  if (spec.initial_run || assigns)  // the state is made and read as `run` would do it
    check_assignments(*make_initial_model(spec, backend), spec);
  const auto threads = std::make_shared<ThreadPool>(hardware_threads());
  const auto needs = [&](BackendKind kind) {
    return family_of(spec).footprint(spec, Backend{kind, threads, nullptr});
  };
  const std::string device =
      spec.cpu_only ? "" : ", or " + human_bytes(needs(BackendKind::OpenCl).device_bytes) + " on a device";
  say(fmt::format("{}: {}, {}, seed {}; needs {} on the CPU{}\n", options.file, spec.family, steps_of(spec),
                  spec.seed, human_bytes(needs(BackendKind::Cpu).host_bytes), device));
  if (options.explain) explain(spec);
}

}  // namespace

void add_check(const Command& app) {
  const Command command = app.add_command("check", "Report every error in a model file or a sweep file");
  auto options = std::make_shared<CheckOptions>();
  command.add_option("MODEL", options->file, "Model file or sweep file, YAML").required();
  command.add_option("--set", options->set, "Replace values of the model file: key.path=value").all_of_them();
  command.add_flag("--explain", options->explain,
                   "Print how formulas are interpreted, and which engine evaluates them");
  command.examples({"morula check life.yaml", "morula check life.yaml --set lattice.size=[9000,9000]"});
  command.on_call([options] { check(*options); });
}

}  // namespace morula
