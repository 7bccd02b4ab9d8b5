#include "runner/checkpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/error.h"
#include "io/durable_file.h"
#include "io/field_chunks.h"
#include "io/hdf5_file.h"
#include "runner/slabs_ahead.h"

namespace morula {
namespace {

// Attribute of a dataset: the names of the values 0, 1, 2, …, separated by commas.
constexpr const char* names_attribute = "names";

std::string replicas_in(const Field& field) {
  return field.replicas == 0   ? "one run without replicas"
         : field.replicas == 1 ? "1 replica"
                               : fmt::format("{} replicas", field.replicas);
}

// The saved field with the name of this field of the model. Throws FileError if its shape or type differs.
std::optional<Field> saved_as(const StateField& known, const std::vector<Field>& saved,
                              const std::string& path) {
  const auto found = std::ranges::find(saved, known.name, &Field::name);
  if (found == saved.end()) return std::nullopt;
  Field resized = *found;
  if (known.resizes) resized.extent = known.extent;
  if (resized == known) return *found;
  if (found->replicas != known.replicas)
    throw FileError(path,
                    fmt::format("holds {}, and this model has {}; both must have the same number of replicas",
                                replicas_in(*found), replicas_in(known)));
  if (found->extent != known.extent)
    throw FileError(path, "its field '" + found->name + "' is " +
                              to_string(found->extent, found->dimensions) + " where this model's is " +
                              to_string(known.extent, known.dimensions));
  throw FileError(path, "its field '" + known.name + "' does not have the type of this model's field");
}

// True for an optional list that can be ignored because its length differs, such as `field_clamped` of a run
// with another number of fields.
bool is_list_of_another_length(const StateField& known, const std::vector<Field>& saved) {
  const auto found = std::ranges::find(saved, known.name, &Field::name);
  return known.optional && !known.resizes && known.dimensions == 1 && found != saved.end() &&
         found->extent != known.extent;
}

// The fields to restore. At a start from another run's state, optional fields may be missing.
enum class Purpose { Resume, Start };
std::vector<Field> fields_in(const io::Hdf5Reader& file, const Model& model, Purpose purpose,
                             const std::string& path) {
  const std::vector<Field> saved = file.fields();
  std::vector<Field> coming;
  for (const StateField& known : model.fields()) {
    if (purpose == Purpose::Start && is_list_of_another_length(known, saved)) continue;
    if (const auto field = saved_as(known, saved, path))
      coming.push_back(*field);
    else if (purpose == Purpose::Resume || !known.optional)
      throw FileError(path, known.if_missing.empty()
                                ? "holds no field '" + known.name + "', which this model needs"
                                : known.if_missing);
  }
  return coming;
}

// Replaces the values of a saved field by the numbers that the same names have in this model. 0, the
// background, stays 0.
struct Renumbering {
  std::vector<std::string> saved, known;

  void apply(std::span<std::byte> values) const {
    std::vector<std::optional<std::byte>> numbers = {std::byte{0}};
    for (const std::string& name : std::span(saved).subspan(1))
      if (const auto found = std::ranges::find(known.begin() + 1, known.end(), name); found != known.end())
        numbers.emplace_back(static_cast<std::byte>(found - known.begin()));
      else
        numbers.emplace_back();
    for (std::byte& value : values) {
      const auto number = std::to_integer<std::size_t>(value);
      if (number >= saved.size()) throw StateError(fmt::format("a value is {}, and has no name", number));
      if (!numbers[number])
        throw StateError(fmt::format("holds '{}', which this model does not have; it has {}", saved[number],
                                     fmt::join(known, ", ")));
      value = *numbers[number];
    }
  }
};

std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> parts(1);
  for (const char letter : list)
    if (letter == ',')
      parts.emplace_back();
    else
      parts.back() += letter;
  return parts;
}

// Nothing if the names are the same, or if the file has no names, as in files of earlier versions.
std::optional<Renumbering> renumbering(const io::Hdf5Reader& file, const Model& model, const Field& saved) {
  for (const StateField& known : model.fields())
    if (known.name == saved.name && !known.names.empty() && file.has_attribute(saved, names_attribute)) {
      const std::vector<std::string> names = split(file.text(saved, names_attribute));
      if (names != known.names && saved.type == ValueType::U8) return Renumbering{names, known.names};
    }
  return std::nullopt;
}

// The resources for restoring a state: threads to read its slabs, and a device that lends memory for them.
struct Restorers {
  ThreadPool* threads = nullptr;
  gpu::Device* device = nullptr;

