// HDF5 used as other programs use it, as a reference for our own files.
#pragma once

#include <hdf5.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/field.h"
#include "tests/io/values.h"

namespace morula::io {

inline std::vector<hsize_t> sizes_of(const Field& field) {
  // The fastest axis comes last.
  const std::vector<hsize_t> shape = {field.extent.z, field.extent.y, field.extent.x};
  std::vector<hsize_t> sizes(shape.end() - field.dimensions, shape.end());
  if (field.replicas > 0) sizes.insert(sizes.begin(), field.replicas);
  return sizes;
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

// `set` chooses the layout and filters. A number of bytes at the beginning of the file, a power of two, may
// be reserved.
inline void plainly_write(const std::filesystem::path& path, const Field& field, const Bytes& values,
                          const std::function<void(hid_t)>& set, hsize_t kept_free = 0) {
  const auto sizes = sizes_of(field);
  const hid_t creation = H5Pcreate(H5P_FILE_CREATE);
  H5Pset_userblock(creation, kept_free);
  const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation, H5P_DEFAULT);
  H5Pclose(creation);
  const hid_t space = H5Screate_simple(static_cast<int>(sizes.size()), sizes.data(), nullptr);
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

inline std::vector<hsize_t> plain_sizes_of(hid_t dataset) {
  const hid_t space = H5Dget_space(dataset);
  std::vector<hsize_t> sizes(static_cast<std::size_t>(H5Sget_simple_extent_ndims(space)));
  H5Sget_simple_extent_dims(space, sizes.data(), nullptr);
  H5Sclose(space);
  return sizes;
}

inline Bytes plainly_read(const std::filesystem::path& path, const Field& field) {
  Bytes values(field.bytes());
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t opened = H5Dopen2(file, field.name.c_str(), H5P_DEFAULT);
  if (plain_sizes_of(opened) != sizes_of(field)) values.clear();
  if (!values.empty() &&
      H5Dread(opened, number_type(field.type), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0)
    values.clear();
  H5Dclose(opened);
  H5Fclose(file);
  return values;
}

struct PlainPlace {
  std::uint64_t offset = 0, bytes = 0;
};

// The place of the first chunk of a dataset in a file without a user block.
inline PlainPlace plain_place_of_first_chunk(const std::filesystem::path& path, const Field& field) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t opened = H5Dopen2(file, field.name.c_str(), H5P_DEFAULT);
  const std::vector<hsize_t> origin(sizes_of(field).size(), 0);
  unsigned filters_left_out = 0;
  haddr_t address = HADDR_UNDEF;
  hsize_t bytes = 0;
  H5Dget_chunk_info_by_coord(opened, origin.data(), &filters_left_out, &address, &bytes);
  H5Dclose(opened);
  H5Fclose(file);
  return {address, bytes};
}

// Replaces an attribute of a dataset by a text of fixed length.
inline void plainly_name(const std::filesystem::path& path, const char* dataset, const char* attribute,
                         const std::string& text) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  const hid_t opened = H5Dopen2(file, dataset, H5P_DEFAULT);
  if (H5Aexists(opened, attribute) > 0) H5Adelete(opened, attribute);
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, text.size() + 1);
  const hid_t space = H5Screate(H5S_SCALAR);
  const hid_t made = H5Acreate2(opened, attribute, type, space, H5P_DEFAULT, H5P_DEFAULT);
  H5Awrite(made, type, text.c_str());
  H5Aclose(made);
  H5Sclose(space);
  H5Tclose(type);
  H5Dclose(opened);
  H5Fclose(file);
}

inline std::string plain_text(const std::filesystem::path& path, const char* dataset, const char* attribute) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t found = H5Aopen_by_name(file, dataset, attribute, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t type = H5Aget_type(found);
  std::string text(H5Tget_size(type), '\0');
  H5Aread(found, type, text.data());
  H5Tclose(type);
  H5Aclose(found);
  H5Fclose(file);
  return text;
}

}  // namespace morula::io
