#include "io/hdf5_file.h"

#include <fcntl.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "io/hdf5_chunks.h"
#include "io/hdf5_open.h"

namespace morula::io {

using namespace hdf5;

struct Hdf5Writer::Handles : OpenFile {
  Handles(const std::filesystem::path& file_path, ThreadPool* all_threads)
      : OpenFile(file_path, O_RDWR | O_CREAT | O_TRUNC), threads(all_threads) {
    const QuietCall call;
    const Handle creation = make(H5Pcreate(H5P_FILE_CREATE), H5Pclose);
    check(H5Pset_obj_track_times(creation.get(), false));  // the same state gives the same bytes
    file = make(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation.get(), access.get()), H5Fclose);
  }

  void put(hid_t object, const std::string& name, hid_t in_file, hid_t in_memory, const void* value);
  void put(hid_t object, const std::string& name, const std::string& value);
  void put(hid_t object, const std::string& name, std::uint64_t value);
  void put(hid_t object, const std::string& name, std::int64_t value);
  void put(hid_t object, const std::string& name, double value);
  void make_group(const std::string& name);  // if it does not exist yet
  hid_t dataset_of(const Field& field) const;
  ChunkWriter& chunks_of(const Field& field);

  ThreadPool* threads;
  std::map<std::string, ChunkWriter> chunks;
};

