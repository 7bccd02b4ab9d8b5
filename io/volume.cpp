#include "io/volume.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <utility>

#include "core/bytes.h"
#include "core/error.h"
#include "io/hdf5_file.h"

namespace morula::io {
namespace {

namespace fs = std::filesystem;

std::string extension_of(const fs::path& file) {
  std::string extension = file.extension().string();
  std::ranges::transform(extension, extension.begin(), [](unsigned char c) { return std::tolower(c); });
  return extension;
}

bool is_hdf5(const fs::path& file) { return extension_of(file) == ".h5" || extension_of(file) == ".hdf5"; }
bool is_pattern(const fs::path& file) { return file.filename().string().find('*') != std::string::npos; }
bool is_folder(const fs::path& file) {
  std::error_code unknown;
  return fs::is_directory(file, unknown);
}

bool digit_at(const std::string& text, std::size_t at) {
  return at < text.size() && std::isdigit(static_cast<unsigned char>(text[at]));
}

std::string take_number(const std::string& text, std::size_t& at) {
  while (digit_at(text, at) && text[at] == '0') ++at;
  const std::size_t begin = at;
  while (digit_at(text, at)) ++at;
  return text.substr(begin, at - begin);
}

// In this order slice-9 comes before slice-10.
bool natural_less(const std::string& a, const std::string& b) {
  std::size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    if (digit_at(a, i) && digit_at(b, j)) {
      const std::string first = take_number(a, i), second = take_number(b, j);
      if (first.size() != second.size()) return first.size() < second.size();
      if (first != second) return first < second;
    } else if (a[i] != b[j]) {
      return a[i] < b[j];
    } else {
      ++i, ++j;
    }
  }
  const bool a_ends = i == a.size(), b_ends = j == b.size();
  return a_ends != b_ends ? a_ends : a < b;  // 07 and 7 are different names
}

std::vector<fs::path> pictures_of(const fs::path& stack) {
  const fs::path folder = is_pattern(stack) ? stack.parent_path() : stack;
  std::vector<std::string> names;
  std::error_code failure;
  for (fs::directory_iterator entry(folder.empty() ? "." : folder, failure), end; !failure && entry != end;
       entry.increment(failure)) {
    const std::string name = entry->path().filename().string();
    const bool wanted = is_pattern(stack) ? fnmatch(stack.filename().c_str(), name.c_str(), 0) == 0
                                          : extension_of(name) == ".png";
    if (wanted) names.push_back(name);
  }
  if (failure) throw FileError(folder.string(), failure.message());
  if (names.empty())
    throw FileError(stack.string(), is_pattern(stack) ? "no file has such a name" : "holds no PNG files");
  std::ranges::sort(names, natural_less);
  std::vector<fs::path> pictures;
  pictures.reserve(names.size());
  for (const std::string& name : names) pictures.push_back(folder / name);
  return pictures;
}

bool is_there(const fs::path& file) {
  std::error_code unknown;
  return fs::exists(file, unknown);
}

// Opening a pipe would wait forever.
void need_regular(const fs::path& file) {
  std::error_code ignored;  // reading the file reports any other problem
  if (fs::exists(file, ignored) && !fs::is_regular_file(file, ignored))
    throw FileError(file.string(), "is not a file");
}

// While narrower values are widened, both versions are in memory.
std::uint64_t bytes_to_hold(std::uint64_t bytes_in_file, const VolumeLimits& most) {
  if (bytes_in_file == 1 || most.value <= std::numeric_limits<std::uint8_t>::max()) return 1;
  return bytes_in_file == 2 ? 1 + 2 : 2 + 4;
}

Labels load_stack(const fs::path& stack, const VolumeLimits& most) {
  const std::vector<fs::path> pictures = pictures_of(stack);
  if (pictures.size() > most.extent.z)
    throw FileError(stack.string(), fmt::format("holds {} pictures, one a plane; at most {} fit",
                                                pictures.size(), most.extent.z));
  Labels labels;
  for (const fs::path& picture : pictures) {
    need_regular(picture);
    const Labels plane = read_png(picture, {{most.extent.x, most.extent.y, 1}, most.value});
    const Extent& picture_extent = plane.extent();
    if (labels.size() == 0) {
      const Extent stack_extent{picture_extent.x, picture_extent.y, pictures.size()};
      check_volume_size(stack, stack_extent, most, bytes_to_hold(size_of(plane.type()), most));
      labels = Labels(stack_extent);
    }
    if (picture_extent.x != labels.extent().x || picture_extent.y != labels.extent().y)
      throw FileError(picture.string(),
                      fmt::format("is {} where the first picture of the stack is {}; make them alike",
                                  to_string(picture_extent, 2), to_string(labels.extent(), 2)));
    labels.append(plane);
  }
  return labels;
}

constexpr std::size_t most_named = 10;  // datasets named in a message

// The reasons why datasets cannot be used: all datasets, or the one that was named.
std::string unfit_in(const Hdf5Reader& file, const std::string& name) {
  std::vector<std::string> reasons;
  for (const Hdf5Reader::Unfit& unfit : file.unfit_datasets())
    if (name.empty() || name == unfit.name || name == '/' + unfit.name)
      reasons.push_back(fmt::format("'{}' {}", unfit.name, unfit.why));
  if (reasons.empty()) return "";
  if (reasons.size() > most_named) reasons.resize(most_named);
  return fmt::format(": {}; convert it, as numpy's astype('uint8') does", fmt::join(reasons, ", "));
}

Dataset choose_dataset(const Hdf5Reader& file, const fs::path& path, const std::string& name) {
  const std::string wanted = "of whole numbers in two or three dimensions";
  if (!name.empty()) {
    if (const auto dataset = file.dataset(name)) return *dataset;
    throw FileError(path.string(),
                    fmt::format("has no dataset '{}' {}{}", name, wanted, unfit_in(file, name)));
  }
  const std::vector<Dataset> datasets = file.datasets();
  if (datasets.empty())
    throw FileError(path.string(), fmt::format("has no dataset {}{}", wanted, unfit_in(file, "")));
  if (datasets.size() == 1) return datasets.front();
  std::vector<std::string> names;
  for (const Dataset& dataset : datasets) {
    if (dataset.name == "state") return dataset;
    if (names.size() < most_named) names.push_back(dataset.name);
  }
  throw FileError(path.string(),
                  fmt::format("has the datasets {}{}; say which with 'dataset'", fmt::join(names, ", "),
                              datasets.size() > names.size() ? ", …" : ""));
}

Field as_bytes(const Dataset& dataset) {
  return {dataset.name, ValueType::U8, dataset.extent, dataset.dimensions};
}

// Values stored as bytes are read as bytes, which is by far the fastest. All others are read as signed 64-bit
// integers, to which HDF5 converts any whole number (numbers beyond 2^63 become the largest one).
Labels load_dataset(const fs::path& path, const std::string& name, const VolumeLimits& most) {
  const Hdf5Reader file(path);
  const Dataset dataset = choose_dataset(file, path, name);
  check_volume_size(path, dataset.extent, most, bytes_to_hold(dataset.value_bytes, most));
  Labels labels(dataset.extent);
  const Field shape = as_bytes(dataset);
  if (file.field(dataset.name) == shape) {
    std::vector<std::uint8_t> values;
    for (const Slab& slab : slabs_of(shape)) {
      values.resize(slab.count);
      file.read(shape, slab, std::as_writable_bytes(std::span(values)));
      labels.append(std::span<const std::uint8_t>(values));
    }
    return labels;
  }
  std::vector<std::int64_t> numbers;
  for (const Slab& slab : slabs_of({dataset.name, ValueType::I64, dataset.extent, dataset.dimensions})) {
    numbers.resize(slab.count);
    file.read(dataset, slab, numbers);
    check_values<std::int64_t>(path, fmt::format("dataset '{}' ", dataset.name), numbers, slab.first,
                               dataset.extent, most);
    labels.append(std::span<const std::int64_t>(numbers));
  }
  return labels;
}

// Pictures that are not read, because their values may have been changed, or because there are too many
// formats.
std::string other_picture(const fs::path& file) {
  const std::string extension = extension_of(file);
  if (extension == ".jpg" || extension == ".jpeg") return "a JPEG, which does not keep exact values";
  for (const char* unsupported : {".gif", ".bmp", ".tif", ".tiff", ".webp", ".pgm", ".ppm"})
    if (extension == unsupported) return "a picture of another kind than PNG";
  return "";
}

Labels load(const fs::path& file, const std::string& dataset, const VolumeLimits& most) {
  if (is_folder(file) || is_pattern(file)) return load_stack(file, most);
  need_regular(file);
  if (const std::string kind = other_picture(file); !kind.empty() && is_there(file))
    throw FileError(file.string(), fmt::format("is {}; save it as PNG, in grey or with a palette whose "
                                               "indices are the values",
                                               kind));
  return is_hdf5(file) ? load_dataset(file, dataset, most) : read_png(file, most);
}

}  // namespace

