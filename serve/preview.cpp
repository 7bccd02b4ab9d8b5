#include "serve/preview.h"

#include <algorithm>
#include <chrono>
#include <memory>

#include "models/catalogue.h"
#include "runner/run.h"
#include "serve/window.h"

namespace morula::serve {
namespace {

constexpr unsigned preview_width = 240, preview_height = 150;
constexpr Index most_preview_sites = Index{1} << 20;
constexpr std::chrono::milliseconds preview_time{400};

void step_for_a_while(Model& model, const Spec& spec, const std::atomic<bool>& is_over) {
  const auto end = std::chrono::steady_clock::now() + preview_time;
  for (std::uint64_t batch = 1; std::chrono::steady_clock::now() < end && !is_over; batch *= 2) {
    const std::uint64_t remaining = spec.steps ? *spec.steps - std::min(*spec.steps, model.time()) : batch;
    const std::uint64_t wanted = std::min(batch, remaining);
    if (wanted == 0 || model.step(wanted) < wanted) return;
  }
}

}  // namespace

std::string preview_of(const std::filesystem::path& file, const std::atomic<bool>& is_over) {
  const Spec spec = read_model(load_model_file(file), {});
  if (!spec.lattice || spec.views.empty() || spec.initial_run ||
      spec.lattice->global.sites() > most_preview_sites)
    return "";
  const Backend backend = open_backend({"cpu", {}, 1u});
  const auto model = make_model(spec, backend);
  step_for_a_while(*model, spec, is_over);
  if (is_over) return "";
  Look look;
  look.width = preview_width;
  look.height = preview_height;
  look.zoom.factor = 0.85;  // room for the numbers at the axes, which are large in a small picture
  const FramesSpec usual = spec.output.frames.value_or(FramesSpec{});
  look.of = usual.of;
  DeviceEyes eyes;
  const FramesSpec frames = frames_for(look, usual, spec.views);
  return glimpse(*model, look, frames, eyes, *backend.threads)->png(*backend.threads);
}

}  // namespace morula::serve
