// The descent of the cells in one run or replica: the rows of its lineage.csv, and the trees that they form.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace morula {

struct LineageCell {
  std::uint64_t cell = 0, mother = 0, born = 0, died = 0;  // 0: no mother, or not dead
  unsigned type = 0;
  std::size_t founder = 0;               // index of its founder among the cells
  std::vector<std::size_t> daughters{};  // indices of its daughters, in the order of their births
  std::uint64_t descendants = 0;         // number of descendants, including the cell itself
};

class Genealogy {
 public:
  // The cells must be in the order of their numbers, with every mother before her daughters.
  Genealogy(std::vector<LineageCell> cells, std::vector<std::string> types, std::uint64_t end);

  const std::vector<LineageCell>& cells() const { return cells_; }
  const std::vector<std::size_t>& founders() const { return founders_; }
  std::uint64_t end() const { return end_; }  // the last step at which living cells were recorded
  std::uint64_t last_seen(const LineageCell& cell) const { return cell.died == 0 ? end_ : cell.died; }
  std::string name_of(unsigned type) const;
  // Number of cells that descend from this cell, including itself, without those that descend from its first
  // `daughters` daughters.
  std::uint64_t descendants_after(std::size_t cell, std::size_t daughters) const;

 private:
  std::vector<LineageCell> cells_;
  std::vector<std::size_t> founders_;
  std::vector<std::string> types_;
  std::uint64_t end_;
};

// The genealogies of a run directory with a lineage.csv, or of such a file: one for each replica. Throws
// SpecError if the file does not contain a genealogy.
std::vector<Genealogy> read_genealogies(const std::filesystem::path& run);

}  // namespace morula
