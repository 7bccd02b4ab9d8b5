// An open HDF5 file: the common part of writing and reading. Internal to hdf5_*.cpp.
#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <system_error>

#include "core/error.h"
#include "core/field.h"
#include "io/chunk_grid.h"
#include "io/hdf5_driver.h"

namespace morula::io::hdf5 {

using Dimensions = std::array<hsize_t, 4>;

inline int rank_of(const Field& field) {
  return static_cast<int>(field.dimensions) + (field.replicas > 0 ? 1 : 0);
}

// The order of HDF5: the fastest axis comes last.
inline Dimensions in_order(const Shape& shape, const Field& field) {
  Dimensions ordered{};
  std::size_t next = 0;
  if (field.replicas > 0) ordered[next++] = shape[3];
  for (std::size_t axis = field.dimensions; axis-- > 0;) ordered[next++] = shape[axis];
  return ordered;
}

inline Shape shape_in(const Dimensions& ordered, const Field& field) {
  Shape shape{1, 1, 1, 1};
  std::size_t next = 0;
  if (field.replicas > 0) shape[3] = ordered[next++];
  for (std::size_t axis = field.dimensions; axis-- > 0;) shape[axis] = ordered[next++];
  return shape;
}

// The attribute of a dataset with replicas that says that its first axis is not a spatial one.
constexpr const char* axes_attribute = "axes";
inline std::string axes_with_replicas(unsigned dimensions) {
  return dimensions == 1 ? "replica x" : dimensions == 2 ? "replica y x" : "replica z y x";
}

inline hid_t type_in_file(ValueType type) {
  switch (type) {
    case ValueType::U8:
      return H5T_STD_U8LE;
    case ValueType::U16:
      return H5T_STD_U16LE;
    case ValueType::U32:
      return H5T_STD_U32LE;
    case ValueType::U64:
      return H5T_STD_U64LE;
    case ValueType::I32:
      return H5T_STD_I32LE;
    case ValueType::I64:
      return H5T_STD_I64LE;
    case ValueType::F64:
      return H5T_IEEE_F64LE;
  }
  return H5I_INVALID_HID;
}

inline hid_t type_in_memory(ValueType type) {
  switch (type) {
    case ValueType::U8:
      return H5T_NATIVE_UINT8;
    case ValueType::U16:
      return H5T_NATIVE_UINT16;
    case ValueType::U32:
      return H5T_NATIVE_UINT32;
    case ValueType::U64:
      return H5T_NATIVE_UINT64;
    case ValueType::I32:
      return H5T_NATIVE_INT32;
    case ValueType::I64:
      return H5T_NATIVE_INT64;
    case ValueType::F64:
      return H5T_NATIVE_DOUBLE;
  }
  return H5I_INVALID_HID;
}

inline std::optional<ValueType> value_type_of(hid_t type) {
  const std::size_t size = H5Tget_size(type);
  if (H5Tequal(type, H5T_IEEE_F64LE) > 0 || H5Tequal(type, H5T_IEEE_F64BE) > 0) return ValueType::F64;
  if (H5Tget_class(type) != H5T_INTEGER) return std::nullopt;
  if (H5Tget_sign(type) == H5T_SGN_2)
    return size == 4   ? std::optional(ValueType::I32)
           : size == 8 ? std::optional(ValueType::I64)
                       : std::nullopt;
  for (const ValueType candidate : {ValueType::U8, ValueType::U16, ValueType::U32, ValueType::U64})
    if (size == size_of(candidate)) return candidate;
  return std::nullopt;
}

struct Selections {
  Handle in_memory, in_file;  // in memory and in the file
};

// HDF5 admits one thread at a time: Debian's library is not thread-safe, even for separate files. Every entry
// point holds this mutex, and may call other entry points.
inline std::recursive_mutex& all_calls() {
  static std::recursive_mutex mutex;
  return mutex;
}

class QuietCall {
 public:
  QuietCall() { keep_quiet(); }

 private:
  std::scoped_lock<std::recursive_mutex> lock_{all_calls()};
};

// An open file. Every call to HDF5 goes through make() or check(), which turn an error into a FileError.
struct OpenFile {
  // Declared first, so that it is released last.
  std::unique_lock<std::recursive_mutex> closing{all_calls(), std::defer_lock};
  std::string path;
  std::shared_ptr<DrivenDisk> disk;
  Handle driver, access, file;
  std::map<std::string, Handle> datasets;  // kept open, since HDF5 caches their chunks in memory

