#include "serve/differing_sites.h"

#include <algorithm>
#include <cmath>

#include "models/picture/solid_sites.h"
#include "models/visit_sites.h"

namespace morula::serve {
namespace {

// Class 0 is transparent in a volume, as in every view.
constexpr unsigned pale_greys = 64, differing_class = pale_greys + 1;
constexpr io::Colour differing_colour{213, 94, 0};

// The pale colour in which a site that does not differ stays visible.
unsigned pale_grey_of(io::Colour colour) {
  const unsigned grey = (colour.red * 2u + colour.green * 5u + colour.blue) / 8;
  return grey * pale_greys / 256;
}

io::Colour colour_of_grey(unsigned pale_grey) {
  const auto level = static_cast<std::uint8_t>(170 + pale_grey);
  return {level, level, level};
}

}  // namespace

DifferingSites::DifferingSites(Model& watched, Model& compared, const FramesSpec& frames)
    : watched_(watched),
      compared_(compared),
      colouring_(watched, frames),
      of_watched_(watched, colouring_.view()),
      of_compared_(compared, colouring_.view()) {
  const Field& shown = colouring_.field();
  view_ = {.name = "where they differ",
           .field = {"differing sites", ValueType::U8, shown.extent, shown.dimensions},
           .classes = differing_class + 1};
  set_colours(frames);
  const auto limits = common_limits(watched, compared, colouring_.view());
  if (limits) level_ = (limits->highest - limits->lowest) / std::max(1.0, colouring_.view().classes - 2.0);
}

std::optional<LevelLimits> DifferingSites::common_limits(Model& watched, Model& compared, const View& view) {
  if (!view.graded) return std::nullopt;
  const auto of_watched = watched.level_limits(view), of_compared = compared.level_limits(view);
  if (!of_watched || !of_compared) return std::nullopt;
  return LevelLimits{std::min(of_watched->lowest, of_compared->lowest),
                     std::max(of_watched->highest, of_compared->highest)};
}

bool DifferingSites::differ(std::uint64_t of_watched, std::uint64_t of_compared) const {
  if (!colouring_.view().graded) return of_watched_.key(of_watched) != of_compared_.key(of_compared);
  const auto first = of_watched_.number(of_watched), second = of_compared_.number(of_compared);
  if (!first || !second) return first.has_value() != second.has_value();
  const double apart = std::abs(*first - *second);
  return apart > 0 && apart >= level_;
}

void DifferingSites::set_colours(const FramesSpec& frames) {
  view_.colours.push_back(colouring_.of(0));
  for (unsigned grey = 0; grey < pale_greys; ++grey) view_.colours.push_back(colour_of_grey(grey));
  view_.colours.push_back(differing_colour);
  const bool is_solid = view_.field.dimensions == 3;
  for (unsigned class_ = 0; class_ < colouring_.colours(); ++class_) {
    const auto opacity = frames.volume.opacities.find(class_);
    const bool is_hidden =
        opacity != frames.volume.opacities.end() ? opacity->second == 0 : colouring_.is_transparent(class_);
    class_of_equal_.push_back(
        static_cast<std::byte>(is_solid && is_hidden ? 0 : 1 + pale_grey_of(colouring_.of(class_))));
  }
}

void DifferingSites::read(const Field&, Slab slab, std::span<std::byte> classes) {
  // Number of sites whose values are in memory for both models.
  constexpr std::uint64_t sites_at_once = std::uint64_t{1} << 22;
  const Extent& extent = view_.field.extent;
  const Index layer = view_.field.dimensions == 3 ? extent.x * extent.y : extent.x;
  if (slab.first % layer != 0 || slab.count % layer != 0) return read_part(slab, classes);
  for (const Slab& part : slabs_of_layers(view_.field, slab.first / layer, slab.count / layer, sites_at_once))
    read_part(part, classes.subspan(part.first - slab.first, part.count));
}

void DifferingSites::read_part(Slab slab, std::span<std::byte> classes) {
  const Field &painted = colouring_.field(), &field = of_watched_.field();
  const std::uint64_t size = size_of(field.type), painted_size = size_of(painted.type);
  watched_values_.resize(slab.count * size);
  compared_values_.resize(slab.count * size);
  painted_values_.resize(slab.count * painted_size);
  watched_.read(field, slab, watched_values_);
  compared_.read(field, slab, compared_values_);
  watched_.read(painted, slab, painted_values_);
  for (Index i = 0; i < slab.count; ++i) {
    const bool differs = differ(value_at(watched_values_, i, size), value_at(compared_values_, i, size));
    const std::uint32_t class_ = colouring_.class_of(value_at(painted_values_, i, painted_size));
    classes[i] =
        differs ? std::byte{differing_class} : class_of_equal_[painted_class(class_, colouring_.colours())];
  }
}

std::uint64_t DifferingSites::count() {
  std::uint64_t differing = 0;
  std::vector<std::byte> classes;
  for (const Slab& slab : slabs_of(view_.field)) {
    classes.resize(slab.count);
    read(view_.field, slab, classes);
    differing += static_cast<std::uint64_t>(std::ranges::count(classes, std::byte{differing_class}));
  }
  return differing;
}

}  // namespace morula::serve
