#include "morula/commands.h"

#include <algorithm>

#include "analysis/chaos.h"
#include "analysis/chaos_report.h"
#include "analysis/ensemble.h"
#include "analysis/hamming.h"
#include "analysis/hamming_report.h"
#include "analysis/lineage_report.h"
#include "analysis/tracks.h"
#include "analysis/tracks_report.h"
#include "core/bytes.h"
#include "core/instruction_set.h"
#include "core/one_process.h"
#include "gpu/driver_faults.h"
#include "io/json.h"
#include "libmorula/report_page.h"
#include "libmorula/translate.h"
#include "models/catalogue.h"
#include "runner/movie.h"
#include "runner/run.h"
#include "sweep/run_sweep.h"

namespace morula::commands {
namespace {

namespace fs = std::filesystem;

Hooks hooks_of(const Watcher& watcher) {
  Hooks hooks;
  hooks.stop_wanted = watcher.stop_wanted;
  hooks.progress = [&watcher](const Progress& progress) { watcher.progress(progress.step, progress.end); };
  return hooks;
}

Backend backend_of(const Processor& processor, const Spec& spec) {
  return open_backend(backend_for(request_of(processor), spec));
}

}  // namespace

std::string run(const ModelInput& model, const fs::path& folder, bool replace, const Processor& processor,
                const Watcher& watcher) {
  return with_public_errors([&] {
    const RunRequest request{file_of(model), model.settings, folder,
                             replace ? IfExists::Replace : IfExists::Refuse};
    // Errors in the input come before errors of the machine.
    const Spec spec = read_model(source_of(request));
    check_free(request.folder, request.if_exists);
    return to_json(start_run(request, backend_of(processor, spec), hooks_of(watcher)));
  });
}

std::string resume(const fs::path& folder, std::optional<std::uint64_t> steps, const Processor& processor,
                   const Watcher& watcher) {
  return with_public_errors([&] {
    return to_json(resume_run(folder, steps, backend_of(processor, read_run(folder)), hooks_of(watcher)));
  });
}

std::vector<std::string> check(const ModelInput& model) {
  return with_public_errors([&] {
    const Spec spec = read_model(file_of(model), model.settings);
    const Backend backend = backend_of({}, spec);
    check_fits(spec, backend);
    std::vector<std::string> notes = spec.notes;
    std::ranges::copy(slow_paths(spec, backend), std::back_inserter(notes));
    return notes;
  });
}

std::string devices() {
  using io::Json;
  const std::string cpu = open_backend({.name = "cpu", .device = {}, .threads = 1}).device_name();
  Json devices = Json::array({{{"backend", "cpu"},
                               {"name", cpu},
                               {"threads", hardware_threads()},
                               {"instruction_set", std::string(used_instruction_set())},
                               {"memory", available_memory()}}});
  Json missing = Json::object();
  for (const gpu::Api api : {gpu::Api::Cuda, gpu::Api::OpenCl}) {
    const gpu::Found found = gpu::find_devices(api);
    for (const gpu::DeviceInfo& device : found.devices)
      devices.push_back({{"backend", to_string(api)},
                         {"device", device.index},
                         {"name", device.name},
                         {"driver", device.driver},
                         {"memory", device.memory},
                         {"max_buffer", device.max_buffer},
                         {"is_cpu", device.is_cpu},
                         {"fault", gpu::known_fault(device.driver)}});
    if (!found.missing.empty()) missing[to_string(api)] = found.missing;
  }
  return Json{{"devices", devices}, {"missing", missing}}.dump(2);
}

bool was_device_used() { return gpu::was_device_opened(); }

bool sweep(const SweepRequest& request, const fs::path& folder, const Processor& processor,
           const Watcher& watcher) {
  return with_public_errors([&] {
    io::Document document = io::parse_document(io::read_input(request.file), request.file.string());
    const bool is_sweep = morula::sweep::is_sweep_file(document);
    if (!is_sweep && request.over.empty())
      throw SpecError({request.file.string()}, "", "is not a sweep file: it has no key 'sweep'; give `over`");
    const std::string text = is_sweep ? io::read_input(request.file) : "";
    morula::sweep::apply_words(document,
                               {request.over, request.keep, request.seed, request.replicas, request.points,
                                request.from, request.design},
                               is_sweep ? std::nullopt : std::optional(request.file));
    morula::sweep::SweepSpec spec = morula::sweep::read_sweep(document, request.file.parent_path());
    spec.file = request.file;
    spec.text = text;
    spec.document = document;
    spec.overrides = request.settings;
    const morula::sweep::PointModels models(std::move(spec));
    const morula::sweep::Plan plan = make_plan(models);
    BackendRequest backend_request = request_of(processor);
    for (std::size_t point = 0; point < models.points().size(); ++point)
      backend_request = backend_for(backend_request, models.read(point, {1, 0}));
    morula::sweep::SweepHooks hooks;
    hooks.stop_wanted = watcher.stop_wanted;
    hooks.progress = [&](const morula::sweep::SweepProgress& progress) {
      watcher.progress(progress.runs_done, progress.runs);
    };
    OneProcess ranks;
    const morula::sweep::SweepOutcome outcome =
        morula::sweep::run_sweep(models, plan, open_backend(backend_request),
                                 {.folder = folder, .task = {}, .replace = request.replace}, hooks, ranks);
    return !outcome.stopped;
  });
}

std::string analyze_chaos(const ChaosRequest& request) {
  return with_public_errors([&] {
    ThreadPool threads(request.threads.value_or(hardware_threads()));
    const ChaosReport report = morula::analyze_chaos(
        read_ensemble({request.series, request.columns, request.time, request.from, request.length}),
        threads);
    if (request.out) write_chaos_files(report, *request.out, request.replace);
    return as_json(report);
  });
}

std::string analyze_tracks(const TracksRequest& request) {
  return with_public_errors([&] {
    const TracksReport report = morula::analyze_tracks({request.runs, request.from});
    if (request.out) write_tracks_files(report, *request.out, request.replace);
    return as_json(report);
  });
}

std::string analyze_lineage(const LineageRequest& request) {
  return with_public_errors([&] {
    const LineageReport report = morula::analyze_lineage({request.runs});
    if (request.out) write_lineage_files(report, *request.out, request.replace);
    return as_json(report);
  });
}

std::string analyze_hamming(const HammingRequest& request, const Processor& processor,
                            const Watcher& watcher) {
  return with_public_errors([&] {
    const HammingChoice choice{file_of(request.model), request.model.settings, request.sites, request.pairs,
                               request.every,          request.from,           request.frames};
    const Spec spec = read_pair_model(choice);
    if (request.out) check_hamming_files(*request.out, request.replace);
    const HammingReport report =
        morula::analyze_hamming(choice, backend_of(processor, spec), hooks_of(watcher), request.out);
    if (request.out) write_hamming_files(report, *request.out, false);
    return as_json(report);
  });
}

std::string report(const fs::path& folder) {
  return with_public_errors([&] { return page_of(folder); });
}

void movie(const MovieRequest& request, const Processor& processor) {
  with_public_errors([&] {
    MovieSpec movie;
    movie.state = {request.folder, request.at, request.camera, request.settings};
    movie.film = request.film;
    movie.fps = request.fps;
    movie.orbit = request.orbit;
    movie.orbit_frames = request.orbit_frames;
    movie.step = request.step;
    movie.legend = request.legend;
    movie.replace = request.replace;
    make_movie(movie, request_of(processor));
  });
}

}  // namespace morula::commands
