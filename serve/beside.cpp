#include "serve/beside.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "runner/checkpoint.h"
#include "serve/differing_sites.h"

namespace morula::serve {
namespace {

class PanesSideBySide final : public Glimpse {
 public:
  using Panes = std::array<std::unique_ptr<Glimpse>, 3>;
  explicit PanesSideBySide(Panes panes) : panes_(std::move(panes)) {}

  io::Image paint(ThreadPool& threads) override {
    io::Image whole;
    for (std::size_t number = 0; number < panes_.size(); ++number) {
      const io::Image pane = panes_[number]->paint(threads);
      if (number == 0) whole = io::Image(pane.width * static_cast<unsigned>(panes_.size()), pane.height);
      for (std::size_t y = 0; y < pane.height; ++y)
        std::copy_n(&pane.pixels[y * pane.width], pane.width,
                    &whole.pixels[y * whole.width + number * pane.width]);
    }
    return whole;
  }

 private:
  Panes panes_;
};

std::unique_ptr<Glimpse> differing_pane(Model& watched, Model& compared, Look look, const FramesSpec& frames,
                                        DeviceEyes& eyes, ThreadPool& threads) {
  DifferingSites differing(watched, compared, frames);
  look.of.clear();       // there is only one view
  look.palette.clear();  // the colours of this view have a meaning
  FramesSpec plain = frames_for(look, FramesSpec{}, differing.views());
  plain.volume.cut = frames.volume.cut;
  return glimpse(differing, look, plain, eyes, threads);
}

}  // namespace

Beside::Beside(ChangingModel& model, const std::string& change, const std::filesystem::path& folder,
               const Backend& backend)
    : change_(change), model_(make_changing_model(model.spec(), backend, Start::Blank)) {
  const std::filesystem::path copy = folder / "beside.h5";
  save_state(model, copy, backend.threads.get());
  load_state(*model_, copy, backend.threads.get(), backend.device.get());
  std::filesystem::remove(copy);
  model_->change({change, "change", folder});
}

void Beside::follow(std::uint64_t time) {
  if (time > model_->time()) model_->step(time - model_->time());
}

std::unique_ptr<Glimpse> Beside::three_panes(Model& watched, DeviceEyes& eyes, const Look& look,
                                             const FramesSpec& frames, ThreadPool& threads) {
  const View view = view_named(watched.views(), frames.of);
  const auto scale = common_limits(watched, view);
  const auto scaled = [&](Model& model) {
    return scale ? on_scale(frames, view, *model.level_limits(view), *scale) : frames;
  };
  auto first = glimpse(watched, look, scaled(watched), eyes, threads);
  auto second = glimpse(*model_, look, scaled(*model_), eyes_, threads);
  auto third = differing_pane(watched, *model_, look, frames, differing_eyes_, threads);
  return std::make_unique<PanesSideBySide>(
      PanesSideBySide::Panes{std::move(first), std::move(second), std::move(third)});
}

std::optional<LevelLimits> Beside::common_limits(Model& watched, const View& view) {
  return DifferingSites::common_limits(watched, *model_, view);
}

std::uint64_t Beside::count_differing(Model& watched, const FramesSpec& frames) {
  return DifferingSites(watched, *model_, frames).count();
}

FramesSpec on_scale(const FramesSpec& frames, const View& view, const LevelLimits& view_limits,
                    const LevelLimits& scale) {
  const std::vector<io::Colour> colours = class_colours(view, frames);
  FramesSpec scaled = frames;
  const double span = scale.highest - scale.lowest, last = static_cast<double>(colours.size()) - 2;
  if (span <= 0 || last <= 0) return scaled;
  for (unsigned class_ = 1; class_ < colours.size(); ++class_) {
    const double number =
        view_limits.lowest + (class_ - 1) / last * (view_limits.highest - view_limits.lowest);
    const double part = std::clamp((number - scale.lowest) / span, 0.0, 1.0);
    scaled.colours[class_] = colours[1 + static_cast<std::size_t>(std::lround(part * last))];
  }
  return scaled;
}

}  // namespace morula::serve
