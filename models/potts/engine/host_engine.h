// The common part of the engines on the host: the sites of every replica, their counts and hashes.
#pragma once

#include <atomic>
#include <vector>

#include "models/potts/engine/copy_attempt.h"
#include "models/potts/engine/field_sites.h"
#include "models/potts/engine/padded_lattice.h"
#include "models/potts/engine/potts_engine.h"

namespace morula::potts {

class HostEngine : public PottsEngine {
 public:
  HostEngine(const PottsSpec& spec, std::shared_ptr<ThreadPool> threads);

  void set_cells(CellTable cells) override;
  const CellTable& cells() override { return table_; }
  void write(Slab slab, std::span<const u32> cells) override;
  void count_cells() override;
  void read(Slab slab, std::span<u32> cells) override;
  void write_gains(Slab slab, std::span<const u32> gains) override;
  void read_gains(Slab slab, std::span<u32> gains) override;
  std::vector<i32> numbers(u64 replica) override;
  ContactCounts contacts(u64 replica) override;
  std::optional<std::vector<WideSum>> field_sums(u32 field, u64 replica) override;
  std::vector<u32> faces(u64 replica) override;
  std::vector<u32> cut_cells(const CellCutter& cutter, std::span<const CellToCut> cells,
                             u64 steps_done) override;
  bool has_room(u64 cells) override;
  std::vector<u64> accepted() override { return accepted_; }
  std::vector<Hash> hashes() override;
  fields::FieldsEngine* fields() override { return fields_.get(); }

 protected:
  u32* sites_of(u64 replica) { return &sites_[replica * padded_.size]; }
  i32* numbers_of(u64 replica) { return &numbers_[replica * cells_ * rule_.kept()]; }
  // The linear parts of a replica's targets that vary; not read if no target varies.
  const i32* linears_of(u64 replica) const {
    return linears_.data() + replica * cells_ * energies_.cell_words();
  }
  // Sets a site, given by its place in memory, and its repetitions in the halo.
  void set_site(u32* sites, u64 place, u32 word) const {
    sites[place] = word;
    if (!padded_.periodic) return;
    const u32 row = static_cast<u32>(place / padded_.held[0]);
    const u32 x = static_cast<u32>(place % padded_.held[0]) - padded_.halo[0];
    const u32 y = row % static_cast<u32>(padded_.held[1]) - padded_.halo[1];
    const u32 z = row / static_cast<u32>(padded_.held[1]) - padded_.halo[2];
    if (padded_.is_near_end(x, y, z)) set_images(sites, x, y, z, word);
  }
  // Makes a copy. If terms read gains, the step is stored.
  void make_copy(u32* sites, u64 place, u32 after, u32 time) const {
    set_site(sites, place, after);
    if (gains_ != 0) set_site(sites + gains_, place, words_.cell(after) != 0 ? time : 0);
  }
  // Numbers of the cells that lose and gain a site.
  struct NumbersOfCopy {
    const i32 *losing, *gaining;
  };
  // Does the site at `at` take over copy.after from its neighbour? `cells` has the numbers of all cells of
  // the replica.
  template <unsigned contacts>
  bool happens(u64 replica, const u32* at, u32 time, u32 word, const i32* cells, Copy& copy,
               NumberChanges* changes) const {
    const u64 kept = rule_.kept();
    return happens<contacts>(
        replica, at, time, word,
        NumbersOfCopy{cells + words_.cell(copy.before) * kept, cells + words_.cell(copy.after) * kept}, copy,
        changes);
  }
  template <unsigned contacts>
  bool happens(u64 replica, const u32* at, u32 time, u32 word, NumbersOfCopy numbers, Copy& copy,
               NumberChanges* changes) const {
    if (!rule_.may_change(copy)) return false;
    rule_.weigh<contacts>(at, time, copy, changes);
    if (rule_.varies()) [[unlikely]]
      add_cell_words(replica, static_cast<u64>(at - &sites_[replica * padded_.size]), copy, changes);
    return rule_.is_accepted(copy, rule_.energy_change(copy, changes, numbers.losing, numbers.gaining),
                             word) &&
           rule_.is_allowed(at, copy);
  }

  // Adds the contribution of the words of its cells to a copy at a place.
  void add_cell_words(u64 replica, u64 place, Copy& copy, NumberChanges* changes) const {
    if (rule_.varies_by_volume_alone())
      return rule_.add_volume_part(copy, linears_.data() + replica * cells_);
    if (rule_.has_moments()) rule_.find_moments(place, copy, changes, linears_of(replica));
    rule_.add_linear_part(copy, changes, linears_of(replica));
  }

