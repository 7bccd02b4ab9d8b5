// Measurements of one replica of a tissue while it runs.
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
  // Begins to observe a tissue with these types of cells and these sites.
  TissueRecord(const potts::PottsSpec& spec, std::vector<std::uint8_t> types,
               std::vector<std::uint32_t> sites);

  void note_step(std::uint64_t step, std::span<const std::uint32_t> sites);  // steps are counted from 1
  void note_energy(double energy);
  void note_cells(const SeriesRow& row);  // for the sites of the last step

  // Means over all recorded values, by the names of series.csv. There are more statistics, which series.csv
  // does not have: surface_T, surface_sd_T and displacement_T (the mean squared displacement between two
  // observations of cells). The sd of volumes and surfaces is about the mean over cells and times, so that a
  // single cell has one too.
  Statistics statistics() const;
  const Waits& waits() const { return waits_; }
  std::uint64_t rises() const { return rises_; }  // number of steps in which the energy rose

 private:
  struct TypeSums {
    double cells = 0, volume = 0, volume_squares = 0, from_target = 0, surface = 0, surface_squares = 0,
           displacement = 0;
  };

  void add_type(std::size_t type, Statistics& statistics) const;

  const potts::PottsSpec& spec_;
  std::vector<std::uint8_t> types_;  // types of cells
  std::vector<std::uint32_t> sites_;
  std::vector<std::uint32_t> changed_;  // the step of a site's last change, 0 before the first
  CellFollower follower_;
  std::vector<MeasuredCell> cells_;  // at the last observation
  std::vector<TypeSums> sums_;
  SeriesRow series_sums_;
  double observations_ = 0, energy_;
  std::uint64_t rises_ = 0;
  Waits waits_;
};

}  // namespace morula::validation
