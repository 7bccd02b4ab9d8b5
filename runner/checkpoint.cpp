#include "runner/checkpoint.h"

#include <algorithm>

#include "core/error.h"
#include "io/durable_file.h"
#include "io/hdf5_file.h"

namespace morula {
namespace {

[[noreturn]] void refuse(const Field& wanted, const std::vector<Field>& saved, const std::string& path) {
  for (const Field& field : saved)
    if (field.name == wanted.name && field.extent != wanted.extent)
      throw FileError(path, "its field '" + field.name + "' is " + to_string(field.extent, field.dimensions) +
                                " where this model's is " + to_string(wanted.extent, wanted.dimensions));
  throw FileError(path, "holds no field '" + wanted.name + "' of the type of this model");
}

bool holds(const std::vector<Field>& fields, const Field& field) {
  return std::find(fields.begin(), fields.end(), field) != fields.end();
}

void restore_field(Model& model, const Field& field, const io::Hdf5Reader& file,
                   const std::filesystem::path& path) try {
  const std::vector<Field> saved = file.fields();
  if (!holds(saved, field)) refuse(field, saved, path.string());
  std::vector<std::byte> values;
  for (const Slab& slab : slabs_of(field)) {
    values.resize(slab.count * size_of(field.type));
    file.read(field, slab, values);
    model.restore(field, slab, values);
  }
} catch (const StateError& error) {
  throw FileError(path.string(), error.what());
}

void load(Model& model, const io::Hdf5Reader& file, const std::filesystem::path& path) {
  for (const Field& field : model.fields()) restore_field(model, field, file, path);
  model.set_time(file.number("time"));
  if (const Hash saved = parse_hash(file.text("state_hash")); saved != model.hash())
    throw FileError(path.string(), "is damaged: its state hash is not that of its state");
}

// Only then is the hash of the file that of the model.
bool holds_just_the_fields_of(const Model& model, const std::vector<Field>& saved) {
  const std::vector<Field> wanted = model.fields();
  return std::is_permutation(saved.begin(), saved.end(), wanted.begin(), wanted.end());
}

}  // namespace

Hash save_state(Model& model, const std::filesystem::path& place, ThreadPool* threads) {
  const Hash hash = model.hash();
  io::PendingFile pending(place);
  io::Hdf5Writer file(pending.path(), threads);
  file.attribute("time", model.time());
  file.attribute("state_hash", to_string(hash));
  std::vector<std::byte> values;
  for (const Field& field : model.fields()) {
    file.add(field);
    for (const Slab& slab : slabs_of(field)) {
      values.resize(slab.count * size_of(field.type));
      model.read(field, slab, values);
      file.write(field, slab, values);
    }
  }
  file.close();
  pending.commit();
  return hash;
}

void load_state(Model& model, const std::filesystem::path& path, ThreadPool* threads) {
  load(model, io::Hdf5Reader(path, threads), path);
}

void start_from_run(Model& model, const std::filesystem::path& run, ThreadPool* threads) {
  const std::filesystem::path path = run / "checkpoint.h5";
  const io::Hdf5Reader file(path, threads);
  const std::vector<Field> saved = file.fields(), wanted = model.fields();
  if (holds_just_the_fields_of(model, saved)) {
    load(model, file, path);
  } else {
    restore_field(model, wanted.front(), file, path);
    for (std::size_t i = 1; i < wanted.size(); ++i)
      if (holds(saved, wanted[i])) restore_field(model, wanted[i], file, path);
  }
  model.set_time(0);
}

}  // namespace morula
