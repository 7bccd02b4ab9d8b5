#include "io/volume.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <cctype>

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

// slice-9 comes before slice-10.
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
  return a_ends != b_ends ? a_ends : a < b;  // 07 and 7 are still two names
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

// A pipe would be waited for.
void need_regular(const fs::path& file) {
  std::error_code ignored;  // what else stands in the way is said when it is read
  if (fs::exists(file, ignored) && !fs::is_regular_file(file, ignored))
    throw FileError(file.string(), "is not a file");
}

Volume load_stack(const fs::path& stack, const Extent& most) {
  const std::vector<fs::path> pictures = pictures_of(stack);
  if (pictures.size() > most.z)
    throw FileError(stack.string(),
                    fmt::format("holds {} pictures, one a plane; at most {} fit", pictures.size(), most.z));
  Volume volume;
  for (const fs::path& picture : pictures) {
    need_regular(picture);
    const Volume plane = read_png(picture, {most.x, most.y, 1});
    if (volume.values.empty()) {
      volume.extent = {plane.extent.x, plane.extent.y, pictures.size()};
      check_volume_size(stack, volume.extent, most);
      volume.values.reserve(volume.extent.sites());
    }
    if (plane.extent.x != volume.extent.x || plane.extent.y != volume.extent.y)
      throw FileError(picture.string(),
                      fmt::format("is {} where the first picture of the stack is {}; make them alike",
                                  to_string(plane.extent, 2), to_string(volume.extent, 2)));
    volume.values.insert(volume.values.end(), plane.values.begin(), plane.values.end());
  }
  return volume;
}

Dataset choose_dataset(const Hdf5Reader& file, const fs::path& path, const std::string& name) {
  if (!name.empty()) {
    if (const auto dataset = file.dataset(name)) return *dataset;
    throw FileError(path.string(),
                    fmt::format("has no dataset '{}' of whole numbers in two or three dimensions", name));
  }
  const std::vector<Dataset> all = file.datasets();
  if (all.empty())
    throw FileError(path.string(), "has no dataset of whole numbers in two or three dimensions");
  if (all.size() == 1) return all.front();
  std::vector<std::string> names;
  for (const Dataset& one : all) {
    if (one.name == "state") return one;
    names.push_back(one.name);
  }
  throw FileError(path.string(),
                  fmt::format("has the datasets {}; say which with 'dataset'", fmt::join(names, ", ")));
}

Volume load_dataset(const fs::path& path, const std::string& name, const Extent& most) {
  const Hdf5Reader file(path);
  const Dataset dataset = choose_dataset(file, path, name);
  check_volume_size(path, dataset.extent, most);
  Volume volume{dataset.extent, std::vector<std::uint8_t>(dataset.extent.sites())};
  std::vector<std::int16_t> numbers;
  for (const Slab& slab : slabs_of({dataset.name, ValueType::U16, dataset.extent, dataset.dimensions})) {
    numbers.resize(slab.count);
    file.read(dataset, slab, numbers);
    for (Index i = 0; i < slab.count; ++i) {
      if (numbers[i] < 0 || numbers[i] > 255)
        throw FileError(
            path.string(),
            fmt::format("dataset '{}' holds numbers that are not between 0 and 255", dataset.name));
      volume.values[slab.first + i] = static_cast<std::uint8_t>(numbers[i]);
    }
  }
  return volume;
}

}  // namespace

bool is_volume(const fs::path& file) {
  return is_folder(file) || is_pattern(file) || is_hdf5(file) || extension_of(file) == ".png";
}

void check_volume_size(const fs::path& file, const Extent& extent, const Extent& most) {
  const unsigned dimensions = extent.z > 1 || most.z > 1 ? 3 : 2;
  if (extent.x > most.x || extent.y > most.y || extent.z > most.z)
    throw FileError(file.string(), fmt::format("is {}; at most {} fit", to_string(extent, dimensions),
                                               to_string(most, dimensions)));
  constexpr std::uint64_t bytes_a_value = 4;  // a picture's colours, then what is kept of them
  const std::uint64_t needed = extent.sites() * bytes_a_value, there = available_memory();
  if (needed > there)
    throw FileError(file.string(), fmt::format("needs {} of memory where there is {}", human_bytes(needed),
                                               human_bytes(there)));
}

Volume load_volume(const fs::path& file, const std::string& dataset, const Extent& most) {
  if (is_folder(file) || is_pattern(file)) return load_stack(file, most);
  need_regular(file);
  return is_hdf5(file) ? load_dataset(file, dataset, most) : read_png(file, most);
}

}  // namespace morula::io
