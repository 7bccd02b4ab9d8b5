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

// A field of the model as a file holds it.
std::optional<Field> saved_as(const StateField& wanted, const std::vector<Field>& saved,
                              const std::string& path) {
  const auto found = std::ranges::find(saved, wanted.name, &Field::name);
  if (found == saved.end()) return std::nullopt;
  Field as_wanted = *found;
  if (wanted.resizes) as_wanted.extent = wanted.extent;
  if (as_wanted == wanted) return *found;
  if (found->extent != wanted.extent)
    throw FileError(path, "its field '" + found->name + "' is " +
                              to_string(found->extent, found->dimensions) + " where this model's is " +
                              to_string(wanted.extent, wanted.dimensions));
  throw FileError(path, "its field '" + wanted.name + "' is not of the type of this model's");
}

// The fields to restore. Starting from another run's state, optional ones may be missing.
enum class Purpose { Resume, Start };
std::vector<Field> fields_in(const io::Hdf5Reader& file, const Model& model, Purpose purpose,
                             const std::string& path) {
  const std::vector<Field> saved = file.fields();
  std::vector<Field> coming;
  for (const StateField& wanted : model.fields()) {
    if (const auto field = saved_as(wanted, saved, path))
      coming.push_back(*field);
    else if (purpose == Purpose::Resume || !wanted.optional)
      throw FileError(path, wanted.if_missing.empty()
                                ? "holds no field '" + wanted.name + "', which this model needs"
                                : wanted.if_missing);
  }
  return coming;
}

// What restoring a state makes use of: threads to read its slabs, and a device that lends memory for them.
struct Restorers {
  ThreadPool* threads = nullptr;
  gpu::Device* device = nullptr;

  // One thread in eight is left to the model, which takes the slabs: more readers than that slow it down.
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
    if (model.restore_packed(field, [&](std::uint64_t chunk) { return file.read_packed(field, chunk); }))
      continue;
    const auto read = [&](const Slab& slab, std::span<std::byte> values) {
      file.read(field, slab, values);
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
    throw FileError(path, "is damaged: its state hash is not that of its state");
}

// Changes of the model that the state holds are not made again.
void hold_changes_of(const io::Hdf5Reader& file, Model& model, const std::string& path) try {
  model.hold_changes(file.has_attribute("changes") ? file.number("changes") : 0, file.number("time"));
} catch (const StateError& error) {
  throw FileError(path, error.what());
}

// The number of each class's name, counted from 0 in the order in which names come; and the names.
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

void write_shown(Model& model, const View& view, io::Hdf5Writer& file) {
  const Field shown = shown_field(view);
  const NameNumbers numbers = name_numbers(view);
  const ClassOf class_of = model.classes(view);
  file.add(shown);
  file.attribute(shown, "names", fmt::format("{}", fmt::join(numbers.names, ",")));
  std::vector<std::byte> values, shown_values;
  for (const Slab& slab : slabs_of(view.field)) {
    const std::uint64_t size = size_of(view.field.type);
    values.resize(slab.count * size);
    shown_values.resize(slab.count);
    model.read(view.field, slab, values);
    for (Index i = 0; i < slab.count; ++i) {
      const std::uint64_t value = bits_of(view.field.type, &values[i * size]);
      const std::uint64_t class_ = class_of ? class_of(value) : value;
      shown_values[i] = std::byte{numbers.of_class[class_]};
    }
    file.write(shown, slab, shown_values);
  }
}

}  // namespace

Field shown_field(const View& view) {
  Field field = view.field;
  field.name = view.quantity;
  field.type = ValueType::U8;
  return field;
}

// Of a batch, views show the first replica alone, which would be no field of the others.
std::vector<View> shown_views(const Model& model) {
  std::vector<View> shown;
  const std::vector<StateField> fields = model.fields();
  const bool is_batch = std::ranges::any_of(fields, [](const Field& field) { return field.replicas > 1; });
  for (const View& view : model.views())
    if (!is_batch && !view.graded && !view.quantity.empty() && view.names.size() == view.classes)
      shown.push_back(view);
  return shown;
}

Hash save_state(Model& model, const std::filesystem::path& place, ThreadPool* threads,
                const StateAttributes& attributes, const std::vector<View>& shown) {
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
  for (const View& view : shown) write_shown(model, view, file);
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
  if (coming.size() == file.fields().size() && coming.size() == model.fields().size()) {
    // Only then is the hash of the file that of the model, at the time of the file.
    model.end_restore(file.number("time"), file.number("updates"));
    check_hash(model, file, path.string());
  }
  model.end_restore(0, 0);
}

}  // namespace morula
