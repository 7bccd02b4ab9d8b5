#include "io/hdf5_file.h"

#include <fcntl.h>

#include <cassert>
#include <map>
#include <optional>
#include <system_error>

#include "core/error.h"
#include "io/hdf5_driver.h"

namespace morula::io {
namespace {

using hdf5::Handle;

constexpr std::uint64_t chunk_bytes = std::uint64_t{1} << 20;
constexpr unsigned compression_level = 1;

// HDF5's order: the fastest dimension last.
using Dimensions = std::array<hsize_t, 3>;

Dimensions in_order(Index x, Index y, Index z, unsigned dimensions) {
  if (dimensions == 1) return {x, 1, 1};
  if (dimensions == 2) return {y, x, 1};
  return {z, y, x};
}

Dimensions in_order(const Extent& extent, unsigned dimensions) {
  return in_order(extent.x, extent.y, extent.z, dimensions);
}

// Whole planes, else whole rows, else part of a row: then a chunk that lies in two slabs is the last of one
// and the first of the next.
Extent chunk_of(const Field& field) {
  const Extent& whole = field.extent;
  const Index values = chunk_bytes / size_of(field.type);
  Extent chunk{std::min(whole.x, values), 1, 1};
  if (chunk.x == whole.x) chunk.y = std::min(whole.y, std::max<Index>(1, values / chunk.x));
  if (chunk.x == whole.x && chunk.y == whole.y)
    chunk.z = std::min(whole.z, std::max<Index>(1, values / (chunk.x * chunk.y)));
  return chunk;
}

hid_t type_in_file(ValueType type) {
  switch (type) {
    case ValueType::U8:
      return H5T_STD_U8LE;
    case ValueType::U16:
      return H5T_STD_U16LE;
    case ValueType::U32:
      return H5T_STD_U32LE;
    case ValueType::U64:
      return H5T_STD_U64LE;
  }
  return H5I_INVALID_HID;
}

hid_t type_in_memory(ValueType type) {
  switch (type) {
    case ValueType::U8:
      return H5T_NATIVE_UINT8;
    case ValueType::U16:
      return H5T_NATIVE_UINT16;
    case ValueType::U32:
      return H5T_NATIVE_UINT32;
    case ValueType::U64:
      return H5T_NATIVE_UINT64;
  }
  return H5I_INVALID_HID;
}

std::optional<ValueType> value_type_of(hid_t type) {
  if (H5Tget_class(type) != H5T_INTEGER || H5Tget_sign(type) != H5T_SGN_NONE) return std::nullopt;
  for (const ValueType candidate : {ValueType::U8, ValueType::U16, ValueType::U32, ValueType::U64})
    if (H5Tget_size(type) == size_of(candidate)) return candidate;
  return std::nullopt;
}

struct Selections {
  Handle here, there;  // in memory and in the file
};

// An open file; every call to HDF5 goes through make() or check(), which turn what went wrong into a
// FileError.
struct OpenFile {
  std::string path;
  std::shared_ptr<DiskFile> disk;
  Handle driver, access, file;
  std::map<std::string, Handle> datasets;  // kept open for their chunks in memory

  OpenFile(const std::filesystem::path& file_path, int flags);
  ~OpenFile() { hdf5::keep_quiet(); }  // this may be another thread than the one that opened it

  [[noreturn]] void fail() const {
    const int error = disk->failure();
    throw FileError(path, error != 0 ? std::generic_category().message(error) : hdf5::innermost_message());
  }
  template <class Result>
  Result check(Result result) const {
    if (result < 0 || disk->failure() != 0) fail();
    return result;
  }
  Handle make(hid_t id, Handle::Close close) const {
    Handle handle(id, close);
    check(id);
    return handle;
  }

