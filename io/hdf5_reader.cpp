#include "io/hdf5_file.h"

#include <fcntl.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <optional>
#include <utility>

#include "io/hdf5_chunks.h"
#include "io/hdf5_open.h"

namespace morula::io {

using namespace hdf5;

namespace {

std::optional<Extent> extent_of(const std::vector<hsize_t>& sizes) {
  if (sizes.empty() || sizes.size() > 3) return std::nullopt;
  std::array<Index, 3> slowest_first{1, 1, 1};
  std::ranges::copy(sizes, slowest_first.end() - static_cast<std::ptrdiff_t>(sizes.size()));
  return Extent{slowest_first[2], slowest_first[1], slowest_first[0]};
}

// Links are listed in the order in which they are stored: if their index is damaged, HDF5 1.10 crashes while
// it sorts them.
extern "C" herr_t note_name(hid_t, const char* name, const H5L_info_t*, void* names) {
  static_cast<std::vector<std::string>*>(names)->emplace_back(name);
  return 0;
}

extern "C" herr_t note_link(hid_t, const char* name, const H5L_info_t* link, void* names) {
  if (link->type == H5L_TYPE_HARD) static_cast<std::vector<std::string>*>(names)->emplace_back(name);
  return 0;
}

}  // namespace

struct Hdf5Reader::Handles : OpenFile {
  explicit Handles(const std::filesystem::path& file_path) : OpenFile(file_path, O_RDONLY) {
    const QuietCall call;
    file = make(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access.get()), H5Fclose);
  }

  std::optional<Handle> dataset_at(const std::string& name) const;
  std::vector<hsize_t> sizes_of(const Handle& opened) const;  // the fastest axis last
  bool has_replicas(const Handle& opened, std::size_t rank) const;
  std::optional<Field> field_called(const std::string& name) const;
  std::optional<Dataset> numbers_called(const std::string& name, NumberKind kind) const;
  std::optional<std::string> why_unfit(const std::string& name, NumberKind kind) const;
  void read_numbers(const Dataset& dataset, const Slab& slab, ValueType type, void* numbers) const;
  std::vector<std::string> names() const;      // of everything that the root group links to
  std::vector<std::string> all_names() const;  // paths of everything in the root group and below
  hid_t dataset_of(const Field& field);
  ChunkReader* reader_of(const Field& field);  // null if HDF5 itself must read
  std::uint64_t number(hid_t object, const std::string& name) const;
  std::int64_t signed_number(hid_t object, const std::string& name) const;
  double real(hid_t object, const std::string& name) const;
  std::string text(hid_t object, const std::string& name) const;

  std::map<std::string, Field> opened;        // fields with open datasets
  std::map<std::string, ChunkReader> chunks;  // of the datasets whose chunks are like ours
};

// Follows only hard links: other links lead into another file, or nowhere.
std::optional<Handle> Hdf5Reader::Handles::dataset_at(const std::string& name) const {
  for (std::size_t end = 0; end < name.size(); ++end) {
    end = std::min(name.find('/', end), name.size());
    const std::string part = name.substr(0, end);
    if (part.empty() || check(H5Lexists(file.get(), part.c_str(), H5P_DEFAULT)) == 0) return std::nullopt;
    H5L_info_t link{};
    check(H5Lget_info(file.get(), part.c_str(), &link, H5P_DEFAULT));
    if (link.type != H5L_TYPE_HARD) return std::nullopt;
  }
  if (name.empty()) return std::nullopt;
  Handle object = make(H5Oopen(file.get(), name.c_str(), H5P_DEFAULT), H5Oclose);
  if (H5Iget_type(object.get()) != H5I_DATASET) return std::nullopt;
  return object;
}

std::vector<hsize_t> Hdf5Reader::Handles::sizes_of(const Handle& dataset) const {
  const Handle space = make(H5Dget_space(dataset.get()), H5Sclose);
  std::vector<hsize_t> sizes(static_cast<std::size_t>(check(H5Sget_simple_extent_ndims(space.get()))));
  check(H5Sget_simple_extent_dims(space.get(), sizes.data(), nullptr));
  return sizes;
}

