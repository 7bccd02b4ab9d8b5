#include "models/volume_frames_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "models/picture/camera.h"
#include "models/picture/canvas.h"

namespace morula {
namespace {

constexpr double largest_number = 1e9;

std::optional<bool> read_switch(io::Section& section, const char* key) {
  const auto chosen = section.choice(key, {"true", "false"});
  return chosen ? std::optional(*chosen == "true") : std::nullopt;
}

// `count` numbers between `least` and `most`.
std::optional<std::vector<double>> read_reals(io::Section& section, const char* key, std::size_t count,
                                              double least, double most, const char* example) {
  const io::Value* value = section.value(key);
  if (!value) return std::nullopt;
  std::vector<double> numbers;
  for (const io::Value& item : value->items)
    if (const auto number = io::parse_real(item.text); number && *number >= least && *number <= most)
      numbers.push_back(*number);
  if (value->kind == io::Value::Kind::List && value->items.size() == count && numbers.size() == count)
    return numbers;
  section.problem(key, fmt::format("must be a list of {} numbers between {} and {}, as in {}", count, least,
                                   most, example));
  return std::nullopt;
}

std::optional<std::array<double, 3>> read_direction(io::Section& section, const char* key) {
  const auto numbers = read_reals(section, key, 3, -largest_number, largest_number, "[1.2, -2, 1]");
  if (!numbers) return std::nullopt;
  return std::array{(*numbers)[0], (*numbers)[1], (*numbers)[2]};
}

CameraSpec read_camera(io::Section& frames, const Lattice& lattice) {
  CameraSpec camera;
  auto section = frames.section("camera");
  if (!section) return camera;
  const std::size_t before = frames.problems().count();
  if (const auto from = read_direction(*section, "from")) camera.from = *from;
  const io::Value* up = section->value("up");
  if (up && up->kind == io::Value::Kind::List) {
    if (const auto direction = read_direction(*section, "up")) camera.up = *direction;
  } else if (const auto axis = section->choice("up", {"x", "y", "z"})) {
    camera.up = {*axis == "x" ? 1.0 : 0.0, *axis == "y" ? 1.0 : 0.0, *axis == "z" ? 1.0 : 0.0};
  }
  camera.perspective = section->real("perspective", 5, 120);
  camera.distance = section->real("distance", 0, largest_number);
  section->finish();
  if (frames.problems().count() > before) return camera;
  if (const auto problem = problem_of(camera, lattice.global)) section->problem(problem->key, problem->what);
  return camera;
}

std::optional<Box> read_cut(io::Section& frames, const Lattice& lattice) {
  auto section = frames.section("cut");
  if (!section) return std::nullopt;
  Box box{{}, lattice.global};
  const auto read_axis = [&](const char* axis, Index& first, Index& extent) {
    const Index last = extent - 1;
    const auto range = section->wholes(axis, 0, last);
    if (!range) return;
    if (range->size() != 2 || (*range)[0] > (*range)[1])
      return section->problem(
          axis,
          fmt::format("must be the first and the last coordinate that are shown, as in [0, {}]", last / 2));
    first = (*range)[0];
    extent = (*range)[1] - (*range)[0] + 1;
  };
  read_axis("x", box.first.x, box.extent.x);
  read_axis("y", box.first.y, box.extent.y);
  read_axis("z", box.first.z, box.extent.z);
  section->finish();
  return box;
}

// The classes of a view that have this name; several classes can have the same one.
std::vector<unsigned> classes_named(const View& view, const std::string& name) {
  std::vector<unsigned> found;
  for (unsigned class_ = 0; class_ < view.names.size() && class_ < view.classes; ++class_)
    if (view.names[class_] == name) found.push_back(class_);
  if (const auto number = io::parse_whole(name); found.empty() && number && *number < view.classes)
    found.push_back(static_cast<unsigned>(*number));
  return found;
}

std::string describe_classes(const View& view) {
  constexpr std::size_t most_named = 12;
  std::vector<std::string> names;
  for (const std::string& name : view.names)
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  const std::string numbers = fmt::format("the number of a state, 0 to {}", view.classes - 1);
  if (names.empty()) return numbers;
  const bool are_many = names.size() > most_named;
  if (are_many) names.resize(most_named);
  return fmt::format("{}{}, or {}", fmt::join(names, ", "), are_many ? ", …" : "", numbers);
}

void read_hidden(io::Section& frames, const View& view, VolumeSpec& volume) {
  const io::Value* listed = frames.value("hide");
  if (!listed) return;
  if (view.graded)
    return frames.problem(
        "hide", fmt::format("is for states, and '{}' shows levels; use opacity: [0, 0.2]", view.name));
  if (listed->kind != io::Value::Kind::List)
    return frames.problem(
        "hide", fmt::format("must be a list, as in [{}]", view.names.empty() ? "0" : view.names.front()));
  for (unsigned class_ = 0; class_ < view.classes; ++class_) volume.opacities[class_] = 1;
  for (const io::Value& item : listed->items) {
    const std::vector<unsigned> classes = classes_named(view, item.text);
    if (classes.empty())
      frames.problems().add(item.place(), frames.path_of("hide"),
                            fmt::format("is {}; must be {}", describe(item), describe_classes(view)));
    for (const unsigned class_ : classes) volume.opacities[class_] = 0;
  }
}

// For levels: a single number, or one for the lowest level and one for the highest.
void read_absorption(io::Section& frames, const io::Value& value, VolumeSpec& volume) {
  if (value.kind == io::Value::Kind::List) {
    if (const auto ends = read_reals(frames, "opacity", 2, 0, 1, "[0, 0.2]"))
      volume.absorption = {(*ends)[0], (*ends)[1]};
  } else if (const auto part = frames.real("opacity", 0, 1)) {
    volume.absorption = {*part, *part};
  }
  if (volume.absorption == std::array<double, 2>{0, 0})
    frames.problem("opacity", "is 0 for every level, so that nothing is left to see");
}

// A quantity that has a level at every site, without a background, would hide everything but its surface. It
// is shown as a cloud, whose highest level is nearly opaque over a sixth of the longest side.
void become_cloud(const View& view, const Lattice& lattice, VolumeSpec& volume) {
  const bool fills_lattice = view.graded && view.names.size() == 3 && view.names.front().empty();
  const Extent& extent = lattice.global;
  const auto longest = static_cast<double>(std::max({extent.x, extent.y, extent.z}));
  if (fills_lattice) volume.absorption = {0, std::min(0.5, 6 / longest)};
}

void read_opacities(io::Section& frames, const View& view, const Lattice& lattice, VolumeSpec& volume) {
  const io::Value* value = frames.value("opacity");
  if (!value) return become_cloud(view, lattice, volume);
  if (view.graded) return read_absorption(frames, *value, volume);
  auto section = frames.section("opacity");
  if (!section) return;
  for (const io::Entry& entry : value->entries) {
    const std::vector<unsigned> classes = classes_named(view, entry.key);
    if (classes.empty())
      frames.problems().add(entry.key_place, section->path_of(entry.key),
                            fmt::format("must be {}", describe_classes(view)));
    const auto part = section->real(entry.key, 0, 1);
    for (const unsigned class_ : classes) volume.opacities[class_] = part.value_or(1);
  }
  section->finish();
}

// A picture that shows only the background is a mistake.
void check_something_is_seen(io::Section& frames, const View& view, const VolumeSpec& volume) {
  if (view.graded) return;
  for (unsigned class_ = 0; class_ < view.classes; ++class_) {
    const bool is_transparent = class_ == 0 || (class_ < view.transparent.size() && view.transparent[class_]);
    const auto given = volume.opacities.find(class_);
    if (given == volume.opacities.end() ? !is_transparent : given->second > 0) return;
  }
  frames.problem(frames.has("hide") ? "hide" : "opacity",
                 "hides every state, so that nothing is left to see");
}

}  // namespace

const std::vector<std::string>& volume_keys() {
  static const std::vector<std::string> keys = {"camera", "hide",    "opacity", "cut",
                                                "size",   "samples", "box",     "axes"};
  return keys;
}

VolumeSpec read_volume_frames(io::Section& frames, const View* view, const Lattice& lattice) {
  constexpr std::uint64_t least_side = 64, largest_side = 4096, most_samples = 4;
  constexpr unsigned usual_side = 800;
  constexpr Index largest_lattice = Index{1} << 14;
  VolumeSpec volume;
  const std::size_t before = frames.problems().count();
  volume.camera = read_camera(frames, lattice);
  if (frames.problems().count() == before) {
    const Camera::Size usual = Camera(volume, lattice.global).size_to_fill(usual_side);
    volume.width = usual.width;
    volume.height = usual.height;
  }
  volume.cut = read_cut(frames, lattice);
  if (const auto size = frames.wholes("size", least_side, largest_side)) {
    if (size->size() == 2) {
      volume.width = static_cast<unsigned>((*size)[0]);
      volume.height = static_cast<unsigned>((*size)[1]);
    } else {
      frames.problem("size", "must be the width and the height of the picture, as in [800, 640]");
    }
  }
  volume.samples = static_cast<unsigned>(frames.whole("samples", 1, most_samples).value_or(volume.samples));
  volume.box = read_switch(frames, "box").value_or(true);
  volume.axes = read_switch(frames, "axes").value_or(true);
  if (view) {
    read_hidden(frames, *view, volume);
    read_opacities(frames, *view, lattice, volume);
    check_something_is_seen(frames, *view, volume);
  }
  const Extent& extent = lattice.global;
  if (std::max({extent.x, extent.y, extent.z}) > largest_lattice)
    frames.problem("view", fmt::format("is for lattices of at most {} sites a side; use projection or slice",
                                       largest_lattice));
  return volume;
}

std::optional<ScaleBar> read_scale_bar(io::Section& frames, const std::optional<Lattice>& lattice) {
  auto section = frames.section("scale_bar");
  if (!section) return std::nullopt;
  ScaleBar bar;
  bar.unit = section->text("unit").value_or(bar.unit);
  if (const std::string_view letter = undrawable(bar.unit); !letter.empty())
    section->problem("unit", fmt::format("has the letter '{}', which pictures cannot show; use the letters a "
                                         "to z, digits and µ",
                                         letter));
  bar.site = section->real("site", 1e-12, largest_number).value_or(bar.site);
  bar.length = section->real("length", 1e-12, largest_number);
  if (bar.length && lattice) {
    const Extent& side = lattice->global;
    const double longest = static_cast<double>(std::max({side.x, side.y, side.z})) * bar.site;
    if (*bar.length > longest)
      section->problem("length", fmt::format("is {:g} {}; the longest side of the lattice is {:g}, and a bar "
                                             "must not be longer than that",
                                             *bar.length, bar.unit, longest));
  }
  section->finish();
  return bar;
}

}  // namespace morula