bool is_hdf5_volume(const fs::path& file) { return !is_pattern(file) && is_hdf5(file) && !is_folder(file); }

struct Hdf5Volume::File {
  fs::path path;
  Hdf5Reader reader;
  Dataset dataset;
  bool holds_bytes;

  File(const fs::path& file, const std::string& name)
      : path(file),
        reader(file),
        dataset(choose_dataset(reader, file, name)),
        holds_bytes(reader.field(dataset.name) == as_bytes(dataset)) {}

  void read(const Slab& slab, std::span<std::uint8_t> to) const {
    if (holds_bytes) return reader.read(as_bytes(dataset), slab, std::as_writable_bytes(to));
    std::vector<std::int64_t> numbers(slab.count);
    reader.read(dataset, slab, numbers);
    check_values<std::int64_t>(path, fmt::format("dataset '{}' ", dataset.name), numbers, slab.first,
                               dataset.extent, {dataset.extent, std::numeric_limits<std::uint8_t>::max()});
    std::ranges::transform(numbers, to.begin(),
                           [](auto number) { return static_cast<std::uint8_t>(number); });
  }
};

Hdf5Volume::Hdf5Volume(const fs::path& file, const std::string& dataset, const Extent& most) {
  need_regular(file);
  file_ = std::make_unique<File>(file, dataset);
  check_volume_extent(file, extent(), most);
}
Hdf5Volume::~Hdf5Volume() = default;

