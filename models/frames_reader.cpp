#include "models/frames_reader.h"

#include <fmt/format.h>

#include "core/stream.h"
#include "io/palette.h"

namespace morula {
namespace {

Index depth_along(Axis axis, const Extent& extent) {
  return axis == Axis::X ? extent.x : axis == Axis::Y ? extent.y : extent.z;
}

void check_view(io::Section& section, const FramesSpec& frames, const Lattice& lattice) {
  if (lattice.dimensions == 2)
    for (const char* key : {"view", "axis", "at"})
      if (section.has(key)) return section.problem(key, "is for lattices of three dimensions; remove it");
  if (frames.at && frames.view != FrameView::Slice)
    section.problem("at", "says where a slice is; add view: slice");
  if (const Index depth = depth_along(frames.axis, lattice.global);
      lattice.dimensions == 3 && frames.at && *frames.at >= depth)
    section.problem("at", fmt::format("is {}; must be between 0 and {}", *frames.at, depth - 1));
}

void read_view(io::Section& section, FramesSpec& frames) {
  if (section.choice("view", {"slice", "projection"}) == "slice") frames.view = FrameView::Slice;
  const std::string axis = section.choice("axis", {"x", "y", "z"}).value_or("z");
  frames.axis = axis == "x" ? Axis::X : axis == "y" ? Axis::Y : Axis::Z;
  frames.at = section.whole("at", 0, largest_where);
}

void read_colours(io::Section& frames_section, const std::optional<Pictured>& pictured, FramesSpec& frames) {
  auto section = frames_section.section("colours");
  if (!section) return;
  const io::Value& listed = *frames_section.value("colours");
  for (const io::Entry& entry : listed.entries) {
    section->allow(entry.key);
    const auto state = io::parse_whole(entry.key);
    const auto colour = io::parse_colour(entry.value.text);
    if (!state || (pictured && *state >= pictured->values))
      section->problems().add(entry.key_place, section->path_of(entry.key),
                              pictured ? fmt::format("must be a state between 0 and {}", pictured->values - 1)
                                       : "must be the number of a state");
    if (!colour)  // YAML takes what is not in quotes for a comment, and no value has no place
      section->problems().add(
          entry.value.kind == io::Value::Kind::Null ? entry.key_place : entry.value.place(),
          section->path_of(entry.key),
          fmt::format("is {}; must be a colour in quotes, as in \"#ffcc00\"", describe(entry.value)));
    if (state && colour) frames.colours[static_cast<unsigned>(*state)] = *colour;
  }
  section->finish();
}

void check_activation(io::Section& section, const FramesSpec& frames,
                      const std::optional<Pictured>& pictured) {
  if (frames.of != FrameOf::Activation) return;
  if (pictured && !pictured->keeps_activation)
    section.problem("of",
                    "is 'activation', which this model does not keep; it is for tissue with "
                    "activation_map: true");
  if (section.has("colours"))
    section.problem("colours", "are those of states, and this shows activation times; choose a palette");
}

}  // namespace

std::optional<FramesSpec> read_frames(io::Section& output, const Spec& spec) {
  auto section = output.section("frames");
  if (!section) return std::nullopt;
  FramesSpec frames;
  frames.every = section->whole("every", 1, largest_when, io::Presence::Required).value_or(1);
  if (section->choice("of", {"state", "activation"}) == "activation") frames.of = FrameOf::Activation;
  frames.palette = section->choice("palette", io::palette_names());
  read_colours(*section, spec.pictured, frames);
  frames.scale = static_cast<unsigned>(section->whole("scale", 1, 64).value_or(1));
  read_view(*section, frames);
  if (spec.lattice) check_view(*section, frames, *spec.lattice);
  check_activation(*section, frames, spec.pictured);
  section->finish();
  return frames;
}

}  // namespace morula
