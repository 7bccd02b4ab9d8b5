#include "runner/colouring.h"

#include <algorithm>
#include <limits>

#include "core/error.h"
#include "io/palette.h"
#include "runner/visit_sites.h"

namespace morula {
namespace {

constexpr unsigned levels = 255;  // of activation times
constexpr const char* usual_palette = "viridis";

Field activation_of(const Model& model) {
  for (const Field& field : model.fields())
    if (field.name == "activation") return field;
  throw Error("this model keeps no activation times to show");
}

}  // namespace

Colouring::Colouring(Model& model, const FramesSpec& frames) {
  if (frames.of == FrameOf::Activation)
    show_activation(model, frames);
  else
    show_states(model.shown(), frames);
}

void Colouring::show_states(const Shown& shown, const FramesSpec& frames) {
  field_ = shown.field;
  unseen_ = shown.unseen;
  const bool own = !frames.palette && !shown.colours.empty();
  colours_ = own ? shown.colours : io::palette(frames.palette.value_or(usual_palette), shown.values);
  for (const auto& [state, colour] : frames.colours)
    if (state < colours_.size()) colours_[state] = colour;
}

void Colouring::show_activation(Model& model, const FramesSpec& frames) {
  field_ = activation_of(model);
  colours_ = io::graded(frames.palette.value_or(usual_palette), levels);
  times_ = {std::numeric_limits<std::uint64_t>::max(), 0};
  visit_all(model, field_, [&](const Site&, std::uint64_t onset) {
    if (onset == 0) return;  // never
    times_->earliest = std::min(times_->earliest, onset);
    times_->latest = std::max(times_->latest, onset);
  });
}

std::uint64_t Colouring::level_of(std::uint64_t onset) const {
  const std::uint64_t span = std::max<std::uint64_t>(times_->latest - times_->earliest, 1);
  return onset == 0 ? 0 : 1 + (onset - times_->earliest) * (levels - 1) / span;
}

io::Colour Colouring::of(std::uint64_t value) const {
  if (times_) return colours_[level_of(value)];
  return colours_[value < colours_.size() ? value : 1 + (value - 1) % (colours_.size() - 1)];
}

bool Colouring::is_unseen(std::uint64_t value) const {
  return value == 0 || (value < unseen_.size() && unseen_[value]);
}

}  // namespace morula
