#include "runner/saved_picture.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/elementary.h"
#include "io/document.h"
#include "io/section.h"
#include "models/catalogue.h"
#include "models/observer.h"
#include "models/picture/camera.h"
#include "runner/changes_file.h"
#include "runner/checkpoint.h"
#include "runner/run.h"
#include "runner/run_files.h"
#include "runner/run_source.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

// True for the keys of `frames` that have a meaning in every view.
bool is_of_every_view(const std::string& key) {
  return key == "every" || key == "of" || key == "palette" || key == "colours" || key == "scale_bar";
}

bool is_volume(const io::Value& frames) {
  if (const io::Value* view = frames.find("view")) return view->text == "volume";
  return !frames.find("axis") && !frames.find("scale");
}

// The model file with its own settings of `frames`, or with default ones if it has none. With a camera, the
// view becomes `volume`, and keys of slices and projections are removed.
io::Document with_frames(io::Document document, const SavedPicture& choice) {
  const io::Value* output = document.root.find("output");
  const io::Value* frames = output ? output->find("frames") : nullptr;
  io::Value chosen = frames ? *frames : io::Value{};
  chosen.kind = io::Value::Kind::Map;
  if (choice.camera && !is_volume(chosen)) {
    std::erase_if(chosen.entries, [](const io::Entry& entry) { return !is_of_every_view(entry.key); });
    io::set_value(document, "output.frames", chosen, {"model.yaml"});
    io::apply_override(document, "output.frames.view=volume");
  } else {
    io::set_value(document, "output.frames", chosen, {"model.yaml"});
  }
  if (choice.camera) io::apply_override(document, "output.frames.camera.from=[" + *choice.camera + "]");
  for (const std::string& assignment : choice.overrides) io::apply_override(document, assignment);
  io::apply_override(document, "output.frames.every=1");
  return document;
}

Spec read_with_frames(const ModelSource& source, const SavedPicture& choice) {
  io::Document document = io::parse_document(source.file.text, source.file.path.string());
  add_changes_beside(source.file.path, document);
  for (const std::string& assignment : source.overrides) io::apply_override(document, assignment);
  return read_spec(with_frames(std::move(document), choice),
                   InputFolder(source.folder, source.copies, source.deferred));
}

std::string described_steps(const std::vector<std::uint64_t>& steps) {
  constexpr std::size_t most_listed = 8;
  if (steps.empty()) return "its checkpoint is its only state; save more with output.state: {every: …}";
  const std::size_t shown = std::min(steps.size(), most_listed);
  const std::vector<std::uint64_t> last(steps.end() - static_cast<std::ptrdiff_t>(shown), steps.end());
  return fmt::format("it has {}{}", shown < steps.size() ? "…, " : "", fmt::join(last, ", "));
}

fs::path state_file(const SavedPicture& choice) {
  if (choice.step)
    if (const fs::path file = choice.run / "state" / numbered(*choice.step, ".h5"); fs::exists(file))
      return file;
  if (const fs::path file = checkpoint_in(choice.run); fs::exists(file)) return file;
  if (const auto steps = state_steps(choice.run); !choice.step && !steps.empty())
    return choice.run / "state" / numbered(steps.back(), ".h5");
  throw SpecError({choice.run.string()}, "",
                  choice.step ? fmt::format("has no state of step {}; {}", *choice.step,
                                            described_steps(state_steps(choice.run)))
                              : "has no saved state; run the model with checkpoint: {every: …}");
}

}  // namespace

std::vector<std::uint64_t> state_steps(const fs::path& run) {
  std::vector<std::uint64_t> steps;
  std::error_code missing;
  for (const auto& entry : fs::directory_iterator(run / "state", missing)) {
    const auto step = io::parse_whole(entry.path().stem().string());
    if (step && entry.path().filename() == numbered(*step, ".h5")) steps.push_back(*step);
  }
  std::ranges::sort(steps);
  return steps;
}

FramesSpec frames_of(const ModelSource& source, const std::vector<std::string>& overrides) {
  return *read_with_frames(source, {{}, {}, {}, overrides}).output.frames;
}

SavedModel load_saved(const SavedPicture& choice, const Backend& backend, const ModelMaker& maker) {
  SavedModel saved;
  saved.spec = read_with_frames(source_of_run(choice.run), choice);
  saved.frames = *saved.spec.output.frames;
  maker.check_fits(saved.spec, backend);
  saved.model = maker.make(saved.spec, backend, Start::Blank);
  load_state(*saved.model, state_file(choice), backend.threads.get(), backend.device.get());
  if (choice.step && saved.model->time() != *choice.step)
    throw SpecError({choice.run.string()}, "",
                    fmt::format("has no state of step {}; its checkpoint is of step {}, and {}", *choice.step,
                                saved.model->time(), described_steps(state_steps(choice.run))));
  return saved;
}

// Rodrigues' rotation around `up`.
CameraSpec turned(const CameraSpec& camera, double degrees) {
  constexpr double pi = 3.14159265358979323846;
  const double angle = degrees * pi / 180, along = cosine(angle), aside = sine(angle);
  const Vector axis = normalised(camera.up), side = cross(axis, camera.from);
  const double height = dot(axis, camera.from) * (1 - along);
  CameraSpec moved = camera;
  for (std::size_t i = 0; i < 3; ++i)
    moved.from[i] = camera.from[i] * along + side[i] * aside + axis[i] * height;
  moved.turns = true;
  return moved;
}

}  // namespace morula
