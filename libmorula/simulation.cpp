#include "morula/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "io/document.h"
#include "libmorula/parts.h"
#include "libmorula/translate.h"
#include "models/picture/picture.h"
#include "runner/changes_file.h"
#include "runner/frame_legend.h"
#include "runner/saved_picture.h"

namespace morula {
namespace {

double seconds_since(std::chrono::steady_clock::time_point begun) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
}

}  // namespace

const FramesSpec& Simulation::Parts::frames_with(const std::vector<std::string>& settings) {
  const auto known = frames.find(settings);
  if (known != frames.end()) return known->second;
  if (spec.views.empty())
    throw SpecError({}, "", "models of the family '" + spec.family + "' cannot be shown as pictures");
  if (spec.output.frames && settings.empty()) return *spec.output.frames;
  std::vector<std::string> overrides;
  for (const std::string& setting : settings) overrides.push_back("output.frames." + setting);
  return frames.emplace(settings, frames_of(source, overrides)).first->second;
}

Simulation::Simulation(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

Simulation::Simulation(const ModelInput& input, const Processor& processor) {
  parts_ = with_public_errors([&] {
    auto parts = std::make_unique<Parts>();
    parts->source = source_of(RunRequest{file_of(input), input.settings, {}});
    parts->spec = read_model(parts->source);
    parts->backend = open_backend(backend_for(request_of(processor), parts->spec));
    parts->model = make_initial_model(parts->spec, parts->backend, steerable_in_one_process());
    return parts;
  });
}

Simulation Simulation::of_run(const std::filesystem::path& folder, const Processor& processor,
                              std::optional<std::uint64_t> step) {
  return with_public_errors([&] {
    auto parts = std::make_unique<Parts>();
    parts->source = source_of_run(folder);
    parts->backend = open_backend(backend_for(request_of(processor), read_run(folder)));
    SavedModel saved = load_saved({folder, step, {}, {}}, parts->backend, steerable_in_one_process());
    parts->spec = std::move(saved.spec);
    parts->model = std::move(saved.model);
    return Simulation(std::move(parts));
  });
}

std::uint64_t Simulation::step(std::uint64_t steps) {
  const auto begun = std::chrono::steady_clock::now();
  const std::uint64_t done = parts_->model->step(steps);
  parts_->seconds += seconds_since(begun);
  return done;
}

// Steps in batches of about a tenth of a second, so that a request to stop is obeyed soon.
std::uint64_t Simulation::step(std::uint64_t steps, const StopWanted& stop_wanted) {
  constexpr double wanted_seconds = 0.1;
  if (steps == 1) return step(1);
  std::uint64_t done = 0;
  double batch = 1;
  while (done < steps) {
    const std::uint64_t batch_steps = std::min(steps - done, static_cast<std::uint64_t>(batch));
    const auto begun = std::chrono::steady_clock::now();
    const std::uint64_t stepped = step(batch_steps);
    const double seconds = std::max(seconds_since(begun), 1e-9);
    done += stepped;
    if (stepped < batch_steps || (done < steps && stop_wanted())) break;
    // A batch grows at most by a factor of 4, since a single quick batch says little.
    batch = std::clamp(static_cast<double>(batch_steps) * wanted_seconds / seconds, 1.0, batch * 4);
  }
  return done;
}

std::uint64_t Simulation::time() const { return parts_->model->time(); }
std::uint64_t Simulation::updates() const { return parts_->model->updates(); }
std::string Simulation::unit() const { return parts_->model->unit(); }
std::string Simulation::family() const { return parts_->spec.family; }
std::uint64_t Simulation::seed() const { return parts_->spec.seed; }
std::optional<std::uint64_t> Simulation::steps() const { return parts_->spec.steps; }
std::string Simulation::backend() const { return to_string(parts_->backend.kind); }
std::string Simulation::device() const { return parts_->backend.device_name(); }
unsigned Simulation::threads() const { return parts_->backend.threads->size(); }
std::vector<std::string> Simulation::notes() const { return parts_->spec.notes; }
std::string Simulation::state_hash() { return to_string(parts_->model->hash()); }

DataTable Simulation::observe() {
  TableMaker table(parts_->model->columns());
  for (const Row& row : morula::observe(*parts_->model)) table.add(row);
  return table.finish();
}

std::vector<std::string> Simulation::tables() const {
  std::vector<std::string> names;
  for (const Table& table : parts_->model->tables()) names.push_back(table.name);
  return names;
}

DataTable Simulation::table(const std::string& name) {
  return with_public_errors([&] {
    for (const Table& table : parts_->model->tables()) {
      if (table.name != name) continue;
      TableMaker rows(table.columns);
      parts_->model->read_table(table, [&](std::span<const Number> next_rows) { rows.add(next_rows); });
      return rows.finish();
    }
    throw SpecError({}, name,
                    tables().empty()
                        ? "is not a table: models of this family have none"
                        : fmt::format("is not a table of this model; it has {}", fmt::join(tables(), ", ")));
  });
}

Picture Simulation::picture(const std::vector<std::string>& settings) {
  return with_public_errors([&] {
    const io::Image image =
        morula::picture(*parts_->model, parts_->frames_with(settings), parts_->backend.threads.get());
    Picture picture{image.width, image.height, {}};
    picture.rgb.reserve(image.pixels.size() * 3);
    for (const io::Colour& colour : image.pixels)
      picture.rgb.insert(picture.rgb.end(), {colour.red, colour.green, colour.blue});
    return picture;
  });
}

std::string Simulation::legend(const std::vector<std::string>& settings) {
  return with_public_errors([&] { return frame_legend(*parts_->model, parts_->frames_with(settings)); });
}

// A change that the state does not allow throws another error than a wrong text. To the caller, both are
// errors in the input.
void Simulation::change(const std::string& text) {
  with_public_errors([&] {
    try {
      parts_->changing().change({text, "change", std::filesystem::current_path()});
    } catch (const Error& error) {
      throw SpecError({}, "", error.what());
    }
  });
}

std::vector<std::string> Simulation::changes() const {
  return change_lines(parts_->changing().spec().changes);
}

std::string Simulation::save(const std::filesystem::path& folder, bool replace) {
  return with_public_errors([&] {
    RunRequest request{parts_->source.file, parts_->source.overrides, folder,
                       replace ? IfExists::Replace : IfExists::Refuse};
    // If the model was stepped beyond its end, model.yaml gets more steps, so that a run of it reaches this
    // state.
    if (const auto end = steps(); end && time() > *end)
      request.overrides.push_back("steps=" + std::to_string(time()));
    return to_json(save_run(request, parts_->source.folder, parts_->changing().spec(), *parts_->model,
                            parts_->backend, parts_->seconds));
  });
}

}  // namespace morula