// Other programs may have an attribute of this name but of another kind.
bool Hdf5Reader::Handles::has_replicas(const Handle& dataset, std::size_t rank) const {
  if (rank < 2 || rank > 4 || check(H5Aexists(dataset.get(), axes_attribute)) == 0) return false;
  const Handle found = make(H5Aopen(dataset.get(), axes_attribute, H5P_DEFAULT), H5Aclose);
  const std::string axes = axes_with_replicas(static_cast<unsigned>(rank - 1));
  return text_in(found) == axes;
}

std::optional<Field> Hdf5Reader::Handles::field_called(const std::string& name) const {
  const auto dataset = dataset_at(name);
  if (!dataset) return std::nullopt;
  const Handle type = make(H5Dget_type(dataset->get()), H5Tclose);
  const auto value_type = value_type_of(type.get());
  std::vector<hsize_t> sizes = sizes_of(*dataset);
  if (!value_type) return std::nullopt;
  Field field{name, *value_type, {}};
  if (has_replicas(*dataset, sizes.size())) {
    field.replicas = sizes.front();
    sizes.erase(sizes.begin());
    if (field.replicas == 0) return std::nullopt;
  }
  const auto extent = extent_of(sizes);
  if (!extent) return std::nullopt;
  field.extent = *extent;
  field.dimensions = static_cast<unsigned>(sizes.size());
  return field;
}

// h5py writes boolean values as an enumeration.
std::optional<std::string> Hdf5Reader::Handles::why_unfit(const std::string& name,
                                                          NumberKind wanted_kind) const {
  const auto dataset = dataset_at(name);
  if (!dataset) return std::nullopt;
  const Handle type = make(H5Dget_type(dataset->get()), H5Tclose);
  const H5T_class_t kind = H5Tget_class(type.get());
  const std::size_t rank = sizes_of(*dataset).size();
  if (kind == H5T_FLOAT && wanted_kind == NumberKind::Whole) return "holds floating-point numbers";
  if (kind != H5T_FLOAT && kind != H5T_INTEGER && kind != H5T_ENUM) return "does not hold numbers";
  if (rank == 2 || rank == 3) return std::nullopt;
  return "has " + std::to_string(rank) + (rank == 1 ? " dimension" : " dimensions");
}

std::optional<Dataset> Hdf5Reader::Handles::numbers_called(const std::string& name, NumberKind kind) const {
  const auto dataset = dataset_at(name);
  if (!dataset || why_unfit(name, kind)) return std::nullopt;
  const Handle type = make(H5Dget_type(dataset->get()), H5Tclose);
  const std::vector<hsize_t> sizes = sizes_of(*dataset);
  const auto extent = extent_of(sizes);
  return Dataset{name, *extent, static_cast<unsigned>(sizes.size()), H5Tget_size(type.get())};
}

hid_t Hdf5Reader::Handles::dataset_of(const Field& field) {
  const QuietCall call;
  const auto known = opened.find(field.name);
  if (known != opened.end() && known->second == field) return datasets.at(field.name).get();
  const htri_t exists = check(H5Lexists(file.get(), field.name.c_str(), H5P_DEFAULT));
  if (exists == 0) throw FileError(path, "has no field '" + field.name + "'");
  if (field_called(field.name) != field)
    throw FileError(path, "field '" + field.name + "' has another type or extent");
  const Handle list = dataset_access(field);
  Handle dataset = make(H5Dopen2(file.get(), field.name.c_str(), list.get()), H5Dclose);
  if (const auto found = chunks_of(*this, dataset.get(), field))
    chunks.try_emplace(field.name, *this, dataset.get(), field, *found);
  opened.emplace(field.name, field);
  return (datasets[field.name] = std::move(dataset)).get();
}

