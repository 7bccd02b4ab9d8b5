#include "models/proliferation/observe/fluorescence_rows.h"

#include <algorithm>
#include <queue>
#include <tuple>

namespace morula {
namespace {

// Cells of a bin after a number of divisions. Sums are taken by bin, then by generation.
struct Cohort {
  double fluorescence = 0;
  std::size_t bin = 0;
  unsigned generation = 0;

  friend bool operator>(const Cohort& cohort, const Cohort& other) {
    return std::tie(cohort.fluorescence, cohort.bin, cohort.generation) >
           std::tie(other.fluorescence, other.bin, other.generation);
  }
};

// Within each generation the bins are already in order, since brighter cells have brighter daughters. It only
// remains to merge the lists of the generations.
class Merge {
 public:
  Merge(const ProliferationSpec& spec, unsigned generations) : spec_(spec) {
    for (unsigned k = 0; k < generations; ++k) add(0, k);
  }

  bool is_done() const { return first_.empty(); }
  Cohort take() {
    const Cohort cohort = first_.top();
    first_.pop();
    if (cohort.bin + 1 < spec_.population.size()) add(cohort.bin + 1, cohort.generation);
    return cohort;
  }

 private:
  void add(std::size_t bin, unsigned generation) {
    first_.push({fluorescence_after(spec_, spec_.population[bin].fluorescence, generation), bin, generation});
  }

  const ProliferationSpec& spec_;
  std::priority_queue<Cohort, std::vector<Cohort>, std::greater<>> first_;
};

}  // namespace

void for_each_row(const ProliferationSpec& spec, const CellNumbers& cells, const FluorescenceRow& visit) {
  std::vector<double> row(spec.types.size());
  double fluorescence = 0;
  const auto finish_row = [&] {
    if (std::ranges::any_of(row, [](double number) { return number > 0; })) visit(fluorescence, row);
    std::ranges::fill(row, 0);
  };
  for (Merge merge(spec, cells.generations); !merge.is_done();) {
    const Cohort cohort = merge.take();
    if (cohort.fluorescence != fluorescence) finish_row();
    fluorescence = cohort.fluorescence;
    for (std::size_t type = 0; type < row.size(); ++type)
      row[type] += cells.end(type, cohort.generation, cohort.bin);
  }
  finish_row();
}

std::uint64_t most_rows(const ProliferationSpec& spec) {
  std::uint64_t rows = 0;
  for (const Bin& bin : spec.population) rows += last_generation(spec, bin.fluorescence) + 1;
  return rows;
}

}  // namespace morula
