// Who descends from whom in one run or replica: the rows of its lineage.csv, with the trees they make.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace morula {

struct LineageCell {
  std::uint64_t cell = 0, mother = 0, born = 0, died = 0;  // no mother, not dead: 0
  unsigned type = 0;
  std::size_t founder = 0;               // its place among the cells
  std::vector<std::size_t> daughters{};  // places, in the order of their births
  std::uint64_t descendants = 0;         // with the cell itself
};

class Genealogy {
 public:
  // Cells in the order of their numbers. Every mother is among them, before her daughters.
  Genealogy(std::vector<LineageCell> cells, std::vector<std::string> types, std::uint64_t end);

  const std::vector<LineageCell>& cells() const { return cells_; }
  const std::vector<std::size_t>& founders() const { return founders_; }
  std::uint64_t end() const { return end_; }  // the step at which cells that live were seen last
  std::uint64_t last_seen(const LineageCell& cell) const { return cell.died == 0 ? end_ : cell.died; }
  std::string name_of(unsigned type) const;
  // All cells that descend from this one, itself included, but not from its first `daughters` daughters.
  std::uint64_t descendants_after(std::size_t cell, std::size_t daughters) const;

 private:
  std::vector<LineageCell> cells_;
  std::vector<std::size_t> founders_;
  std::vector<std::string> types_;
  std::uint64_t end_;
};

// The genealogies of a run directory with a lineage.csv, or of such a file: one for each replica. Throws
// SpecError where that is not what the file holds.
std::vector<Genealogy> read_genealogies(const std::filesystem::path& run);

}  // namespace morula