ChunkReader* Hdf5Reader::Handles::reader_of(const Field& field) {
  const QuietCall call;
  dataset_of(field);
  const auto found = chunks.find(field.name);
  return found == chunks.end() ? nullptr : &found->second;
}

Hdf5Reader::Hdf5Reader(const std::filesystem::path& path) : handles_(std::make_unique<Handles>(path)) {}
Hdf5Reader::~Hdf5Reader() = default;

std::string Hdf5Reader::Handles::text(hid_t object, const std::string& name) const {
  const QuietCall call;
  return text_in(attribute(object, name, H5T_STRING, "text")).value();
}

// HDF5 reads a number that does not fit as the nearest number that does.
std::uint64_t Hdf5Reader::Handles::number(hid_t object, const std::string& name) const {
  const QuietCall call;
  const Handle found = attribute(object, name, H5T_INTEGER, "a whole number");
  std::int64_t with_sign = 0;
  std::uint64_t value = 0;
  check(H5Aread(found.get(), H5T_NATIVE_INT64, &with_sign));
  check(H5Aread(found.get(), H5T_NATIVE_UINT64, &value));
  if (with_sign < 0) throw FileError(path, "attribute '" + name + "' is negative");
  return value;
}

std::int64_t Hdf5Reader::Handles::signed_number(hid_t object, const std::string& name) const {
  const QuietCall call;
  const Handle found = attribute(object, name, H5T_INTEGER, "a whole number");
  std::int64_t value = 0;
  std::uint64_t without_sign = 0;
  check(H5Aread(found.get(), H5T_NATIVE_INT64, &value));
  check(H5Aread(found.get(), H5T_NATIVE_UINT64, &without_sign));
  if (without_sign > std::uint64_t{std::numeric_limits<std::int64_t>::max()})
    throw FileError(path, "attribute '" + name + "' is larger than a signed number of 64 bits can be");
  return value;
}

double Hdf5Reader::Handles::real(hid_t object, const std::string& name) const {
  const QuietCall call;
  const Handle found = attribute(object, name, H5T_FLOAT, "a number");
  double value = 0;
  check(H5Aread(found.get(), H5T_NATIVE_DOUBLE, &value));
  return value;
}

bool Hdf5Reader::has_attribute(const std::string& name) const {
  const QuietCall call;
  return handles_->check(H5Aexists(handles_->file.get(), name.c_str())) > 0;
}

std::string Hdf5Reader::text(const std::string& name) const {
  return handles_->text(handles_->file.get(), name);
}
std::uint64_t Hdf5Reader::number(const std::string& name) const {
  return handles_->number(handles_->file.get(), name);
}
std::int64_t Hdf5Reader::signed_number(const std::string& name) const {
  return handles_->signed_number(handles_->file.get(), name);
}
double Hdf5Reader::real(const std::string& name) const { return handles_->real(handles_->file.get(), name); }

bool Hdf5Reader::has_attribute(const Field& field, const std::string& name) const {
  const QuietCall call;
  return handles_->check(H5Aexists(handles_->dataset_of(field), name.c_str())) > 0;
}

std::string Hdf5Reader::text(const Field& field, const std::string& name) const {
  const QuietCall call;
  return handles_->text(handles_->dataset_of(field), name);
}
std::uint64_t Hdf5Reader::number(const Field& field, const std::string& name) const {
  const QuietCall call;
  return handles_->number(handles_->dataset_of(field), name);
}
std::int64_t Hdf5Reader::signed_number(const Field& field, const std::string& name) const {
  const QuietCall call;
  return handles_->signed_number(handles_->dataset_of(field), name);
}
double Hdf5Reader::real(const Field& field, const std::string& name) const {
  const QuietCall call;
  return handles_->real(handles_->dataset_of(field), name);
}

std::vector<std::string> Hdf5Reader::Handles::names() const {
  std::vector<std::string> names;
  check(H5Literate(file.get(), H5_INDEX_NAME, H5_ITER_NATIVE, nullptr, note_name, &names));
  std::ranges::sort(names);
  return names;
}