const Extent& Hdf5Volume::extent() const { return file_->dataset.extent; }

void Hdf5Volume::read(const Slab& values, std::span<std::uint8_t> to) const {
  constexpr Index at_once = slab_bytes / sizeof(std::int64_t);
  for (Index done = 0; done < values.count; done += at_once) {
    const Slab portion{values.first + done, std::min(at_once, values.count - done)};
    for (const Slab& slab : slabs_within(as_bytes(file_->dataset), portion))
      file_->read(slab, to.subspan(slab.first - values.first, slab.count));
  }
}

bool is_volume(const fs::path& file) {
  return is_folder(file) || is_pattern(file) || is_hdf5(file) || extension_of(file) == ".png" ||
         !other_picture(file).empty();
}

void check_volume_extent(const fs::path& file, const Extent& extent, const Extent& fits) {
  const unsigned dimensions = extent.z > 1 || fits.z > 1 ? 3 : 2;
  if (extent.x > fits.x || extent.y > fits.y || extent.z > fits.z)
    throw FileError(file.string(), fmt::format("is {}; at most {} fit", to_string(extent, dimensions),
                                               to_string(fits, dimensions)));
}

void check_volume_size(const fs::path& file, const Extent& extent, const VolumeLimits& most,
                       std::uint64_t bytes_a_value) {
  check_volume_extent(file, extent, most.extent);
  constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t sites = extent.sites(), there = available_memory();
  const std::uint64_t needed = sites > unlimited / bytes_a_value ? unlimited : sites * bytes_a_value;
  if (needed > there)
    throw FileError(file.string(), fmt::format("needs {} of memory where there is {}", human_bytes(needed),
                                               human_bytes(there)));
}

template <class Number>
void check_values(const fs::path& file, const std::string& what, std::span<const Number> numbers, Index first,
                  const Extent& extent, const VolumeLimits& most) {
  const auto bad = std::ranges::find_if(numbers, [&](Number number) {
    return std::cmp_less(number, 0) || std::cmp_greater(number, most.value);
  });
  if (bad == numbers.end()) return;
  const Site at =
      Lattice::whole(extent, 3, Boundary::Fixed).site_at(first + static_cast<Index>(bad - numbers.begin()));
  const std::string place =
      extent.z > 1 ? fmt::format("[{}, {}, {}]", at.x, at.y, at.z) : fmt::format("[{}, {}]", at.x, at.y);
  throw FileError(file.string(),
                  fmt::format("{}holds {} at {}; must be between 0 and {}: renumber its values", what, *bad,
                              place, most.value));
}

template void check_values(const fs::path&, const std::string&, std::span<const std::int64_t>, Index,
                           const Extent&, const VolumeLimits&);
template void check_values(const fs::path&, const std::string&, std::span<const std::uint16_t>, Index,
                           const Extent&, const VolumeLimits&);

Volume load_volume(const fs::path& file, const std::string& dataset, const Extent& most) {
  Labels labels = load(file, dataset, {most, std::numeric_limits<std::uint8_t>::max()});
  const Extent extent = labels.extent();
  return {extent, std::move(labels).take_bytes()};
}

Labels load_labels(const fs::path& file, const std::string& dataset, const Extent& most) {
  return load(file, dataset, {most});
}

std::vector<fs::path> files_of_volume(const fs::path& file) {
  return is_folder(file) || is_pattern(file) ? pictures_of(file) : std::vector<fs::path>{file};
}

}  // namespace morula::io
