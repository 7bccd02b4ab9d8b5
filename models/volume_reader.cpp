#include "models/volume_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "models/input_file.h"

namespace morula {
namespace {

constexpr double most_factor = 1e15;

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

// The first invalid state among values that begin at index `first`.
std::optional<Foreign> foreign_in(std::span<const std::uint8_t> values, Index first, const Extent& extent,
                                  unsigned states) {
  const auto found = std::ranges::find_if(values, [&](std::uint8_t value) { return value >= states; });
  if (found == values.end()) return std::nullopt;
  const Lattice lattice = Lattice::whole(extent, 3, Boundary::Fixed);
  return Foreign{*found, lattice.site_at(first + static_cast<Index>(found - values.begin()))};
}

void replace(std::span<std::uint8_t> values, const StateOfValue& state_of) {
  for (std::uint8_t& value : values) value = state_of[value];
}

std::optional<Foreign> look_through(const io::Hdf5Volume& file, const VolumeRequest& request) {
  std::vector<std::uint8_t> values;
  const Index sites = file.extent().sites();
  for (Index first = 0; first < sites; first += slab_bytes) {
    values.resize(std::min<Index>(slab_bytes, sites - first));
    file.read({first, values.size()}, values);
    replace(values, request.state_of);
    if (const auto foreign = foreign_in(values, first, file.extent(), request.states)) return foreign;
  }
  return std::nullopt;
}

VolumeOfStates leave_states(const VolumeRequest& request, const InputFolder& folder, const Lattice& lattice,
                            Spec& spec) {
  const auto volume = std::make_shared<io::Volume>();
  VolumeOfStates deferred{volume, {}};
  if (const auto known = folder.known_extent(request.file, request.dataset)) {
    volume->extent = *known;
  } else {
    const io::Hdf5Volume file(folder / request.file, request.dataset, lattice.global);
    volume->extent = file.extent();
    deferred.foreign = look_through(file, request);
  }
  spec.deferred_volumes.push_back({folder / request.file, request.dataset, request.state_of,
                                   lattice.dimensions == 3 ? request.at.z : request.at.y, volume});
  return deferred;
}

const Extent& extent_of(const VolumeOfStates& states) { return states.volume->extent; }
const Extent& extent_of(const io::Labels& labels) { return labels.extent(); }
const Extent& extent_of(const io::Reals& reals) { return reals.extent; }

// A file that a key names, and the part of it that is used.
struct LatticeFile {
  std::string key, path, dataset;
};

template <class Load>
auto read_as_large_as(const Lattice& lattice, io::Section& section, const LatticeFile& file,
                      const InputFolder& folder, Spec& spec, const Load& load)
    -> std::optional<decltype(load("", ""))> {
  try {
    auto values = load(file.path, file.dataset);
    note_input({section.place_of(file.key), section.path_of(file.key)}, folder, file.path, spec);
    if (extent_of(values) == lattice.global) return values;
    if (!spec.lattice) return std::nullopt;  // the required size is unknown
    section.problem(file.key, fmt::format("is {}; must be as large as the lattice, {}",
                                          to_string(extent_of(values), lattice.dimensions),
                                          to_string(lattice.global, lattice.dimensions)));
  } catch (const FileError& error) {
    section.problem(file.key, error.what());
  }
  return std::nullopt;
}

std::optional<LatticeFile> read_file_and_dataset(io::Section& section) {
  const auto file = section.text("file", io::Presence::Required);
  const std::string dataset = section.text("dataset").value_or("");
  if (!file) return std::nullopt;
  return LatticeFile{"file", *file, dataset};
}

template <class Load>
auto read_file_as_large_as(const Lattice& lattice, io::Section& section, const InputFolder& folder,
                           Spec& spec, const Load& load) -> std::optional<decltype(load("", ""))> {
  const auto file = read_file_and_dataset(section);
  if (!file) return std::nullopt;
  return read_as_large_as(lattice, section, *file, folder, spec, load);
}

}  // namespace

VolumeOfStates load_states(const VolumeRequest& request, const InputFolder& folder, const Lattice& lattice,
                           Spec& spec) {
  if (folder.leaves_volumes() && io::is_hdf5_volume(folder / request.file))
    return leave_states(request, folder, lattice, spec);
  io::Volume volume = io::load_volume(folder / request.file, request.dataset, lattice.global);
  replace(volume.values, request.state_of);
  const auto foreign = foreign_in(volume.values, 0, volume.extent, request.states);
  return {std::make_shared<const io::Volume>(std::move(volume)), foreign};
}

std::optional<VolumeOfStates> read_lattice_states(io::Section& section, const InputFolder& folder,
                                                  const Lattice& lattice, const StateOfValue& state_of,
                                                  unsigned states, Spec& spec) {
  return read_file_as_large_as(
      lattice, section, folder, spec, [&](const std::string& file, const std::string& dataset) {
        return load_states({file, dataset, state_of, states, {}}, folder, lattice, spec);
      });
}

std::optional<io::Labels> read_lattice_labels(io::Section& section, const InputFolder& folder,
                                              const Lattice& lattice, Spec& spec) {
  return read_file_as_large_as(lattice, section, folder, spec,
                               [&](const std::string& file, const std::string& dataset) {
                                 return io::load_labels(folder / file, dataset, lattice.global);
                               });
}

std::optional<io::Reals> read_lattice_reals(io::Section& section, const InputFolder& folder,
                                            const Lattice& lattice, const std::string& name, Spec& spec) {
  const auto which = section.exactly_one({"file", "run"});
  if (!which) return std::nullopt;
  std::optional<LatticeFile> file;
  if (*which == "file") file = read_file_and_dataset(section);
  if (*which == "run")
    if (const auto run = section.text("run"))
      file = {"run", (std::filesystem::path(*run) / "checkpoint.h5").string(),
              section.text("field").value_or(name)};
  const double factor = section.real("factor", -most_factor, most_factor).value_or(1);
  if (!file) return std::nullopt;
  auto reals = read_as_large_as(lattice, section, *file, folder, spec,
                                [&](const std::string& path, const std::string& dataset) {
                                  return io::load_reals(folder / path, dataset, name, lattice.global);
                                });
  if (reals)
    for (double& value : reals->values) value *= factor;
  return reals;
}

StateOfValue values_themselves() {
  StateOfValue state_of{};
  std::iota(state_of.begin(), state_of.end(), std::uint8_t{0});
  return state_of;
}

StateOfValue read_values(io::Section& section, unsigned states, const std::vector<std::string>& names) {
  StateOfValue state_of = values_themselves();
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
