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

void restore_fields(Model& model, const io::Hdf5Reader& file, const std::filesystem::path& path) {
  const std::vector<Field> saved = file.fields();
  std::vector<std::byte> values;
  for (const Field& field : model.fields()) {
    if (std::find(saved.begin(), saved.end(), field) == saved.end()) refuse(field, saved, path.string());
    for (const Slab& slab : slabs_of(field)) {
      values.resize(slab.count * size_of(field.type));
      file.read(field, slab, values);
      model.restore(field, slab, values);
    }
  }
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
  const io::Hdf5Reader file(path, threads);
  restore_fields(model, file, path);
  model.set_time(file.number("time"));
  if (const Hash saved = parse_hash(file.text("state_hash")); saved != model.hash())
    throw FileError(path.string(), "is damaged: its state hash is not that of its state");
}

void start_from_run(Model& model, const std::filesystem::path& run, ThreadPool* threads) {
  load_state(model, run / "checkpoint.h5", threads);
  model.set_time(0);
}

}  // namespace morula
