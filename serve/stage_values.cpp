// The value under the pointer, the legend, and the comparison with another setting.
#include <utility>

#include "io/json.h"
#include "models/picture/volume_pick.h"
#include "runner/frame_legend.h"
#include "serve/settings.h"
#include "serve/stage.h"

namespace morula::serve {

using io::Json;

namespace {

// The site of a plane or slice below a point of the window; nothing outside the lattice.
std::optional<Site> site_of_plane(const Look& look, const View& view, double x, double y) {
  const Placement place = placement_of(look, view.field);
  const double across = place.left + x / place.pixels_of_site, down = place.top + y / place.pixels_of_site;
  if (across < 0 || down < 0 || across >= static_cast<double>(place.across) ||
      down >= static_cast<double>(place.down))
    return std::nullopt;
  const auto i = static_cast<Index>(across), j = static_cast<Index>(down);
  if (view.field.dimensions < 3) return Site{i, j, 0};
  const Extent& extent = view.field.extent;
  if (look.axis == Axis::X) return Site{look.at.value_or(extent.x / 2), i, j};
  if (look.axis == Axis::Y) return Site{i, look.at.value_or(extent.y / 2), j};
  return Site{i, j, look.at.value_or(extent.z / 2)};
}

}  // namespace

Json placement_json(const Look& look, const View& view) {
  if (view.field.dimensions == 3 && look.is_volume) return {};
  const Placement place = placement_of(look, view.field);
  return {{"left", place.left},
          {"top", place.top},
          {"scale", place.pixels_of_site},
          {"across", place.across},
          {"down", place.down}};
}

// Later changes act only on the model that is watched, not on the one beside it.
void Stage::set_beside(const std::string& change) {
  // If the change is refused, a comparison that is running stays.
  auto next = change.empty() ? nullptr : std::make_unique<Beside>(changing(), change, folder(), backend_);
  painter_->wait();
  beside_ = std::move(next);
  beside_ ? rows_.begin_beside() : rows_.end_beside();
  seen_ = {};
  differing_.clear();
  ++state_version_;
}

// The site under the pointer; in a volume, the first site that the ray meets, which is not computed while the
// model steps.
std::optional<Site> Stage::site_below(Model& shown, const Look& look, double x, double y) {
  const View& view = view_named(spec_.views, look.of);
  if (view.field.dimensions < 3 || !look.is_volume) return site_of_plane(look, view, x, y);
  if (x < 0 || y < 0 || x >= look.width || y >= look.height) return std::nullopt;
  const FramesSpec frames = frames_for(look, usual_frames_, spec_.views);
  const bool is_known =
      seen_.solid && seen_.state == state_version_ && seen_.model == &shown && seen_.view == frames.of;
  if (!is_known) {
    if (tempo_.is_playing()) return std::nullopt;
    const Colouring colouring(shown, frames);
    seen_.paints = class_paints(colouring, frames.volume);
    seen_.solid = std::make_unique<SolidSites>(
        shown, colouring, seen_.paints, shown_box(frames.volume, view.field.extent), *backend_.threads);
    seen_.state = state_version_;
    seen_.model = &shown;
    seen_.view = frames.of;
  }
  VolumeScene scene = scene_of(frames, view, look.zoom);
  describe_blocks(seen_.solid->box().extent, scene);
  return site_seen(scene, *seen_.solid, seen_.paints, static_cast<i64>(x), static_cast<i64>(y));
}

void Stage::answer_value(Model& model, ClientId client, const Message& message) {
  const auto look = look_of(client);
  if (!look) return;
  Model& shown = message.is_beside && beside_ ? beside_->model() : model;
  const auto site = has_state() ? site_below(shown, *look, message.x, message.y) : std::nullopt;
  Json answer =
      site ? described_site(shown, view_named(spec_.views, look->of), *site, message.picks) : Json::object();
  answer["is"] = message.picks ? "picked" : "value";
  answer["beside"] = &shown != &model;
  answer["step"] = last_time_;
  outbox_.tell(client, answer.dump());
}

// Tells the position of the object that a value of a field stands for, in the pane in which it was picked.
void Stage::answer_follow(Model& model, ClientId client, const Message& message) {
  Json answer = {{"is", "place"},          {"step", last_time_},          {"field", message.text},
                 {"value", message.value}, {"beside", message.is_beside}, {"place", nullptr},
                 {"rows", Json::array()}};
  if (has_state() && (!message.is_beside || beside_)) {
    Model& shown = message.is_beside ? beside_->model() : model;
    answer["place"] = described_place(shown, spec_, message.text, message.value);
    answer["rows"] = described_rows(shown, message.text, message.value);
  }
  outbox_.tell(client, answer.dump());
}

// Sends the legend of the window; it is empty for a picture that the run has written.
void Stage::answer_legend(Model& model, ClientId client) {
  const auto look = look_of(client);
  if (!look) return;
  std::string svg;
  if (has_state()) {
    const FramesSpec frames = frames_for(*look, usual_frames_, spec_.views);
    const View& view = view_named(spec_.views, frames.of);
    auto limits = view.graded ? model.level_limits(view) : std::nullopt;
    if (beside_ && look->has_panes)
      if (const auto common = beside_->common_limits(model, view)) limits = common;
    svg = frame_legend(model, frames, limits);
  }
  outbox_.tell(client, Json({{"is", "legend"}, {"svg", svg}}).dump());
}

}  // namespace morula::serve
