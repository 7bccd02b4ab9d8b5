// What is measured of one replica of a tissue while it runs.
#pragma once

#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "models/potts/potts_spec.h"
#include "tests/validation/cell_follower.h"
#include "tests/validation/waits.h"

namespace morula::validation {

using SeriesRow = std::map<std::string, double>;  // by column
using Statistics = std::vector<std::pair<std::string, double>>;

class TissueRecord {
 public:
  // Begins to observe a tissue that has these types and sites.
  TissueRecord(const potts::PottsSpec& spec, std::vector<std::uint8_t> types,
               std::vector<std::uint32_t> sites);

  void note_step(std::uint64_t step, std::span<const std::uint32_t> sites);  // steps are counted from 1
  void note_energy(double energy);
  void note_cells(const SeriesRow& row);  // of the sites of the last step

  // Means over what was noted, by the names of series.csv; surface_T, surface_sd_T and displacement_T (the
  // mean squared one from one observation of cells to the next) are not in there. Volumes and surfaces have
  // their sd about the mean over cells and times: a single cell has one too.
  Statistics statistics() const;
  const Waits& waits() const { return waits_; }
  std::uint64_t rises() const { return rises_; }  // steps after which the energy was higher than before

 private:
  struct TypeSums {
    double cells = 0, volume = 0, volume_squares = 0, from_target = 0, surface = 0, surface_squares = 0,
           displacement = 0;
  };

  void add_type(std::size_t type, Statistics& statistics) const;

  const potts::PottsSpec& spec_;
  std::vector<std::uint8_t> types_;  // of cells
  std::vector<std::uint32_t> sites_;
  std::vector<std::uint32_t> changed_;  // the step of a site's last change, 0 before the first
  CellFollower follower_;
  std::vector<MeasuredCell> cells_;  // as they were last observed
  std::vector<TypeSums> sums_;
  SeriesRow series_sums_;
  double observations_ = 0, energy_;
  std::uint64_t rises_ = 0;
  Waits waits_;
};

}  // namespace morula::validation
