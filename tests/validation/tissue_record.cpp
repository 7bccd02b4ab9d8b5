#include "tests/validation/tissue_record.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/potts/terms.h"

namespace morula::validation {
namespace {

// A column such as "signal_mean_cell", a mean over the sites of a type.
bool is_mean_of_field(const std::string& column) { return column.find("_mean_") != std::string::npos; }

double squared(double value) { return value * value; }

double sd_of(double sum, double squares, double count) {
  return std::sqrt(std::max(0.0, squares / count - squared(sum / count)));
}

double squared_distance(const Point& first, const Point& second) {
  return squared(first[0] - second[0]) + squared(first[1] - second[1]) + squared(first[2] - second[2]);
}

}  // namespace

TissueRecord::TissueRecord(const potts::PottsSpec& spec, std::vector<std::uint8_t> types,
                           std::vector<std::uint32_t> sites)
    : spec_(spec),
      types_(std::move(types)),
      sites_(std::move(sites)),
      changed_(sites_.size()),
      follower_(spec.lattice, types_.size()),
      cells_(follower_.measure(sites_)),
      sums_(spec.types.size()),
      energy_(std::numeric_limits<double>::infinity()) {}

void TissueRecord::note_step(std::uint64_t step, std::span<const std::uint32_t> sites) {
  for (std::size_t i = 0; i < sites.size(); ++i) {
    if (sites[i] == sites_[i]) continue;
    sites_[i] = sites[i];
    if (changed_[i] != 0) waits_.add(step - changed_[i]);
    changed_[i] = static_cast<std::uint32_t>(step);
  }
}

void TissueRecord::note_energy(double energy) {
  rises_ += energy > energy_;
  energy_ = energy;
}

void TissueRecord::note_cells(const SeriesRow& row) {
  ++observations_;
  for (const auto& [column, value] : row)
    if (column.starts_with("energy") || column.starts_with("contact") || is_mean_of_field(column))
      series_sums_[column] += value;
  std::vector<MeasuredCell> now = follower_.measure(sites_);
  for (std::size_t cell = 1; cell < now.size(); ++cell) {
    if (now[cell].volume == 0) continue;
    TypeSums& sums = sums_[types_[cell]];
    const auto volume = static_cast<double>(now[cell].volume),
               surface = static_cast<double>(now[cell].surface);
    ++sums.cells;
    sums.volume += volume;
    sums.volume_squares += squared(volume);
    if (const auto term = test::volume_of(spec_, types_[cell]))
      sums.from_target += squared(volume - term->target);
    sums.surface += surface;
    sums.surface_squares += squared(surface);
    sums.displacement += squared_distance(now[cell].centroid, cells_[cell].centroid);
  }
  cells_ = std::move(now);
}

Statistics TissueRecord::statistics() const {
  Statistics statistics;
  for (const auto& [column, sum] : series_sums_) statistics.emplace_back(column, sum / observations_);
  for (std::size_t type = 1; type < sums_.size(); ++type)
    if (!spec_.types[type].fixed && sums_[type].cells > 0) add_type(type, statistics);
  return statistics;
}

void TissueRecord::add_type(std::size_t type, Statistics& statistics) const {
  const TypeSums& sums = sums_[type];
  const auto add = [&](const char* what, double value) {
    statistics.emplace_back(what + spec_.types[type].name, value);
  };
  add("volume_", sums.volume / sums.cells);
  if (test::volume_of(spec_, type)) add("volume_rms_", std::sqrt(sums.from_target / sums.cells));
  add("volume_sd_", sd_of(sums.volume, sums.volume_squares, sums.cells));
  add("surface_", sums.surface / sums.cells);
  if (test::surface_of(spec_, type))
    add("surface_sd_", sd_of(sums.surface, sums.surface_squares, sums.cells));
  add("displacement_", sums.displacement / sums.cells);
}

}  // namespace morula::validation
