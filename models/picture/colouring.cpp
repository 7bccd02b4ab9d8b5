#include "models/picture/colouring.h"

#include <algorithm>
#include <cassert>

#include "io/palette.h"

namespace morula {
namespace {

constexpr const char* usual_palette = "viridis";

// Brightens dark colours: a projection shades by darkening, which would not be visible on black.
void lighten_for_shading(std::vector<io::Colour>& colours) {
  constexpr io::Colour light{232, 232, 232};
  for (std::size_t i = 1; i < colours.size(); ++i) colours[i] = io::between(colours[i], light, 9, 10);
}

std::vector<io::Colour> colours_of(const View& view, const FramesSpec& frames) {
  if (!frames.palette && !view.colours.empty()) return view.colours;
  const std::string palette = frames.palette.value_or(usual_palette);
  std::vector<io::Colour> colours =
      view.graded ? io::graded(palette, view.classes - 1) : io::palette(palette, view.classes);
  const bool shaded = view.field.dimensions == 3 && frames.view == FrameView::Projection;
  if (palette == "grey" && shaded) lighten_for_shading(colours);
  return colours;
}

}  // namespace

const View& view_named(const std::vector<View>& views, const std::string& name) {
  const auto found = name.empty() ? views.begin() : std::ranges::find(views, name, &View::name);
  assert(found != views.end());  // wrong names were refused when the model file was read
  return *found;
}

std::vector<io::Colour> class_colours(const View& view, const FramesSpec& frames) {
  std::vector<io::Colour> colours = colours_of(view, frames);
  for (const auto& [state, colour] : frames.colours)
    if (state < colours.size()) colours[state] = colour;
  return colours;
}

Colouring::Colouring(Model& model, const FramesSpec& frames)
    : view_(view_named(model.views(), frames.of)),
      class_of_(model.classes(view_)),
      colours_(class_colours(view_, frames)),
      band_(frames.contours.value_or(0)) {
  view_.borders = view_.borders || band_ > 0;
}

// If there are more classes than colours, colours are reused, except that of the background.
io::Colour Colouring::of(std::uint32_t class_) const {
  return colours_[class_ < colours_.size() ? class_ : 1 + (class_ - 1) % (colours_.size() - 1)];
}

bool Colouring::is_transparent(std::uint32_t class_) const {
  return class_ == 0 || (class_ < view_.transparent.size() && view_.transparent[class_]);
}

}  // namespace morula
