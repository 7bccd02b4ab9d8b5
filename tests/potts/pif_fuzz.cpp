// For any bytes, the reader gives cells of a lattice or throws a SpecError, in two and in three dimensions.
// Cells can be written and read back.
#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>

#include "core/dialect.h"
#include "core/error.h"
#include "models/potts/initial/pif_file.h"

namespace {

using namespace morula;

const std::vector<std::string> types = {"medium", "light", "dark"};

void check_is_whole(const potts::Labels& labels, const Lattice& lattice) {
  if (labels.cells.size() != lattice.global.sites()) std::abort();
  if (labels.types.empty() || labels.types[0] != 0) std::abort();
  for (std::size_t cell = 1; cell < labels.types.size(); ++cell)
    if (labels.types[cell] == 0 || labels.types[cell] >= types.size()) std::abort();
  for (const u32 cell : labels.cells)
    if (cell >= labels.types.size()) std::abort();
}

// Writes a line for each site.
std::string written(const potts::Labels& labels, const Lattice& lattice) {
  std::string text;
  for (Index i = 0; i < labels.cells.size(); ++i) {
    const u32 cell = labels.cells[i];
    const Site at = lattice.site_at(i);
    if (cell != 0)
      text += fmt::format("{} {} {} {} {} {} {} {}\n", cell, types[labels.types[cell]], at.x, at.x, at.y,
                          at.y, at.z, at.z);
  }
  return text;
}

// Numbers may differ, because a cell that others have covered is not written. The check is that the same
// groups of sites form cells.
void check_reads_back(const potts::Labels& labels, const Lattice& lattice) {
  const potts::Labels back = potts::read_pif(written(labels, lattice), "written", lattice, types);
  std::map<u32, u32> known = {{0, 0}}, known_back = {{0, 0}};
  for (Index i = 0; i < labels.cells.size(); ++i) {
    const u32 cell = labels.cells[i], again = back.cells[i];
    if (labels.types[cell] != back.types[again]) std::abort();
    if (known.try_emplace(cell, again).first->second != again) std::abort();
    if (known_back.try_emplace(again, cell).first->second != cell) std::abort();
  }
}

void check(const std::string& text, const Lattice& lattice) {
  try {
    const potts::Labels labels = potts::read_pif(text, "fuzz", lattice, types);
    check_is_whole(labels, lattice);
    check_reads_back(labels, lattice);
  } catch (const SpecError& error) {
    if (error.problems().empty()) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  check(text, Lattice::whole({12, 8, 1}, 2, Boundary::Periodic));
  check(text, Lattice::whole({5, 6, 4}, 3, Boundary::Periodic));
  return 0;
}
