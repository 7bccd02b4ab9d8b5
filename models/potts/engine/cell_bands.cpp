#include "models/potts/engine/cell_bands.h"

#include <cmath>

namespace morula::potts {
namespace {

// A band is at least as wide as this many cells beside each other.
constexpr double least_cells_across = 4;

u32 last_axis(const PaddedLattice& padded) { return padded.side[2] > 1 ? 2 : 1; }

u32 band_count(const PaddedLattice& padded, u64 cells, u32 most) {
  const double sites = static_cast<double>(u64{padded.side[0]} * padded.side[1] * padded.side[2]);
  const double width = std::pow(sites / static_cast<double>(cells), padded.side[2] > 1 ? 1.0 / 3 : 0.5);
  const double fitting = padded.side[last_axis(padded)] / (width * least_cells_across);
  return static_cast<u32>(std::clamp(fitting, 1.0, static_cast<double>(std::min(most, 255u))));
}

}  // namespace

CellBands::CellBands(const PaddedLattice& padded, u64 cells, u32 most)
    : cells_(cells), count_(band_count(padded, cells, most)), bands_(2 * cells) {}

void CellBands::place_cells(const PaddedLattice& padded, const SiteWords& words, const u32* sites) {
  if (count_ == 1) return;
  for (u32 z = 0; z < padded.side[2]; ++z)
    for (u32 y = 0; y < padded.side[1]; ++y) {
      const u32 at = padded.side[2] > 1 ? z : y;
      const u64 half = u64{at} * 2 * count_ / padded.side[last_axis(padded)];
      const u8 band = static_cast<u8>(half / 2), shifted = static_cast<u8>((half + 1) / 2 % count_);
      const u32* const row = sites + padded.index(0, y, z);
      for (u32 x = 0; x < padded.side[0]; ++x) {
        const u32 cell = words.cell(row[x]);
        bands_[cell] = band;
        bands_[cells_ + cell] = shifted;
      }
    }
}

}  // namespace morula::potts
