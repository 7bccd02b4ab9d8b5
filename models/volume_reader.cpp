#include "models/volume_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "models/input_file.h"

namespace morula {
namespace {

std::string where(const Site& at, unsigned dimensions) {
  return dimensions == 2 ? fmt::format("[{}, {}]", at.x, at.y)
                         : fmt::format("[{}, {}, {}]", at.x, at.y, at.z);
}

std::uint8_t read_state(io::Section& values, const io::Entry& entry, unsigned states,
                        const std::vector<std::string>& names) {
  if (!names.empty() && !io::parse_whole(entry.value.text)) {
    const auto name = values.choice(entry.key, names);
    return name ? static_cast<std::uint8_t>(std::ranges::find(names, *name) - names.begin()) : 0;
  }
  return static_cast<std::uint8_t>(values.whole(entry.key, 0, states - 1).value_or(0));
}

const Extent& extent_of(const io::Volume& volume) { return volume.extent; }
const Extent& extent_of(const io::Labels& labels) { return labels.extent(); }

template <class Load>
auto read_as_large_as(const Lattice& lattice, io::Section& section, const InputFolder& folder, Spec& spec,
                      const Load& load) -> std::optional<decltype(load("", "", Extent{}))> {
  const auto file = section.text("file", io::Presence::Required);
  const std::string dataset = section.text("dataset").value_or("");
  if (!file) return std::nullopt;
  try {
    auto values = load(folder / *file, dataset, lattice.global);
    note_input({section.place_of("file"), section.path_of("file")}, folder / *file, spec);
    if (extent_of(values) == lattice.global) return values;
    if (!spec.lattice) return std::nullopt;  // how large it must be is not known
    section.problem("file", fmt::format("is {}; must be as large as the lattice, {}",
                                        to_string(extent_of(values), lattice.dimensions),
                                        to_string(lattice.global, lattice.dimensions)));
  } catch (const FileError& error) {
    section.problem("file", error.what());
  }
  return std::nullopt;
}

}  // namespace

std::optional<io::Volume> read_lattice_volume(io::Section& section, const InputFolder& folder,
                                              const Lattice& lattice, Spec& spec) {
  return read_as_large_as(lattice, section, folder, spec, io::load_volume);
}

std::optional<io::Labels> read_lattice_labels(io::Section& section, const InputFolder& folder,
                                              const Lattice& lattice, Spec& spec) {
  return read_as_large_as(lattice, section, folder, spec, io::load_labels);
}

StateOfValue read_values(io::Section& section, unsigned states, const std::vector<std::string>& names) {
  StateOfValue state_of{};
  std::iota(state_of.begin(), state_of.end(), std::uint8_t{0});
  const io::Value* listed = section.value("values");
  if (!listed) return state_of;
  auto values = *section.section("values");
  for (const io::Entry& entry : listed->entries) {
    values.allow(entry.key);
    const auto value = io::parse_whole(entry.key);
    const std::uint8_t state = read_state(values, entry, states, names);
    if (value && *value < state_of.size())
      state_of[*value] = state;
    else
      section.problems().add(entry.key_place, values.path_of(entry.key), "must be a value between 0 and 255");
  }
  return state_of;
}

std::optional<Foreign> foreign_in(const io::Volume& volume, unsigned states) {
  const auto found = std::ranges::find_if(volume.values, [&](std::uint8_t value) { return value >= states; });
  if (found == volume.values.end()) return std::nullopt;
  const Lattice lattice = Lattice::whole(volume.extent, 3, Boundary::Fixed);
  return Foreign{*found, lattice.site_at(static_cast<Index>(found - volume.values.begin()))};
}

void note_foreign(io::Section& section, const Foreign& foreign, unsigned states, unsigned dimensions,
                  const std::string& remedy) {
  section.problem(
      "file", fmt::format("{} holds {} at {}; the states are 0 to {}{}", section.text("file").value_or(""),
                          foreign.value, where(foreign.at, dimensions), states - 1, remedy));
}

std::string remedy_by_values(const Foreign& foreign) {
  return fmt::format(", and values: {{{}: 1}} says which one it stands for", foreign.value);
}

}  // namespace morula
