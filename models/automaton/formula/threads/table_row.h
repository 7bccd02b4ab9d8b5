// Looks up the next states of a row in a table. The indices of neighbouring cells are computed side by side.
#pragma once

#include <array>
#include <vector>

#include "core/draw.h"
#include "models/automaton/formula/discrete_rule.h"
#include "models/sites/row_evaluator.h"

namespace morula {

class TableRow {
 public:
  TableRow(const DiscreteRule& rule, const Neighbourhood& neighbourhood, const PaddedLattice& padded,
           u32x2 key);

  void step_row(const RowPlace& row, Index count, u64 time, const std::vector<u64>& uniform,
                const std::vector<u8>& table, u8* next) const;

 private:
  struct Factor {
    TableFactor value;
    std::ptrdiff_t offset = 0;  // of the cell whose state is read
    NeighbourCount count;
  };

  template <typename Place>
  void step_block(const RowPlace& row, Index first, std::size_t count, u64 time,
                  const std::vector<u64>& uniform, const u8* table, u8* next) const;
  template <typename Place>
  void add_count(const Factor& factor, const u8* cells, std::size_t count, Place* places) const;
  template <typename Place>
  void add_chance(const TableFactor& chance, Index canonical, std::size_t count, u64 time, u64 threshold,
                  Place* places) const;

  std::vector<Factor> factors_;
  std::vector<std::ptrdiff_t> neighbours_;
  u32x2 key_;
};

}  // namespace morula