void Hdf5Writer::Handles::put(hid_t object, const std::string& name, hid_t in_file, hid_t in_memory,
                              const void* value) {
  const QuietCall call;
  const Handle space = make(H5Screate(H5S_SCALAR), H5Sclose);
  const Handle attribute_handle =
      make(H5Acreate2(object, name.c_str(), in_file, space.get(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  check(H5Awrite(attribute_handle.get(), in_memory, value));
}

void Hdf5Writer::Handles::put(hid_t object, const std::string& name, const std::string& value) {
  const QuietCall call;
  const Handle type = make(H5Tcopy(H5T_C_S1), H5Tclose);
  check(H5Tset_size(type.get(), std::max<std::size_t>(1, value.size())));
  check(H5Tset_strpad(type.get(), H5T_STR_NULLPAD));
  check(H5Tset_cset(type.get(), H5T_CSET_UTF8));
  put(object, name, type.get(), type.get(), value.c_str());
}

void Hdf5Writer::Handles::put(hid_t object, const std::string& name, std::uint64_t value) {
  put(object, name, H5T_STD_U64LE, H5T_NATIVE_UINT64, &value);
}

void Hdf5Writer::Handles::put(hid_t object, const std::string& name, std::int64_t value) {
  put(object, name, H5T_STD_I64LE, H5T_NATIVE_INT64, &value);
}

void Hdf5Writer::Handles::put(hid_t object, const std::string& name, double value) {
  put(object, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, &value);
}

void Hdf5Writer::Handles::make_group(const std::string& name) {
  const htri_t exists = H5Lexists(file.get(), name.c_str(), H5P_DEFAULT);
  check(exists);
  if (exists > 0) return;
  const Handle creation = make(H5Pcreate(H5P_GROUP_CREATE), H5Pclose);
  check(H5Pset_obj_track_times(creation.get(), false));  // as above
  make(H5Gcreate2(file.get(), name.c_str(), H5P_DEFAULT, creation.get(), H5P_DEFAULT), H5Gclose);
}

hid_t Hdf5Writer::Handles::dataset_of(const Field& field) const {
  const auto found = datasets.find(field.name);
  if (found == datasets.end()) throw FileError(path, "has no field '" + field.name + "'");
  return found->second.get();
}

ChunkWriter& Hdf5Writer::Handles::chunks_of(const Field& field) {
  const auto found = chunks.find(field.name);
  if (found == chunks.end()) throw FileError(path, "has no field '" + field.name + "'");
  return found->second;
}

Hdf5Writer::Hdf5Writer(const std::filesystem::path& path, ThreadPool* threads)
    : handles_(std::make_unique<Handles>(path, threads)) {}

Hdf5Writer::~Hdf5Writer() {
  if (handles_) handles_->disk->abandon();  // the file is of no use if it was not closed
}

void Hdf5Writer::attribute(const std::string& name, const std::string& value) {
  handles_->put(handles_->file.get(), name, value);
}

void Hdf5Writer::attribute(const std::string& name, std::uint64_t value) {
  handles_->put(handles_->file.get(), name, value);
}

void Hdf5Writer::attribute(const std::string& name, std::int64_t value) {
  handles_->put(handles_->file.get(), name, value);
}

void Hdf5Writer::attribute(const std::string& name, double value) {
  handles_->put(handles_->file.get(), name, value);
}

void Hdf5Writer::attribute(const Field& field, const std::string& name, const std::string& value) {
  handles_->put(handles_->dataset_of(field), name, value);
}

void Hdf5Writer::attribute(const Field& field, const std::string& name, std::uint64_t value) {
  handles_->put(handles_->dataset_of(field), name, value);
}

void Hdf5Writer::attribute(const Field& field, const std::string& name, std::int64_t value) {
  handles_->put(handles_->dataset_of(field), name, value);
}

void Hdf5Writer::attribute(const Field& field, const std::string& name, double value) {
  handles_->put(handles_->dataset_of(field), name, value);
}

void Hdf5Writer::add(const Field& field) {
  const QuietCall call;
  const Dimensions size = in_order(shape_of(field), field);
  const Handle space = handles_->make(H5Screate_simple(rank_of(field), size.data(), nullptr), H5Sclose);
  const Handle creation = creation_list(*handles_, field);
  Handle dataset =
      handles_->make(H5Dcreate2(handles_->file.get(), field.name.c_str(), type_in_file(field.type),
                                space.get(), H5P_DEFAULT, creation.get(), H5P_DEFAULT),
                     H5Dclose);
  if (field.replicas > 0) handles_->put(dataset.get(), axes_attribute, axes_with_replicas(field.dimensions));
  handles_->chunks.try_emplace(field.name, *handles_, dataset.get(), field, handles_->threads);
  handles_->datasets[field.name] = std::move(dataset);
}

std::string replica_dataset(const Field& field, Index replica) {
  return "replicas/" + std::to_string(replica) + "/" + field.name;
}

void Hdf5Writer::add_replica(const Field& field, Index replica) {
  const QuietCall call;
  const Dimensions whole = in_order(shape_of(field), field);
  Dimensions first{replica}, count = whole;
  count[0] = 1;
  const int rank = rank_of(field);
  const Handle source = handles_->make(H5Screate_simple(rank, whole.data(), nullptr), H5Sclose);
  handles_->check(
      H5Sselect_hyperslab(source.get(), H5S_SELECT_SET, first.data(), nullptr, count.data(), nullptr));
  const Handle space = handles_->make(H5Screate_simple(rank - 1, &whole[1], nullptr), H5Sclose);
  const Handle creation = handles_->make(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  handles_->check(H5Pset_obj_track_times(creation.get(), false));
  const std::string same_file = ".";
  handles_->check(
      H5Pset_virtual(creation.get(), space.get(), same_file.c_str(), field.name.c_str(), source.get()));
  handles_->make_group("replicas");
  handles_->make_group("replicas/" + std::to_string(replica));
  handles_->make(H5Dcreate2(handles_->file.get(), replica_dataset(field, replica).c_str(),
                            type_in_file(field.type), space.get(), H5P_DEFAULT, creation.get(), H5P_DEFAULT),
                 H5Dclose);
}

void Hdf5Writer::write(const Field& field, const Slab& slab, std::span<const std::byte> values) {
  const QuietCall call;
  assert(values.size() == slab.count * size_of(field.type));
  handles_->chunks_of(field).write(slab, values);
}

void Hdf5Writer::write_packed(const Field& field, std::uint64_t chunk, std::span<const std::byte> packed) {
  const QuietCall call;
  handles_->chunks_of(field).write_packed(chunk, packed);
}

void Hdf5Writer::close() {
  const QuietCall call;
  for (auto& [name, chunks] : handles_->chunks) chunks.finish();
  for (auto& [name, dataset] : handles_->datasets) handles_->check(dataset.reset());
  handles_->check(handles_->file.reset());
  handles_->disk->close();
  handles_->check(0);
}

}  // namespace morula::io
