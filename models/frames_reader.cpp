#include "models/frames_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/nearest.h"
#include "core/stream.h"
#include "io/palette.h"
#include "models/volume_frames_reader.h"

namespace morula {
namespace {

constexpr Index largest_scale = 64;

Index depth_along(Axis axis, const Extent& extent) {
  return axis == Axis::X ? extent.x : axis == Axis::Y ? extent.y : extent.z;
}

// Keys that only some views have.
void check_keys_of_views(io::Section& section, const FramesSpec& frames) {
  if (frames.view == FrameView::Volume) {
    for (const char* key : {"axis", "scale"})
      if (section.has(key))
        section.problem(key, "is for slices and projections; a volume has a camera and a size in pixels");
    return;
  }
  for (const std::string& key : volume_keys())
    if (section.has(key)) section.problem(key, "is for volumes; add view: volume");
}

void check_view(io::Section& section, const FramesSpec& frames, const Lattice& lattice) {
  if (lattice.dimensions == 2) {
    std::vector<std::string> keys = {"view", "axis", "at"};
    keys.insert(keys.end(), volume_keys().begin(), volume_keys().end());
    for (const std::string& key : keys)
      if (section.has(key)) return section.problem(key, "is for lattices of three dimensions; remove it");
    return;
  }
  check_keys_of_views(section, frames);
  if (frames.at && frames.view != FrameView::Slice)
    section.problem("at", "says where a slice is; add view: slice");
  if (const Index depth = depth_along(frames.axis, lattice.global); frames.at && *frames.at >= depth)
    section.problem("at", fmt::format("is {}; must be between 0 and {}", *frames.at, depth - 1));
}

// The default for a solid is the view `volume`, unless a key is present that only other views have.
bool is_volume_by_default(io::Section& section, const std::optional<Lattice>& lattice) {
  return lattice && lattice->dimensions == 3 && !section.has("axis") && !section.has("scale");
}

void read_view(io::Section& section, const std::optional<Lattice>& lattice, FramesSpec& frames) {
  const std::string view = section.choice("view", {"volume", "slice", "projection"})
                               .value_or(is_volume_by_default(section, lattice) ? "volume" : "projection");
  if (view == "slice") frames.view = FrameView::Slice;
  if (view == "volume") frames.view = FrameView::Volume;
  const std::string axis = section.choice("axis", {"x", "y", "z"}).value_or("z");
  frames.axis = axis == "x" ? Axis::X : axis == "y" ? Axis::Y : Axis::Z;
  frames.at = section.whole("at", 0, largest_where);
}

// The view that frames show: the first one unless another is named. Null if the model could not be read.
const View* read_of(io::Section& section, const std::vector<View>& views) {
  std::vector<std::string> names;
  for (const View& view : views) names.push_back(view.name);
  if (views.empty()) {
    section.allow("of");
    return nullptr;
  }
  const std::string name = section.choice("of", names).value_or(names.front());
  const View& view = *std::ranges::find(views, name, &View::name);
  if (!view.unavailable.empty()) section.problem("of", fmt::format("is '{}', {}", name, view.unavailable));
  return &view;
}

// The state with this number, or the states with this name.
std::vector<unsigned> states_called(const std::string& key, const View* view) {
  std::vector<unsigned> states;
  if (const auto number = io::parse_whole(key)) {
    if (!view || *number < view->classes) states.push_back(static_cast<unsigned>(*number));
  } else if (view) {
    for (unsigned state = 0; state < view->classes && state < view->names.size(); ++state)
      if (view->names[state] == key) states.push_back(state);
  }
  return states;
}

std::string must_be_a_state(const std::string& key, const View& view) {
  const std::string numbers = fmt::format("must be a state between 0 and {}", view.classes - 1);
  if (io::parse_whole(key) || view.names.empty()) return numbers;
  const auto near = nearest(key, view.names);
  return numbers + ", or the name of one" + (near ? fmt::format("; did you mean '{}'?", *near) : "");
}

void read_colours(io::Section& frames_section, const View* view, FramesSpec& frames) {
  auto section = frames_section.section("colours");
  if (!section) return;
  if (view && view->graded)
    frames_section.problem(
        "colours", fmt::format("are those of states, and '{}' is graded; choose a palette", view->name));
  const io::Value& listed = *frames_section.value("colours");
  for (const io::Entry& entry : listed.entries) {
    section->allow(entry.key);
    const std::vector<unsigned> states = states_called(entry.key, view);
    const auto colour = io::parse_colour(entry.value.text);
    if (states.empty() && view)  // without a view the model is wrong, so the names of its states are unknown
      section->problems().add(entry.key_place, section->path_of(entry.key),
                              must_be_a_state(entry.key, *view));
    // YAML takes a colour without quotes for a comment, so the value is missing and has no place.
    if (!colour)
      section->problems().add(
          entry.value.kind == io::Value::Kind::Null ? entry.key_place : entry.value.place(),
          section->path_of(entry.key),
          fmt::format("is {}; {}", describe(entry.value), io::describe_colours()));
    if (!colour) continue;
    for (const unsigned state : states)
      if (!frames.colours.try_emplace(state, *colour).second)
        section->problems().add(
            entry.key_place, section->path_of(entry.key),
            "is a state that has a colour already, by its number or by its name; remove one");
  }
  section->finish();
}

// Chosen so that a small lattice is about 512 pixels wide.
unsigned usual_scale(const FramesSpec& frames, const std::optional<Lattice>& lattice) {
  constexpr Index wanted = 512;
  if (!lattice) return 1;
  const Extent& extent = lattice->global;
  Index side = std::max(extent.x, extent.y);
  if (frames.axis == Axis::X) side = std::max(extent.y, extent.z);
  if (frames.axis == Axis::Y) side = std::max(extent.x, extent.z);
  return static_cast<unsigned>(std::clamp<Index>((wanted + side / 2) / side, 1, largest_scale));
}

}  // namespace

std::optional<FramesSpec> read_frames(io::Section& output, const Spec& spec) {
  auto section = output.section("frames");
  if (!section) return std::nullopt;
  FramesSpec frames;
  frames.every = section->whole("every", 1, largest_when, io::Presence::Required).value_or(1);
  const View* const view = read_of(*section, spec.views);
  if (view) frames.of = view->name;
  frames.palette = section->choice("palette", io::palette_names());
  read_colours(*section, view, frames);
  read_view(*section, spec.lattice, frames);
  frames.scale = static_cast<unsigned>(
      section->whole("scale", 1, largest_scale).value_or(usual_scale(frames, spec.lattice)));
  for (const std::string& key : volume_keys()) section->allow(key);
  frames.scale_bar = read_scale_bar(*section, spec.lattice);
  frames.contours = section->whole("contours", 1, largest_when);
  if (frames.contours && view && !view->counts)
    section->problem("contours", fmt::format("are curves of equal numbers, and '{}' shows none; they are for "
                                             "of: activation",
                                             view->name));
  if (frames.contours && section->has("opacity"))
    section->problem("contours", "are drawn on surfaces, and opacity makes a cloud; leave out one of them");
  if (spec.lattice) check_view(*section, frames, *spec.lattice);
  if (spec.lattice && spec.lattice->dimensions == 3 && frames.view == FrameView::Volume)
    frames.volume = read_volume_frames(*section, view, *spec.lattice);
  section->finish();
  return frames;
}

}  // namespace morula