  void count_copy(i32* cells, const Copy& copy, const NumberChanges* changes) const {
    for_changes(copy, changes, [&](u64 place, i32 by) { cells[place] += by; });
  }
  // The same where other threads may change numbers of the same cells.
  void count_copy_among_threads(i32* cells, const Copy& copy, const NumberChanges* changes) const {
    for_changes(copy, changes, [&](u64 place, i32 by) {
      std::atomic_ref(cells[place]).fetch_add(by, std::memory_order_relaxed);
    });
  }

  void set_images(u32* sites, u32 x, u32 y, u32 z, u32 word) const {
    for_images(padded_, x, y, z, [&](u64 place) { sites[place] = word; });
  }

  PottsSpec spec_;
  Energies energies_;
  PaddedLattice padded_;
  SiteWords words_;
  std::shared_ptr<ThreadPool> threads_;
  CopyAttempt rule_;
  u64 cells_ = 1;  // of a replica, including the medium
  // The cells of all sites, at [replica · padded size + place]. If terms read them, the steps in which sites
  // were gained follow, in the same order.
  std::vector<u32> sites_;
  u64 gains_;  // start of these steps in sites_; 0 if there are none
  CellTable table_;
  std::vector<i32> numbers_;   // [(replica · cells + cell) · kept + number]
  std::vector<i32> linears_;   // words of cells, [(replica · cells + cell) · cell_words() + word]
  std::vector<u64> accepted_;  // for each replica

  // Counts what other than copies has changed sites or types.
  u64 revision_ = 0;

 private:
  // Calls `visit` for every number of a cell that the copy changes: its place among the numbers, the change.
  template <typename Visit>
  void for_changes(const Copy& copy, const NumberChanges* changes, Visit visit) const {
    const u64 kept = rule_.kept(), losing = words_.cell(copy.before), gaining = words_.cell(copy.after);
    for (u32 number = 0; number < kept; ++number) {
      if (losing != 0) visit(losing * kept + number, lost_number(number, changes));
      if (gaining != 0) visit(gaining * kept + number, gained_number(number, changes));
    }
  }
  void run_processes(u64 steps_done) override;
  void set_levels(u64 when, bool of_all) override;
  bool set_levels_of_row(const SiteLevel& level, u64 row, u32* words) const;
  std::optional<LevelFailure> level_failure() override { return level_failure_; }
  void recount(u64 steps_done) override;
  std::optional<TargetFailure> target_failure() override { return failure_; }
  std::optional<ShapeFailure> shape_failure() override { return shape_failure_; }
  bool must_stop() const override { return shape_failure_.has_value(); }
  CellTable& changing_cells() override { return table_; }
  void write_columns() override {}
  void change_sites(u64 replica, const SiteChanges& changes) override;
  bool take_sites(std::span<const u32> daughters) override;
  void list_sites(std::span<const CellToCut> cells);
  void set_targets(u64 steps_done) override { set_linears(steps_done); }
  ColumnView column_view(const UsedColumn& used);
  void run(const Process& process, u64 steps_done);
  void set_type_words();
  void set_linears(u64 steps_done);
  void set_drifts();
  void fill_places();
  void fill_places(u64 replica);
  void count_replica(u64 replica);
  // Measures the anchors, moments and widths of cells with a length.
  void measure_replica(u64 replica);
  // Counts the pairs from the sites of these rows to those at the offsets in `later`.
  void count_pairs(const u32* sites, u64 rows_begin, u64 rows_end, const std::vector<Neighbour>& later,
                   std::vector<u64>& counts) const;
  Site place_of(Index canonical) const;

  // The sites of cells that were cut, cell by cell: those of cell i are [spans[i], spans[i + 1]).
  struct CutCells {
    std::vector<u64> spans, replicas;  // `replicas` has the replica of each cell
    std::vector<u32> sites;
    std::vector<u8> of_daughter;
  };

  CutCells cut_;
  std::optional<TargetFailure> failure_;
  std::optional<ShapeFailure> shape_failure_;
  std::vector<CellBox> boxes_;  // for the cells of all replicas, if moments are kept
  u64 counted_at_ = 0;          // number of completed steps when cells were counted
  std::optional<LevelFailure> level_failure_;
  std::unique_ptr<HostSites> field_sites_;
  std::unique_ptr<fields::FieldsEngine> fields_;
};

}  // namespace morula::potts
