// States and checkpoints as HDF5: one compressed dataset per field, written and read in slabs, and
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

// Writes a new file. It is complete only after close(); a failure (a full disk) throws FileError. Fields are
// compressed by the threads, or by the caller if there are none; the file is the same.
class Hdf5Writer {
 public:
  explicit Hdf5Writer(const std::filesystem::path& path, ThreadPool* threads = nullptr);
  ~Hdf5Writer();

  void attribute(const std::string& name, const std::string& value);
  void attribute(const std::string& name, std::uint64_t value);
  void attribute(const std::string& name, std::int64_t value);
  void attribute(const std::string& name, double value);
  void add(const Field& field);  // which may be empty: a table without rows
  // One replica of a field that was added, as a dataset without an axis for replicas that reads the values of
  // the field in place: for programs that cannot read a part of a dataset.
  void add_replica(const Field& field, Index replica);
  // Of a field that was added.
  void attribute(const Field& field, const std::string& name, const std::string& value);
  void attribute(const Field& field, const std::string& name, std::uint64_t value);
  void attribute(const Field& field, const std::string& name, std::int64_t value);
  void attribute(const Field& field, const std::string& name, double value);
  void write(const Field& field, const Slab& slab, std::span<const std::byte> values);  // each value once
  // A chunk that was packed elsewhere (field_chunks.h), instead of its values. The order in which chunks are
  // written is that in which they lie in the file.
  void write_packed(const Field& field, std::uint64_t chunk, std::span<const std::byte> packed);
  void close();

 private:
  struct Handles;
  std::unique_ptr<Handles> handles_;
};

// The name of a dataset of Hdf5Writer::add_replica.
std::string replica_dataset(const Field& field, Index replica);

// An array of numbers in two or three dimensions, of any width, signed or not, as other programs write it.
struct Dataset {
  std::string name;  // its path in the file, without the slash it begins with
  Extent extent;
  unsigned dimensions = 2;
  std::uint64_t value_bytes = 1;  // of a number in the file
  friend bool operator==(const Dataset&, const Dataset&) = default;
};

enum class NumberKind { Whole, Any };  // whole numbers alone, or floating-point numbers as well

// Reads a file; one that is cut short, corrupt or of another kind throws FileError.
class Hdf5Reader {
 public:
  explicit Hdf5Reader(const std::filesystem::path& path);
  ~Hdf5Reader();

  // Attributes; one that is absent or of another kind throws FileError.
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
  // A chunk of a field, to be unpacked elsewhere (field_chunks.h), whatever form the file holds it in.
  PackedChunk read_packed(const Field& field, std::uint64_t chunk) const;

  // All datasets with numbers of this kind, in any group of the file, sorted by their paths.
  std::vector<Dataset> datasets(NumberKind kind = NumberKind::Whole) const;
  std::optional<Dataset> dataset(const std::string& name, NumberKind kind = NumberKind::Whole) const;
  // All other datasets: their paths, and why they are left out, such as "holds floating-point numbers".
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
