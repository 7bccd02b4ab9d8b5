// The state of a tissue: its engine, what is counted beside the engine, and how checkpoints and initial
// states are written and read.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "models/model.h"
#include "models/potts/cells/cell_table.h"
#include "models/potts/cells/column.h"
#include "models/potts/engine/potts_engine.h"
#include "models/potts/observe/tissue_tables.h"
#include "models/potts/order/order_of_steps.h"

namespace morula::potts {

class TissueState {
 public:
  // `table_every` is that of make_tissue().
  TissueState(std::shared_ptr<const PottsSpec> spec, u64 seed, std::optional<u64> table_every,
              std::unique_ptr<PottsEngine> engine);

  // Sets the initial state.
  void begin();
  // Makes at most so many steps and returns their number.
  u64 advance(u64 at_most);

  u64 time() const { return time_; }
  u64 attempts() const { return order_.attempts(time_); }
  std::vector<u64> accepted() const;  // copies of each replica
  PottsEngine& engine() const { return *engine_; }
  const Energies& energies() const { return energies_; }
  const TissueTables& tables() const { return tables_; }
  TissueTables& tables() { return tables_; }
  std::vector<Hash> hashes() const;  // of each replica

  // As in Model, for the fields of the state.
  std::vector<StateField> fields() const;
  void read(const Field& field, Slab slab, std::span<std::byte> values);
  void begin_restore(const std::vector<Field>& coming);
  void restore(const Field& field, Slab slab, std::span<const std::byte> values);
  void end_restore(u64 time);

  // As in GrowingLists.
  std::vector<std::uint64_t> list_lengths() const;
  void lengthen_lists(std::span<const std::uint64_t> lengths);

 private:
  u64 dead_words() const;  // number of words of a replica in the list of cells that have died
  std::vector<u32> saved_dead_cells() const;
  std::optional<u32> field_number(const std::string& name) const;
  void begin_field(u32 number);
  void restore_field(u32 number, Slab slab, std::span<const std::byte> values);
  void end_restore_of_fields(u64 time);
  void check_order(u64 time) const;
  void restore_copies(u64 time);
  void follow_growth();
  void set_tracks();
  void set_cells(CellTable cells);
  void clear_gains();
  bool is_of_later_step() const;
  void begin_column(std::size_t column);
  void check_life_columns(u64 time) const;
  void restore_columns(u64 time);
  std::array<u64, 3> parallel_order_at(u64 time) const;
  std::span<std::byte> list_called(const std::string& name);

  std::shared_ptr<const PottsSpec> spec_;
  u64 seed_;
  Energies energies_;
  OrderOfSteps order_;
  std::unique_ptr<PottsEngine> engine_;
  u64 cells_ = 0;                // of a replica, including the medium
  std::vector<Column> columns_;  // columns of kind Set
  TissueTables tables_;
  CellTable restored_;  // used while a state is restored
  std::set<std::string> restored_fields_;
  u64 least_dead_words_ = 0;                // words that other replicas need
  std::vector<u32> dead_cells_;             // as a checkpoint holds them
  std::vector<u64> accepted_before_;        // copies made before those of the engine; wraps around
  std::vector<u64> accepted_list_;          // as a checkpoint holds them
  std::array<u64, 3> parallel_order_ = {};  // the same
  std::vector<u64> clamped_;                // the same for fields
  u64 time_ = 0;
};

}  // namespace morula::potts