  OpenFile(const std::filesystem::path& file_path, int flags);
  ~OpenFile() {
    closing.lock();
    keep_quiet();  // this may be a different thread from the one that opened the file
  }

  [[noreturn]] void fail() const {
    const int error = disk->failure();
    throw FileError(path, error != 0 ? std::generic_category().message(error) : innermost_message());
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
  bool is_one(const Handle& attribute, H5T_class_t kind) const;
  Handle attribute(hid_t object, const std::string& name, H5T_class_t kind, const char* called) const;
  // Nothing unless it is a single text of fixed length.
  std::optional<std::string> text_in(const Handle& attribute) const;
};

inline OpenFile::OpenFile(const std::filesystem::path& file_path, int flags)
    : path(file_path.string()), disk(std::make_shared<DrivenDisk>(file_path, flags)) {
  const QuietCall call;
  driver = registered_driver();
  check(driver.get());
  access = make(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  const DriverInfo info = &disk;
  check(H5Pset_driver(access.get(), driver.get(), &info));
  // The newer file formats have checksums for everything except data.
  check(H5Pset_libver_bounds(access.get(), H5F_LIBVER_V110, H5F_LIBVER_V110));
}

// Slabs are read in order, so HDF5 needs only the last of its chunks again; a small cache is enough.
inline Handle OpenFile::dataset_access(const Field& field) const {
  constexpr std::size_t slots = 521, chunks_held = 8;
  const std::size_t chunk = ChunkGrid(shape_of(field), chunk_of(field)).capacity() * size_of(field.type);
  Handle list = make(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose);
  check(H5Pset_chunk_cache(list.get(), slots, chunks_held * std::max<std::size_t>(chunk, chunk_bytes), 1.0));
  return list;
}

// Both selections have the same shape and rank; if they differed, HDF5 would copy value by value, which is
// ten times slower.
inline Selections OpenFile::selections(const Field& field, const Slab& slab) const {
  const int rank = rank_of(field);
  const Box box = box_of(slab, field);
  const Dimensions whole = in_order(shape_of(field), field);
  const Dimensions first = in_order({box.first.x, box.first.y, box.first.z, box.first_replica}, field);
  const Dimensions count = in_order({box.extent.x, box.extent.y, box.extent.z, box.replicas}, field);
  Handle in_memory = make(H5Screate_simple(rank, count.data(), nullptr), H5Sclose);
  Handle in_file = make(H5Screate_simple(rank, whole.data(), nullptr), H5Sclose);
  check(H5Sselect_hyperslab(in_file.get(), H5S_SELECT_SET, first.data(), nullptr, count.data(), nullptr));
  return {std::move(in_memory), std::move(in_file)};
}

inline bool OpenFile::is_one(const Handle& attribute, H5T_class_t kind) const {
  const Handle type = make(H5Aget_type(attribute.get()), H5Tclose);
  const Handle space = make(H5Aget_space(attribute.get()), H5Sclose);
  const bool variable = kind == H5T_STRING && H5Tis_variable_str(type.get()) > 0;
  return H5Tget_class(type.get()) == kind && !variable && H5Sget_simple_extent_npoints(space.get()) == 1;
}

inline Handle OpenFile::attribute(hid_t object, const std::string& name, H5T_class_t kind,
                                  const char* called) const {
  Handle found = make(H5Aopen(object, name.c_str(), H5P_DEFAULT), H5Aclose);
  if (!is_one(found, kind)) throw FileError(path, "attribute '" + name + "' is not " + called);
  return found;
}

inline std::optional<std::string> OpenFile::text_in(const Handle& attribute) const {
  if (!is_one(attribute, H5T_STRING)) return std::nullopt;
  const Handle type = make(H5Aget_type(attribute.get()), H5Tclose);
  std::string text(H5Tget_size(type.get()), '\0');
  check(H5Aread(attribute.get(), type.get(), text.data()));
  text.resize(text.find_last_not_of('\0') + 1);
  return text;
}

}  // namespace morula::io::hdf5