  Handle dataset_access(const Field& field) const;
  Selections selections(const Field& field, const Slab& slab) const;
  Handle attribute(const std::string& name, H5T_class_t kind, const char* called) const;
};

OpenFile::OpenFile(const std::filesystem::path& file_path, int flags)
    : path(file_path.string()), disk(std::make_shared<DiskFile>(file_path, flags)) {
  hdf5::keep_quiet();
  driver = hdf5::registered_driver();
  check(driver.get());
  access = make(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  const hdf5::DriverInfo info = &disk;
  check(H5Pset_driver(access.get(), driver.get(), &info));
  // The newer layouts carry checksums of all that is not data.
  check(H5Pset_libver_bounds(access.get(), H5F_LIBVER_V110, H5F_LIBVER_V110));
}

// Slabs come in order, so that of their chunks only the last is needed again: a few are enough.
Handle OpenFile::dataset_access(const Field& field) const {
  constexpr std::size_t slots = 521, chunks_held = 8;
  const std::size_t chunk = chunk_of(field).sites() * size_of(field.type);
  Handle list = make(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose);
  check(H5Pset_chunk_cache(list.get(), slots, chunks_held * std::max<std::size_t>(chunk, chunk_bytes), 1.0));
  return list;
}

// Both of one shape and rank: between different ones HDF5 moves value by value, ten times slower.
Selections OpenFile::selections(const Field& field, const Slab& slab) const {
  const int rank = static_cast<int>(field.dimensions);
  const Box box = box_of(slab, field.extent);
  const Dimensions whole = in_order(field.extent, field.dimensions);
  const Dimensions first = in_order(box.first.x, box.first.y, box.first.z, field.dimensions);
  const Dimensions count = in_order(box.extent, field.dimensions);
  Handle here = make(H5Screate_simple(rank, count.data(), nullptr), H5Sclose);
  Handle there = make(H5Screate_simple(rank, whole.data(), nullptr), H5Sclose);
  check(H5Sselect_hyperslab(there.get(), H5S_SELECT_SET, first.data(), nullptr, count.data(), nullptr));
  return {std::move(here), std::move(there)};
}

Handle OpenFile::attribute(const std::string& name, H5T_class_t kind, const char* called) const {
  Handle found = make(H5Aopen(file.get(), name.c_str(), H5P_DEFAULT), H5Aclose);
  const Handle type = make(H5Aget_type(found.get()), H5Tclose);
  const Handle space = make(H5Aget_space(found.get()), H5Sclose);
  const bool variable = kind == H5T_STRING && H5Tis_variable_str(type.get()) > 0;
  if (H5Tget_class(type.get()) != kind || variable || H5Sget_simple_extent_npoints(space.get()) != 1)
    throw FileError(path, "attribute '" + name + "' is not " + called);
  return found;
}

}  // namespace

struct Hdf5Writer::Handles : OpenFile {
  explicit Handles(const std::filesystem::path& file_path) : OpenFile(file_path, O_RDWR | O_CREAT | O_TRUNC) {
    const Handle creation = make(H5Pcreate(H5P_FILE_CREATE), H5Pclose);
    check(H5Pset_obj_track_times(creation.get(), false));  // the same state gives the same bytes
    file = make(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation.get(), access.get()), H5Fclose);
  }

