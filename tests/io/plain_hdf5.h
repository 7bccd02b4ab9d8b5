// HDF5 as any other program uses it, to judge by.
#pragma once

#include <hdf5.h>

#include <filesystem>
#include <functional>
#include <vector>

#include "core/field.h"
#include "tests/io/values.h"

namespace morula::io {

inline std::vector<hsize_t> sizes_of(const Extent& extent, unsigned dimensions) {
  const std::vector<hsize_t> all = {extent.z, extent.y, extent.x};  // the fastest last
  return {all.end() - dimensions, all.end()};
}

inline hid_t number_type(ValueType type) {
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

// `set` chooses layout and filters.
inline void plainly_write(const std::filesystem::path& path, const Field& field, const Bytes& values,
                          const std::function<void(hid_t)>& set) {
  const auto sizes = sizes_of(field.extent, field.dimensions);
  const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t space = H5Screate_simple(static_cast<int>(field.dimensions), sizes.data(), nullptr);
  const hid_t list = H5Pcreate(H5P_DATASET_CREATE);
  set(list);
  const hid_t made =
      H5Dcreate2(file, field.name.c_str(), number_type(field.type), space, H5P_DEFAULT, list, H5P_DEFAULT);
  if (!values.empty()) H5Dwrite(made, number_type(field.type), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
  H5Pclose(list);
  H5Dclose(made);
  H5Sclose(space);
  H5Fclose(file);
}

inline Bytes plainly_read(const std::filesystem::path& path, const Field& field) {
  Bytes values(field.bytes());
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t opened = H5Dopen2(file, field.name.c_str(), H5P_DEFAULT);
  if (H5Dread(opened, number_type(field.type), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0)
    values.clear();
  H5Dclose(opened);
  H5Fclose(file);
  return values;
}

}  // namespace morula::io