  // One thread in eight is left to the model, which takes the slabs; more readers would slow it down.
  unsigned readers() const {
    const unsigned thread_count = threads == nullptr ? 1 : threads->size();
    return std::min(thread_count - thread_count / 8, most_readers);
  }
  SlabsAhead::Options options(const Field& field) const {
    return {.readers = readers(), .at_most = io::whole_chunks(field, slab_ahead_bytes), .device = device};
  }
};

void restore_fields(Model& model, const std::vector<Field>& coming, const io::Hdf5Reader& file,
                    const Restorers& restorers, const std::string& path) try {
  model.begin_restore(coming);
  for (const Field& field : coming) {
    const auto by_name = renumbering(file, model, field);
    if (!by_name &&
        model.restore_packed(field, [&](std::uint64_t chunk) { return file.read_packed(field, chunk); }))
      continue;
    const auto read = [&](const Slab& slab, std::span<std::byte> values) {
      file.read(field, slab, values);
      if (by_name) by_name->apply(values);
      model.check(field, values);
    };
    SlabsAhead slabs(field, read, restorers.options(field));
    while (const auto values = slabs.next()) model.restore(field, values->slab, values->bytes);
  }
} catch (const StateError& error) {
  throw FileError(path, error.what());
}

void check_hash(Model& model, const io::Hdf5Reader& file, const std::string& path) {
  if (parse_hash(file.text("state_hash")) != model.hash())
    throw FileError(path, "is damaged: its state hash does not match its state");
}

// Marks the changes of the model that the saved state already contains, so that they are not made again.
void hold_changes_of(const io::Hdf5Reader& file, Model& model, const std::string& path) try {
  model.hold_changes(file.has_attribute("changes") ? file.number("changes") : 0, file.number("time"));
} catch (const StateError& error) {
  throw FileError(path, error.what());
}

// The distinct names of the classes, numbered from 0 in the order of the classes, and the number of the name
// of each class.
struct NameNumbers {
  std::vector<std::uint8_t> of_class;
  std::vector<std::string> names;
};
NameNumbers name_numbers(const View& view) {
  NameNumbers numbers;
  for (const std::string& name : view.names) {
    const auto known = std::ranges::find(numbers.names, name);
    numbers.of_class.push_back(static_cast<std::uint8_t>(known - numbers.names.begin()));
    if (known == numbers.names.end()) numbers.names.push_back(name);
  }
  return numbers;
}

// Writes `shown_of(value)` for every site.
template <typename Shown>
void write_sites(Model& model, const View& view, io::Hdf5Writer& file,
                 const std::function<Shown(std::uint64_t value)>& shown_of) {
  std::vector<std::byte> values;
  std::vector<Shown> shown;
  const std::uint64_t size = size_of(view.field.type);
  for (const Slab& slab : slabs_of(view.field)) {
    values.resize(slab.count * size);
    shown.resize(slab.count);
    model.read(view.field, slab, values);
    for (Index i = 0; i < slab.count; ++i) shown[i] = shown_of(bits_of(view.field.type, &values[i * size]));
    file.write(shown_field(view), slab, std::as_bytes(std::span(shown)));
  }
}

void write_names(Model& model, const View& view, io::Hdf5Writer& file) {
  const NameNumbers numbers = name_numbers(view);
  const ClassOf class_of = model.classes(view);
  file.attribute(shown_field(view), names_attribute, fmt::format("{}", fmt::join(numbers.names, ",")));
  write_sites<std::uint8_t>(model, view, file, [&](std::uint64_t value) {
    return numbers.of_class[class_of ? class_of(value) : value];
  });
}

void write_shown(Model& model, const View& view, io::Hdf5Writer& file) {
  file.add(shown_field(view));
  if (view.graded)
    write_sites<double>(model, view, file, model.numbers(view));
  else
    write_names(model, view, file);
}

// Adds a dataset for each of the first replicas, for other programs. Lists of cells are left out, since those
// programs do not show them.
void add_replicas(const Model& model, Index replicas, io::Hdf5Writer& file) {
  for (const StateField& field : model.fields())
    for (Index replica = 0; field.dimensions >= 2 && replica < std::min(replicas, field.replicas); ++replica)
      file.add_replica(field, replica);
}

}  // namespace