  Handle creation_of(const Field& field) const;
  void put(const std::string& name, hid_t in_file, hid_t in_memory, const void* value);
};

Handle Hdf5Writer::Handles::creation_of(const Field& field) const {
  Handle list = make(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  check(H5Pset_obj_track_times(list.get(), false));
  if (field.extent.sites() == 0) return list;  // nothing to cut into chunks
  const Dimensions chunk = in_order(chunk_of(field), field.dimensions);
  check(H5Pset_chunk(list.get(), static_cast<int>(field.dimensions), chunk.data()));
  if (size_of(field.type) > 1) check(H5Pset_shuffle(list.get()));
  check(H5Pset_deflate(list.get(), compression_level));
  check(H5Pset_fletcher32(list.get()));
  return list;
}

void Hdf5Writer::Handles::put(const std::string& name, hid_t in_file, hid_t in_memory, const void* value) {
  hdf5::keep_quiet();
  const Handle space = make(H5Screate(H5S_SCALAR), H5Sclose);
  const Handle made =
      make(H5Acreate2(file.get(), name.c_str(), in_file, space.get(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  check(H5Awrite(made.get(), in_memory, value));
}

Hdf5Writer::Hdf5Writer(const std::filesystem::path& path) : handles_(std::make_unique<Handles>(path)) {}

Hdf5Writer::~Hdf5Writer() {
  if (handles_) handles_->disk->abandon();  // a file that nobody closed is of no use
}

void Hdf5Writer::attribute(const std::string& name, const std::string& value) {
  const Handle type = handles_->make(H5Tcopy(H5T_C_S1), H5Tclose);
  handles_->check(H5Tset_size(type.get(), std::max<std::size_t>(1, value.size())));
  handles_->check(H5Tset_strpad(type.get(), H5T_STR_NULLPAD));
  handles_->check(H5Tset_cset(type.get(), H5T_CSET_UTF8));
  handles_->put(name, type.get(), type.get(), value.c_str());
}

void Hdf5Writer::attribute(const std::string& name, std::uint64_t value) {
  handles_->put(name, H5T_STD_U64LE, H5T_NATIVE_UINT64, &value);
}

void Hdf5Writer::attribute(const std::string& name, double value) {
  handles_->put(name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, &value);
}

void Hdf5Writer::add(const Field& field) {
  hdf5::keep_quiet();
  const Dimensions extent = in_order(field.extent, field.dimensions);
  const Handle space =
      handles_->make(H5Screate_simple(static_cast<int>(field.dimensions), extent.data(), nullptr), H5Sclose);
  const Handle creation = handles_->creation_of(field), access = handles_->dataset_access(field);
  handles_->datasets[field.name] =
      handles_->make(H5Dcreate2(handles_->file.get(), field.name.c_str(), type_in_file(field.type),
                                space.get(), H5P_DEFAULT, creation.get(), access.get()),
                     H5Dclose);
}

void Hdf5Writer::write(const Field& field, const Slab& slab, std::span<const std::byte> values) {
  hdf5::keep_quiet();
  assert(values.size() == slab.count * size_of(field.type));
  const auto dataset = handles_->datasets.find(field.name);
  if (dataset == handles_->datasets.end())
    throw FileError(handles_->path, "has no field '" + field.name + "'");
  if (slab.count == 0) return;
  const hid_t id = dataset->second.get();
  const auto [here, there] = handles_->selections(field, slab);
  handles_->check(
      H5Dwrite(id, type_in_memory(field.type), here.get(), there.get(), H5P_DEFAULT, values.data()));
}

void Hdf5Writer::close() {
  hdf5::keep_quiet();
  for (auto& [name, dataset] : handles_->datasets) handles_->check(dataset.reset());
  handles_->check(handles_->file.reset());
  handles_->disk->close();
  handles_->check(0);
}

struct Hdf5Reader::Handles : OpenFile {
  explicit Handles(const std::filesystem::path& file_path) : OpenFile(file_path, O_RDONLY) {
    file = make(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access.get()), H5Fclose);
  }

  std::string name_of_link(hsize_t place) const;
  std::optional<Field> field_called(const std::string& name) const;
  hid_t dataset_of(const Field& field);
};

std::string Hdf5Reader::Handles::name_of_link(hsize_t place) const {
  const auto ask = [&](char* name, std::size_t size) {
    return check(
        H5Lget_name_by_idx(file.get(), ".", H5_INDEX_NAME, H5_ITER_INC, place, name, size, H5P_DEFAULT));
  };
  std::string name(static_cast<std::size_t>(ask(nullptr, 0)), '\0');
  ask(name.data(), name.size() + 1);
  return name;
}

std::optional<Field> Hdf5Reader::Handles::field_called(const std::string& name) const {
  const Handle object = make(H5Oopen(file.get(), name.c_str(), H5P_DEFAULT), H5Oclose);
  if (H5Iget_type(object.get()) != H5I_DATASET) return std::nullopt;
  const Handle type = make(H5Dget_type(object.get()), H5Tclose);
  const Handle space = make(H5Dget_space(object.get()), H5Sclose);
  const int rank = check(H5Sget_simple_extent_ndims(space.get()));
  const auto value_type = value_type_of(type.get());
  if (!value_type || rank < 1 || rank > 3) return std::nullopt;
  Dimensions size{1, 1, 1};  // the fastest last, whatever the rank
  check(H5Sget_simple_extent_dims(space.get(), size.data() + (3 - rank), nullptr));
  return Field{name, *value_type, {size[2], size[1], size[0]}, static_cast<unsigned>(rank)};
}

hid_t Hdf5Reader::Handles::dataset_of(const Field& field) {
  const auto known = datasets.find(field.name);
  if (known != datasets.end()) return known->second.get();
  const htri_t exists = check(H5Lexists(file.get(), field.name.c_str(), H5P_DEFAULT));
  if (exists == 0) throw FileError(path, "has no field '" + field.name + "'");
  if (field_called(field.name) != field)
    throw FileError(path, "field '" + field.name + "' has another type or extent");
  const Handle list = dataset_access(field);
  Handle opened = make(H5Dopen2(file.get(), field.name.c_str(), list.get()), H5Dclose);
  return (datasets[field.name] = std::move(opened)).get();
}

Hdf5Reader::Hdf5Reader(const std::filesystem::path& path) : handles_(std::make_unique<Handles>(path)) {}
Hdf5Reader::~Hdf5Reader() = default;

bool Hdf5Reader::has_attribute(const std::string& name) const {
  hdf5::keep_quiet();
  return handles_->check(H5Aexists(handles_->file.get(), name.c_str())) > 0;
}

std::string Hdf5Reader::text(const std::string& name) const {
  hdf5::keep_quiet();
  const Handle found = handles_->attribute(name, H5T_STRING, "text");
  const Handle type = handles_->make(H5Aget_type(found.get()), H5Tclose);
  std::string value(H5Tget_size(type.get()), '\0');
  handles_->check(H5Aread(found.get(), type.get(), value.data()));
  value.resize(value.find_last_not_of('\0') + 1);
  return value;
}

std::uint64_t Hdf5Reader::number(const std::string& name) const {
  hdf5::keep_quiet();
  const Handle found = handles_->attribute(name, H5T_INTEGER, "a whole number");
  std::uint64_t value = 0;
  handles_->check(H5Aread(found.get(), H5T_NATIVE_UINT64, &value));
  return value;
}

double Hdf5Reader::real(const std::string& name) const {
  hdf5::keep_quiet();
  const Handle found = handles_->attribute(name, H5T_FLOAT, "a number");
  double value = 0;
  handles_->check(H5Aread(found.get(), H5T_NATIVE_DOUBLE, &value));
  return value;
}

std::vector<Field> Hdf5Reader::fields() const {
  hdf5::keep_quiet();
  H5G_info_t root{};
  handles_->check(H5Gget_info(handles_->file.get(), &root));
  std::vector<Field> fields;
  for (hsize_t place = 0; place < root.nlinks; ++place)
    if (auto field = handles_->field_called(handles_->name_of_link(place)))
      fields.push_back(*std::move(field));
  return fields;
}

void Hdf5Reader::read(const Field& field, const Slab& slab, std::span<std::byte> values) const {
  hdf5::keep_quiet();
  assert(values.size() == slab.count * size_of(field.type));
  const hid_t id = handles_->dataset_of(field);
  if (slab.count == 0) return;
  const auto [here, there] = handles_->selections(field, slab);
  handles_->check(
      H5Dread(id, type_in_memory(field.type), here.get(), there.get(), H5P_DEFAULT, values.data()));
}

}  // namespace morula::io
