// States and checkpoints in HDF5: one compressed dataset for each field, written and read in slabs, and
// attributes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/field.h"
#include "core/threads.h"
#include "io/chunk_filter.h"

namespace morula::io {

// Writes a new file, which is complete only after close(); a failure (such as a full disk) throws FileError.
// The threads compress the fields, or the caller does if there are none; the file is the same.
class Hdf5Writer {
 public:
  explicit Hdf5Writer(const std::filesystem::path& path, ThreadPool* threads = nullptr);
  ~Hdf5Writer();

  void attribute(const std::string& name, const std::string& value);
  void attribute(const std::string& name, std::uint64_t value);
  void attribute(const std::string& name, std::int64_t value);
  void attribute(const std::string& name, double value);
  void add(const Field& field);  // the field may be empty: a table without rows
  // Adds one replica of a field that was added before, as a dataset without an axis for replicas. It refers
  // to the values of the field without copying them. For programs that cannot read a part of a dataset.
  void add_replica(const Field& field, Index replica);
  // An attribute of a field that was added before.
  void attribute(const Field& field, const std::string& name, const std::string& value);
  void attribute(const Field& field, const std::string& name, std::uint64_t value);
  void attribute(const Field& field, const std::string& name, std::int64_t value);
  void attribute(const Field& field, const std::string& name, double value);
  // Each value must be written once.
  void write(const Field& field, const Slab& slab, std::span<const std::byte> values);
  // Writes a chunk that was packed elsewhere (field_chunks.h), instead of its values. Chunks are stored in
  // the order in which they are written.
  void write_packed(const Field& field, std::uint64_t chunk, std::span<const std::byte> packed);
  void close();

 private:
  struct Handles;
  std::unique_ptr<Handles> handles_;
};

// The name of the dataset that Hdf5Writer::add_replica adds.
std::string replica_dataset(const Field& field, Index replica);

// An array of numbers in two or three dimensions, of any width, signed or unsigned, as other programs write
// it.
struct Dataset {
  std::string name;  // its path in the file, without the leading slash
  Extent extent;
  unsigned dimensions = 2;
  std::uint64_t value_bytes = 1;  // bytes of one number in the file
  friend bool operator==(const Dataset&, const Dataset&) = default;
};

enum class NumberKind { Whole, Any };  // whole numbers only, or floating-point numbers as well

// Reads a file; throws FileError if it is cut short, damaged or not HDF5.
class Hdf5Reader {
 public:
  explicit Hdf5Reader(const std::filesystem::path& path);
  ~Hdf5Reader();

  // Reading an attribute throws FileError if it is absent or of another type.
  bool has_attribute(const std::string& name) const;
  std::string text(const std::string& name) const;
  std::uint64_t number(const std::string& name) const;
  std::int64_t signed_number(const std::string& name) const;
  double real(const std::string& name) const;
  bool has_attribute(const Field& field, const std::string& name) const;
  std::string text(const Field& field, const std::string& name) const;
  std::uint64_t number(const Field& field, const std::string& name) const;
  std::int64_t signed_number(const Field& field, const std::string& name) const;
  double real(const Field& field, const std::string& name) const;

  // The fields of the file, including empty ones, with their extents in this file, sorted by name.
  std::vector<Field> fields() const;
  std::optional<Field> field(const std::string& name) const;
  // Several threads may call this at the same time; each decompresses the chunks that it reads.
  void read(const Field& field, const Slab& slab, std::span<std::byte> values) const;
  // Reads a chunk of a field that is to be unpacked elsewhere (field_chunks.h), in whatever form the file
  // stores it.
  PackedChunk read_packed(const Field& field, std::uint64_t chunk) const;

  // All datasets with numbers of this kind, in any group of the file, sorted by their paths.
  std::vector<Dataset> datasets(NumberKind kind = NumberKind::Whole) const;
  std::optional<Dataset> dataset(const std::string& name, NumberKind kind = NumberKind::Whole) const;
  // All other datasets: their paths, and why they cannot be used, such as "holds floating-point numbers".
  struct Unfit {
    std::string name, why;
  };
  std::vector<Unfit> unfit_datasets(NumberKind kind = NumberKind::Whole) const;
  // Numbers too large for a signed 64-bit integer are read as the largest such integer.
  void read(const Dataset& dataset, const Slab& slab, std::span<std::int64_t> numbers) const;
  void read(const Dataset& dataset, const Slab& slab,
            std::span<double> numbers) const;  // the nearest doubles

 private:
  struct Handles;
  std::unique_ptr<Handles> handles_;
};

}  // namespace morula::io
