#include "serve/preview.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <memory>
#include <vector>

#include "models/catalogue.h"
#include "plot/svg.h"
#include "runner/run.h"
#include "runner/series_plot.h"
#include "serve/curve_rows.h"
#include "serve/window.h"

namespace morula::serve {
namespace {

constexpr unsigned preview_width = 240, preview_height = 150;
constexpr Index most_preview_sites = Index{1} << 20;
constexpr std::chrono::milliseconds preview_time{400};

// Steps the model for a short time. Calls `observed` after each batch; `next_batch` gives the size of the
// next batch.
void step_for_a_while(Model& model, const Spec& spec, const std::atomic<bool>& is_over,
                      const std::function<std::uint64_t(std::uint64_t batch)>& next_batch,
                      const std::function<void()>& observed) {
  const auto end = std::chrono::steady_clock::now() + preview_time;
  for (std::uint64_t batch = 1; std::chrono::steady_clock::now() < end && !is_over;
       batch = next_batch(batch)) {
    const std::uint64_t remaining = spec.steps ? *spec.steps - std::min(*spec.steps, model.time()) : batch;
    const std::uint64_t steps = std::min(batch, remaining);
    if (steps == 0 || model.step(steps) < steps) return;
    observed();
  }
}

// The model, with a smaller lattice if it has too many sites for a preview.
Spec spec_of_preview(const std::filesystem::path& file) {
  const ModelFile model = load_model_file(file);
  Spec spec = read_model(model, {});
  if (!spec.lattice || spec.lattice->global.sites() <= most_preview_sites) return spec;
  const Extent& extent = spec.lattice->global;
  const unsigned dimensions = spec.lattice->dimensions;
  const double smaller = std::pow(
      static_cast<double>(most_preview_sites) / static_cast<double>(extent.sites()), 1.0 / dimensions);
  std::vector<Index> size;
  for (const Index side : {extent.x, extent.y, extent.z})
    if (size.size() < dimensions)
      size.push_back(static_cast<Index>(static_cast<double>(side) * smaller) / 8 * 8);
  return read_model(model, {fmt::format("lattice.size=[{}]", fmt::join(size, ","))});
}

Preview picture_of(Model& model, const Spec& spec, ThreadPool& threads) {
  Look look;
  look.width = preview_width;
  look.height = preview_height;
  look.zoom.factor = 0.85;  // leaves room for the numbers at the axes, which are large in a small picture
  const FramesSpec usual = spec.output.frames.value_or(FramesSpec{});
  look.of = usual.of;
  DeviceEyes eyes;
  const FramesSpec frames = frames_for(look, usual, spec.views);
  return {"image/png", glimpse(model, look, frames, eyes, threads)->png(threads)};
}

Preview curves_of(Model& model, const Spec& spec, const std::atomic<bool>& is_over) {
  CurveRows rows;
  rows.begin(columns_of_rows(model, spec), "", 0);
  const auto observed = [&] { rows.add(model.time(), spec.steps_per_time, observe(model)); };
  observed();
  step_for_a_while(
      model, spec, is_over, [](std::uint64_t batch) { return batch; }, observed);
  auto figure = series_figure(io::CsvTable(rows.text(), "series"), series_plot_of(spec));
  if (!figure || figure->panels.empty()) return {};
  figure->panels.resize(1);
  figure->width = 2 * preview_width;
  figure->panel_height = preview_height;
  return {"image/svg+xml", plot::svg(*figure)};
}

}  // namespace

Preview preview_of(const std::filesystem::path& file, const std::atomic<bool>& is_over) {
  const Spec spec = spec_of_preview(file);
  if (spec.initial_run) return {};
  const Backend backend = open_backend({"cpu", {}, 1u});
  const auto model = make_model(spec, backend);
  if (spec.views.empty()) return curves_of(*model, spec, is_over);
  step_for_a_while(
      *model, spec, is_over, [](std::uint64_t batch) { return 2 * batch; }, [] {});
  return is_over ? Preview{} : picture_of(*model, spec, *backend.threads);
}

}  // namespace morula::serve