Field shown_field(const View& view) {
  Field field = view.field;
  field.name = view.dataset;
  field.type = view.graded ? ValueType::F64 : ValueType::U8;
  return field;
}

// In a batch, a view shows only the first replica, so that its dataset would be wrong for the others.
std::vector<View> shown_views(const Model& model) {
  std::vector<View> shown;
  const std::vector<StateField> fields = model.fields();
  const bool is_batch = std::ranges::any_of(fields, [](const Field& field) { return field.replicas > 1; });
  for (const View& view : model.views())
    if (!is_batch && !view.dataset.empty()) shown.push_back(view);
  return shown;
}

Hash save_state(Model& model, const std::filesystem::path& place, ThreadPool* threads,
                const StateAttributes& attributes, const ForPrograms& for_programs) {
  const Hash hash = model.hash();
  io::PendingFile pending(place);
  io::Hdf5Writer file(pending.path(), threads);
  file.attribute("time", model.time());
  file.attribute("updates", model.updates());
  file.attribute("state_hash", to_string(hash));
  if (model.changes_held() > 0) file.attribute("changes", model.changes_held());
  for (const StateAttribute& attribute : attributes)
    std::visit([&](const auto& value) { file.attribute(attribute.name, value); }, attribute.value);
  std::vector<std::byte> values;
  for (const StateField& field : model.fields()) {
    file.add(field);
    if (!field.meaning.empty()) file.attribute(field, "meaning", field.meaning);
    if (!field.names.empty())
      file.attribute(field, names_attribute, fmt::format("{}", fmt::join(field.names, ",")));
    const auto write_packed = [&](std::uint64_t chunk, std::span<const std::byte> packed) {
      file.write_packed(field, chunk, packed);
    };
    if (model.read_packed(field, write_packed)) continue;
    for (const Slab& slab : slabs_of(field)) {
      values.resize(slab.count * size_of(field.type));
      model.read(field, slab, values);
      file.write(field, slab, values);
    }
  }
  for (const View& view : for_programs.views) write_shown(model, view, file);
  add_replicas(model, for_programs.replicas, file);
  file.close();
  pending.commit();
  return hash;
}

void load_state(Model& model, const std::filesystem::path& path, ThreadPool* threads, gpu::Device* device) {
  const io::Hdf5Reader file(path);
  hold_changes_of(file, model, path.string());
  restore_fields(model, fields_in(file, model, Purpose::Resume, path.string()), file, {threads, device},
                 path.string());
  model.end_restore(file.number("time"), file.number("updates"));
  check_hash(model, file, path.string());
}

void start_from_run(Model& model, const std::filesystem::path& run, ThreadPool* threads,
                    gpu::Device* device) {
  const std::filesystem::path path = run / "checkpoint.h5";
  const io::Hdf5Reader file(path);
  const std::vector<Field> coming = fields_in(file, model, Purpose::Start, path.string());
  restore_fields(model, coming, file, {threads, device}, path.string());
  const auto is_renumbered = [&](const Field& field) { return renumbering(file, model, field).has_value(); };
  if (coming.size() == file.fields().size() && coming.size() == model.fields().size() &&
      std::ranges::none_of(coming, is_renumbered)) {
    // Only now do all fields agree, so that the hash in the file applies to the model at the time of the
    // file.
    model.end_restore(file.number("time"), file.number("updates"));
    check_hash(model, file, path.string());
  }
  model.end_restore(0, 0);
}

}  // namespace morula