// HDF5 visits every group once, however many links lead to it.
std::vector<std::string> Hdf5Reader::Handles::all_names() const {
  std::vector<std::string> names;
  check(H5Lvisit(file.get(), H5_INDEX_NAME, H5_ITER_INC, note_link, &names));
  return names;
}

std::vector<Field> Hdf5Reader::fields() const {
  const QuietCall call;
  std::vector<Field> fields;
  for (const std::string& name : handles_->names())
    if (auto field = handles_->field_called(name)) fields.push_back(*std::move(field));
  return fields;
}

std::optional<Field> Hdf5Reader::field(const std::string& name) const {
  const QuietCall call;
  return handles_->field_called(name);
}

std::vector<Dataset> Hdf5Reader::datasets(NumberKind kind) const {
  const QuietCall call;
  std::vector<Dataset> datasets;
  for (const std::string& name : handles_->all_names())
    if (auto found = handles_->numbers_called(name, kind)) datasets.push_back(*std::move(found));
  return datasets;
}

std::vector<Hdf5Reader::Unfit> Hdf5Reader::unfit_datasets(NumberKind kind) const {
  const QuietCall call;
  std::vector<Unfit> unfit;
  for (const std::string& name : handles_->all_names())
    if (auto why = handles_->why_unfit(name, kind)) unfit.push_back({name, *std::move(why)});
  return unfit;
}

std::optional<Dataset> Hdf5Reader::dataset(const std::string& name, NumberKind kind) const {
  const QuietCall call;
  return handles_->numbers_called(name.starts_with('/') ? name.substr(1) : name, kind);
}

// HDF5 converts the stored numbers to the type in memory.
void Hdf5Reader::Handles::read_numbers(const Dataset& dataset, const Slab& slab, ValueType type,
                                       void* numbers) const {
  const QuietCall call;
  if (slab.count == 0) return;
  const Field shape{dataset.name, type, dataset.extent, dataset.dimensions};
  const Handle opened = make(H5Dopen2(file.get(), dataset.name.c_str(), H5P_DEFAULT), H5Dclose);
  const auto [in_memory, in_file] = selections(shape, slab);
  check(H5Dread(opened.get(), type_in_memory(type), in_memory.get(), in_file.get(), H5P_DEFAULT, numbers));
}

void Hdf5Reader::read(const Dataset& dataset, const Slab& slab, std::span<std::int64_t> numbers) const {
  assert(numbers.size() == slab.count);
  handles_->read_numbers(dataset, slab, ValueType::I64, numbers.data());
}

void Hdf5Reader::read(const Dataset& dataset, const Slab& slab, std::span<double> numbers) const {
  assert(numbers.size() == slab.count);
  handles_->read_numbers(dataset, slab, ValueType::F64, numbers.data());
}

void Hdf5Reader::read(const Field& field, const Slab& slab, std::span<std::byte> values) const {
  assert(values.size() == slab.count * size_of(field.type));
  ChunkReader* const chunks = handles_->reader_of(field);
  if (slab.count == 0 || (chunks != nullptr && chunks->read(slab, values))) return;
  const QuietCall call;
  const hid_t id = handles_->dataset_of(field);
  const auto [in_memory, in_file] = handles_->selections(field, slab);
  handles_->check(
      H5Dread(id, type_in_memory(field.type), in_memory.get(), in_file.get(), H5P_DEFAULT, values.data()));
}

PackedChunk Hdf5Reader::read_packed(const Field& field, std::uint64_t chunk) const {
  if (const ChunkReader* const chunks = handles_->reader_of(field))
    if (auto packed = chunks->read_packed(chunk)) return *std::move(packed);
  const Chunked ours = chunks_for(field);
  const Slab held = ours.grid.values(chunk);
  std::vector<std::byte> values(held.count * size_of(field.type));
  read(field, held, values);
  return pack(ours.form, values);
}

}  // namespace morula::io
