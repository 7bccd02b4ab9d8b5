// HDF5's handles, its messages and its access to the disk. Internal to hdf5_*.cpp: no other file includes
// HDF5's header.
#pragma once

#include <hdf5.h>

// A driver is a struct of functions that HDF5 calls. Its members and their duties change between minor
// versions, and a mistake is noticed only when files break.
#if H5_VERS_MAJOR == 1 && H5_VERS_MINOR == 10    // Debian 12, Ubuntu 22.04 and 24.04
#elif H5_VERS_MAJOR == 1 && H5_VERS_MINOR == 14  // Debian 13
#include <H5FDdevelop.h>
#else
#error \
    "This version of HDF5 is not known to io/hdf5_driver.h. Build with HDF5 1.10 or 1.14 (cmake -DHDF5_ROOT=...), \
or compare H5FD_class_t in its H5FDpublic.h or H5FDdevelop.h with theirs, add it here, and run io_tests."
#endif

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "io/disk_file.h"

namespace morula::io::hdf5 {

class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Handle() = default;
  Handle(hid_t id, Close close) : id_(id), close_(close) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, H5I_INVALID_HID)), close_(other.close_) {}
  Handle& operator=(Handle&& other) noexcept {
    reset();
    id_ = std::exchange(other.id_, H5I_INVALID_HID);
    close_ = other.close_;
    return *this;
  }
  ~Handle() { reset(); }

  hid_t get() const { return id_; }
  herr_t reset() noexcept {
    const hid_t id = std::exchange(id_, H5I_INVALID_HID);
    return id < 0 ? 0 : close_(id);
  }

 private:
  hid_t id_ = H5I_INVALID_HID;
  Close close_ = nullptr;
};

// HDF5 has a stack of errors for each thread and prints it unless that is switched off; its exit handler
// tries once more to write data that could not be written. The library must neither print nor delay the end
// of a process.
inline void keep_quiet() {
  H5dont_atexit();
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

// HDF5's own message about a file that is too short names fields of HDF5's data structures; users get this
// message instead.
inline std::optional<std::string> told_as_cut_off(const std::string& message) {
  unsigned long long there = 0, base = 0, stored = 0;
  constexpr const char* form = "truncated file: eof = %llu, sblock->base_addr = %llu, stored_eof = %llu";
  if (std::sscanf(message.c_str(), form, &there, &base, &stored) != 3) return std::nullopt;
  // HDF5 counts the existing bytes from the end of the user block, but the stored bytes from the beginning of
  // the file.
  return fmt::format("the file is cut off: it has {} of its {} bytes", there + base, stored);
}

// The innermost of HDF5's messages, on one line.
inline std::string innermost_message() {
  std::string message;
  const auto take_first = [](unsigned depth, const H5E_error2_t* error, void* into) noexcept -> herr_t {
    if (depth == 0 && error->desc != nullptr) *static_cast<std::string*>(into) = error->desc;
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, take_first, &message);
  std::ranges::replace(message, '\n', ' ');
  if (const auto cut_off = told_as_cut_off(message)) return *cut_off;
  if (message == "file signature not found") return "is not an HDF5 file";
  return message.empty() ? "unknown error" : message;
}

// Where HDF5 wanted to read raw data (the values of datasets).
struct RawReads {
  unsigned count = 0;
  std::uint64_t offset = 0, bytes = 0;  // of the last read; the offset counts from the file's first byte
};

// While `noting` is set, raw reads are noted in it instead of being carried out.
struct DrivenDisk : DiskFile {
  using DiskFile::DiskFile;
  RawReads* noting = nullptr;
};

// HDF5's virtual file driver, through which it accesses the disk; here it uses a DiskFile.
struct DriverFile : H5FD_t {
  std::shared_ptr<DrivenDisk> disk;
  haddr_t allocated = 0;
};

using DriverInfo = const std::shared_ptr<DrivenDisk>*;  // passed from a file access list to driver_open

inline DriverFile& driven(H5FD_t* file) { return *static_cast<DriverFile*>(file); }
inline const DriverFile& driven(const H5FD_t* file) { return *static_cast<const DriverFile*>(file); }

inline H5FD_t* driver_open(const char*, unsigned, hid_t access, haddr_t) noexcept {
  const auto* disk = static_cast<const DriverInfo*>(H5Pget_driver_info(access));
  if (disk == nullptr) return nullptr;
  try {
    auto file = std::make_unique<DriverFile>();
    file->disk = **disk;
    return file.release();
  } catch (const std::exception&) {
    return nullptr;  // exceptions must not pass through HDF5
  }
}

inline herr_t driver_close(H5FD_t* file) noexcept {
  const std::unique_ptr<DriverFile> closing(&driven(file));
  return 0;
}

inline herr_t driver_query(const H5FD_t*, unsigned long* features) noexcept {
  *features = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
              H5FD_FEAT_AGGREGATE_SMALLDATA;
  return 0;
}

inline haddr_t driver_allocated(const H5FD_t* file, H5FD_mem_t) noexcept { return driven(file).allocated; }

inline herr_t driver_allocate(H5FD_t* file, H5FD_mem_t, haddr_t size) noexcept {
  driven(file).allocated = size;
  return 0;
}

inline haddr_t driver_size(const H5FD_t* file, H5FD_mem_t) noexcept { return driven(file).disk->size(); }

inline herr_t driver_read(H5FD_t* file, H5FD_mem_t kind, hid_t, haddr_t offset, std::size_t size,
                          void* bytes) noexcept {
  DrivenDisk& disk = *driven(file).disk;
  if (disk.noting != nullptr && kind == H5FD_MEM_DRAW) {
    *disk.noting = {disk.noting->count + 1, offset, size};
    return 0;
  }
  return disk.read(offset, {static_cast<std::byte*>(bytes), size}) ? 0 : -1;
}

inline herr_t driver_write(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t offset, std::size_t size,
                           const void* bytes) noexcept {
  driven(file).disk->write(offset, {static_cast<const std::byte*>(bytes), size});
  return 0;
}

inline herr_t driver_truncate(H5FD_t* file, hid_t, hbool_t) noexcept {
  driven(file).disk->resize(driven(file).allocated);
  return 0;
}

// Without `cmp`, HDF5 takes two files for the same one only if they share a DriverFile, so a file whose close
// failed is never mistaken for another. Without `lock`, file systems that do not support locks can be used.
inline Handle registered_driver() {
  H5FD_class_t driver{};
#ifdef H5FD_CLASS_VERSION
  driver.version = H5FD_CLASS_VERSION;
  driver.value =
      511;  // the largest value that HDF5 reserves for drivers that are not registered with its makers
#endif
  driver.name = "morula";
  driver.maxaddr = HADDR_MAX / 2;  // the largest off_t
  driver.fc_degree = H5F_CLOSE_STRONG;
  driver.fapl_size = sizeof(DriverInfo);
  driver.open = driver_open;
  driver.close = driver_close;
  driver.query = driver_query;
  driver.get_eoa = driver_allocated;
  driver.set_eoa = driver_allocate;
  driver.get_eof = driver_size;
  driver.read = driver_read;
  driver.write = driver_write;
  driver.truncate = driver_truncate;
  const std::array<H5FD_mem_t, H5FD_MEM_NTYPES> map = H5FD_FLMAP_DICHOTOMY;
  std::ranges::copy(map, driver.fl_map);
  return {H5FDregister(&driver), H5FDunregister};
}

}  // namespace morula::io::hdf5
