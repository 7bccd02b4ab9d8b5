#include "io/reals.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"
#include "io/hdf5_file.h"
#include "io/volume.h"

namespace morula::io {
namespace {

constexpr std::size_t most_reasons = 10;  // datasets named in a message

std::string other_datasets(const Hdf5Reader& file) {
  std::vector<std::string> reasons;
  for (const Hdf5Reader::Unfit& unfit : file.unfit_datasets(NumberKind::Any))
    if (reasons.size() < most_reasons) reasons.push_back(fmt::format("'{}' {}", unfit.name, unfit.why));
  return reasons.empty() ? "" : fmt::format(": {}", fmt::join(reasons, ", "));
}

Dataset choose_reals(const Hdf5Reader& file, const std::filesystem::path& path, const std::string& name,
                     const std::string& otherwise) {
  const std::string wanted = "of numbers in two or three dimensions";
  if (const auto dataset = file.dataset(name.empty() ? otherwise : name, NumberKind::Any)) return *dataset;
  const std::vector<Dataset> datasets = file.datasets(NumberKind::Any);
  std::vector<std::string> names;
  for (const Dataset& dataset : datasets)
    if (names.size() < most_reasons) names.push_back(dataset.name);
  if (datasets.empty())
    throw FileError(path.string(), fmt::format("has no dataset {}{}", wanted, other_datasets(file)));
  if (name.empty() && datasets.size() == 1) return datasets.front();
  if (name.empty())
    throw FileError(path.string(),
                    fmt::format("has the datasets {}; say which with 'dataset'", fmt::join(names, ", ")));
  throw FileError(path.string(),
                  fmt::format("has no dataset '{}' {}; it has {}", name, wanted, fmt::join(names, ", ")));
}

}  // namespace

Reals load_reals(const std::filesystem::path& file, const std::string& dataset, const std::string& otherwise,
                 const Extent& most) {
  if (!is_hdf5_volume(file)) {
    if (!dataset.empty())
      throw FileError(file.string(), "is not an HDF5 file, and only those have datasets; remove 'dataset'");
    const Labels labels = load_labels(file, "", most);
    Reals reals{labels.extent(), std::vector<double>(labels.size())};
    for (Index site = 0; site < labels.size(); ++site) reals.values[site] = labels[site];
    return reals;
  }
  std::error_code ignored;  // if the file does not exist, opening it reports that
  if (std::filesystem::exists(file, ignored) && !std::filesystem::is_regular_file(file, ignored))
    throw FileError(file.string(), "is not a file");
  const Hdf5Reader reader(file);
  const Dataset chosen = choose_reals(reader, file, dataset, otherwise);
  check_volume_size(file, chosen.extent, {most}, sizeof(double));
  Reals reals{chosen.extent, std::vector<double>(chosen.extent.sites())};
  for (const Slab& slab : slabs_of({chosen.name, ValueType::F64, chosen.extent, chosen.dimensions}))
    reader.read(chosen, slab, std::span(reals.values).subspan(slab.first, slab.count));
  return reals;
}

}  // namespace morula::io
