// Merged rows, compared with those of a table that holds all cells.
#include "models/proliferation/observe/fluorescence_rows.h"

#include <gtest/gtest.h>

#include <map>

#include "core/mix.h"
#include "tests/proliferation/cases.h"

namespace morula::test {
namespace {

using Rows = std::vector<std::pair<double, std::vector<double>>>;

// Numbers whose sums are rounded, so that another order of summation would show. Some are 0, as in most runs.
CellNumbers any_numbers(const ProliferationSpec& spec) {
  CellNumbers cells;
  cells.generations = last_generation(spec) + 1;
  cells.end = [](std::size_t type, std::size_t generation, std::size_t bin) {
    const u64 word = mix64((type * 64 + generation) * 1000 + bin + 1);
    return word % 3 == 0 ? 0 : static_cast<double>(word >> 20) * 0x1p-40;
  };
  return cells;
}

Rows all_rows(const ProliferationSpec& spec, const CellNumbers& cells) {
  std::map<double, std::vector<double>> table;
  for (std::size_t bin = 0; bin < spec.population.size(); ++bin)
    for (unsigned k = 0; k < cells.generations; ++k)
      for (std::size_t type = 0; type < spec.types.size(); ++type)
        if (const double number = cells.end(type, k, bin); number > 0) {
          auto& row = table[fluorescence_after(spec, spec.population[bin].fluorescence, k)];
          row.resize(spec.types.size());
          row[type] += number;
        }
  return {table.begin(), table.end()};
}

Rows merged_rows(const ProliferationSpec& spec, const CellNumbers& cells) {
  Rows rows;
  for_each_row(spec, cells, [&](double fluorescence, std::span<const double> row) {
    rows.emplace_back(fluorescence, std::vector(row.begin(), row.end()));
  });
  return rows;
}

TEST(FluorescenceRows, AreThoseOfATable) {
  for (const ProliferationCase& test_case : proliferation_cases()) {
    const CellNumbers cells = any_numbers(test_case.spec);
    EXPECT_EQ(merged_rows(test_case.spec, cells), all_rows(test_case.spec, cells)) << test_case.name;
  }
}

// Halved bins are bins again, twice over. Below the background, a bin is the same in every generation.
TEST(FluorescenceRows, AreOneWhereDyesComeToTheSame) {
  ProliferationSpec spec = three_types();
  spec.minimum = 0.5;
  spec.population = {{-3, 1}, {0, 1}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {6, 1}, {8, 1}, {12, 1}, {16, 1}};
  for (const double background : {0.0, 2.0}) {
    spec.background = background;
    const CellNumbers cells = any_numbers(spec);
    const Rows rows = merged_rows(spec, cells);
    EXPECT_EQ(rows, all_rows(spec, cells));
    EXPECT_LT(rows.size(), most_rows(spec));
  }
}

}  // namespace
}  // namespace morula::test
