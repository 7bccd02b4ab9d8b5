// Tissues on a device. Copies are made by DeviceCopies.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "core/bytes.h"
#include "core/error.h"
#include "gpu/doubles.h"
#include "models/potts/engine/device_cells.h"
#include "models/potts/engine/device_copies.h"
#include "models/potts/engine/device_cuts.h"
#include "models/potts/engine/device_life.h"
#include "models/potts/engine/device_shapes.h"
#include "models/potts/engine/device_sites.h"
#include "models/potts/engine/device_source.h"
#include "models/potts/engine/field_sites.h"
#include "models/potts/engine/padded_lattice.h"
#include "models/potts/engine/potts_engine.h"
#include "models/potts/engine/process_source.h"
#include "models/potts/order/regions.h"

namespace morula::potts {
namespace {

// The words of terms, followed by the distances and by the offsets of neighbours that may be copied.
std::vector<i32> word_table(const PottsSpec& spec, const Energies& energies, const PaddedLattice& padded) {
  std::vector<i32> words = energies.words;
  for (const Neighbour& offset : spec.copy.neighbours)
    words.push_back(static_cast<i32>(padded.distance(offset)));
  for (const Neighbour& offset : spec.copy.neighbours)
    words.push_back(offset.dx + 128 + (offset.dy + 128) * 256 + (offset.dz + 128) * 65536);
  return words;
}

class OnDevice final : public PottsEngine, private fields::SiteReader {
 public:
  OnDevice(const PottsSpec& spec, u64 seed, std::shared_ptr<gpu::Device> device)
      : PottsEngine(spec),
        spec_(spec),
        energies_(fixed_point(spec)),
        padded_(spec),
        kept_(energies_.kept()),
        device_(std::move(device)),
        program_(device_->build(potts_source(spec, groups_together(spec, device_->info())))),
        table_(spec, energies_, *device_, *program_),
        sites_(spec, *device_, *program_),
        shapes_(spec, energies_, *device_, *program_),
        life_kernels_(spec, *device_, *program_),
        cuts_(spec, *device_, *program_),
        copies_(make_device_copies(spec, energies_, seed, *device_, *program_)),
        count_(program_->kernel("count_cells")),
        constraints_(buffer_of(*device_, energies_.constraints)) {
    if (!levels_.empty()) {
      set_levels_ = program_->kernel("set_levels");
      levels_failed_ = device_->allocate(levels_.size() * sizeof(u32));
      device_->fill(*levels_failed_, std::byte{0xFF});
    }
    if (!spec.fields.empty())
      fields_ = fields::fields_on_device(fields_of(spec), *this, *device_, field_site_texts(spec),
                                         [this] { return field_arguments(); });
  }

  void set_cells(CellTable cells) override {
    hold(std::move(cells));
    cuts_.allocate(capacity_);
  }
  const CellTable& cells() override { return table_.table(); }

  void write(Slab slab, std::span<const u32> numbers) override {
    sites_.write(slab, numbers, table_.types(), cells32());
  }
  void read(Slab slab, std::span<u32> numbers) override { sites_.read(slab, numbers); }
  bool read_on_device(Slab slab, const Model::DeviceSink& sink) override {
    sites_.read_on_device(slab, sink);
    return true;
  }
  void write_gains(Slab slab, std::span<const u32> gains) override { sites_.write_gains(slab, gains); }
  void read_gains(Slab slab, std::span<u32> gains) override { sites_.read_gains(slab, gains); }
  ContactCounts contacts(u64 replica) override { return sites_.contacts(replica, energies_.types - 1); }
  std::vector<Hash> hashes() override { return sites_.hashes(); }
  std::optional<std::vector<WideSum>> field_sums(u32 field, u64 replica) override {
    return life_kernels_.sums(*sites_.words(), *fields_->on_device(field), replica, cells_);
  }
  std::vector<u32> faces(u64 replica) override {
    return life_kernels_.faces(*sites_.words(), replica, cells_);
  }
  bool has_room(u64 cells) override {
    const Footprint needed = rows_footprint(spec_, BackendKind::OpenCl, cells * spec_.replicas);
    return needed.host_bytes + memory_left_free <= available_memory() &&
           (cells <= capacity_ || needed.device_bytes + memory_left_free <= device_->free_memory());
  }
  std::vector<u32> cut_cells(const CellCutter& cutter, std::span<const CellToCut> cells,
                             u64 steps_done) override {
    std::vector<i32> counts(cells_ * spec_.replicas * kept_);
    device_->read(*numbers_, 0, std::as_writable_bytes(std::span(counts)));
    return cuts_.cut(*sites_.words(), table_, *numbers_, counts, kept_, cutter, cells, steps_done);
  }
  fields::FieldsEngine* fields() override { return fields_.get(); }

  void count_cells() override {
    shapes_.find(*sites_.words(), *words_, grid_over(sites_.count()));
    device_->fill(*numbers_, std::byte{0});
    device_->launch(*count_, grid_over(sites_.count()),
                    {sites_.words(), numbers_.get(), words_.get(), cells32(), spec_.replicas});
    shapes_.check(*numbers_, counted_at_);
    copies_->forget_extents();
    is_counted_ = true;
  }

  void step(u64 from, u64 steps) override {
    copies_->step({*sites_.words(), *numbers_, *words_, cells32(), sites_.has_gains()}, from, steps);
  }

  std::vector<i32> numbers(u64 replica) override {
    std::vector<i32> numbers(cells_ * kept_);
    device_->read(*numbers_, replica * numbers.size() * sizeof(i32),
                  std::as_writable_bytes(std::span(numbers)));
    return numbers;
  }

  std::vector<u64> accepted() override { return copies_->accepted(); }

  void read_classes(u64 replica, const Site& first, std::size_t count, i64* classes) override {
    std::vector<u32> cells(count);
    read({replica * spec_.lattice.global.sites() + spec_.lattice.index_of(first), count}, cells);
    const std::span<const u8> types = table_.table().types(replica);
    for (std::size_t i = 0; i < count; ++i) classes[i] = types[cells[i]];
  }

  void read_quantity(unsigned property, u64 replica, const Site& first, std::size_t count,
                     void* values) override {
    std::vector<u32> cells(count);
    read({replica * spec_.lattice.global.sites() + spec_.lattice.index_of(first), count}, cells);
    const CellTable& table = table_.table();
    const std::size_t column = table.place(spec_.properties.properties[property].name);
    for (std::size_t i = 0; i < count; ++i)
      static_cast<f64*>(values)[i] = cells[i] == 0 ? 0 : table.number(column, replica * cells_ + cells[i]);
  }

 private:
  // Arguments in the order of field_site_texts().
  std::vector<gpu::Argument> field_arguments() {
    std::vector<gpu::Argument> arguments = {sites_.words()};
    if (!spec_.properties.empty()) arguments.emplace_back(cells32());
    for (const Property& property : spec_.properties.properties)
      arguments.emplace_back(&table_.column(property.name));
    return arguments;
  }
  CellTable& changing_cells() override { return table_.changing(); }
  void write_columns() override { table_.write_changed(); }
  void change_sites(u64 replica, const SiteChanges& changes) override {
    life_kernels_.change(*sites_.words(), table_.types(), replica, cells_, changes);
    copies_->forget_extents();
  }
  void hold(CellTable cells) {
    cells_ = cells.cells();
    if (cells_ > capacity_) allocate_rows();
    table_.set(std::move(cells), capacity_);
    table_.set_linears(*words_, *constraints_, 0);
    shapes_.set_cells(cells_);
    shapes_.forget_failure();
    counted_at_ = 0;
    is_counted_ = false;
  }
  void add_rows() override {
    if (table_.cells() > capacity_) return hold(std::move(table_.changing()));
    cells_ = table_.cells();
    table_.write_changed();
    shapes_.set_cells(cells_);
    is_counted_ = is_counted_ && spec_.replicas == 1;  // with several replicas, rows have moved
    copies_->forget_extents();
  }
  // Volumes are updated by the cut; other numbers are counted from the sites.
  bool take_sites(std::span<const u32> daughters) override {
    const bool follow = kept_ == 1 && is_counted_;
    cuts_.take(*sites_.words(), table_, follow ? numbers_.get() : nullptr, daughters);
    cuts_.allocate(capacity_);  // now that the data of the last cut are no longer needed
    copies_->forget_extents();
    return follow;
  }
  void set_targets(u64 steps_done) override { table_.set_linears(*words_, *constraints_, steps_done); }
  void wait() override { device_->finish(); }
  void set_levels(u64 when, bool of_all) override {
    const u64 first = sites_.has_gains() ? 2 : 1;
    for (u32 number = 0; number < levels_.size(); ++number) {
      const SiteLevel& level = levels_[number];
      if (!of_all && !spec_.fields.fields[level.field].changes()) continue;
      device_->launch(*set_levels_, grid_over(sites_.count()),
                      {sites_.words(), fields_->on_device(level.field), (first + number) * sites_.places(),
                       level.response, std::bit_cast<u64>(level.half), std::bit_cast<u64>(level.amount),
                       sites_.count(), levels_failed_.get(), number, static_cast<u32>(when)});
    }
  }
  std::optional<LevelFailure> level_failure() override {
    std::vector<u32> failed(levels_.size());
    device_->read(*levels_failed_, 0, std::as_writable_bytes(std::span(failed)));
    const auto first = std::ranges::min_element(failed);
    if (*first == 0xFFFFFFFFu) return std::nullopt;
    return LevelFailure{*first, static_cast<u64>(first - failed.begin())};
  }
  void recount(u64 steps_done) override {
    counted_at_ = steps_done;
    count_cells();
  }
  std::optional<ShapeFailure> shape_failure() override {
    const auto failure = shapes_.failure();
    if (!failure) return std::nullopt;
    return ShapeFailure{failure->step, failure->row, failure->why};
  }
  void run_processes(u64 steps_done) override {
    table_.fill_places(*sites_.words(), *numbers_, grid_over(sites_.count()));
    table_.run_processes(*numbers_, steps_done);
    if (sets_types_) {
      table_.set_type_words(*sites_.words(), sites_.places());
      count_cells();
    }
    table_.set_linears(*words_, *constraints_, steps_done);
  }
  std::optional<TargetFailure> target_failure() override {
    const auto failure = table_.failure();
    if (!failure) return std::nullopt;
    return TargetFailure{failure->step, failure->row, failure->target};
  }

  // Allocates the buffers with an entry for each row of the table of cells, besides its columns. If cells
  // divide and memory allows, buffers hold twice the rows, so that a wave of divisions allocates nothing.
  void allocate_rows() {
    numbers_.reset();
    words_.reset();
    capacity_ = cells_;
    if (spec_.life.divides() && has_room(2 * cells_)) capacity_ = 2 * cells_;
    const u64 rows = capacity_ * spec_.replicas;
    numbers_ = device_->allocate(rows * kept_ * sizeof(i32));
    const std::vector<i32> words = word_table(spec_, energies_, padded_);
    words_ = device_->allocate(std::max<u64>(1, words.size() + rows * energies_.cell_words()) * sizeof(i32));
    device_->write(*words_, 0, std::as_bytes(std::span(words)));
    shapes_.allocate(capacity_);
    copies_->allocate(capacity_);
  }

  u32 cells32() const { return static_cast<u32>(cells_); }
  PottsSpec spec_;
  Energies energies_;
  PaddedLattice padded_;
  u64 kept_;  // count of kept numbers of each cell
  std::shared_ptr<gpu::Device> device_;
  std::unique_ptr<gpu::Program> program_;
  DeviceCells table_;
  DeviceSites sites_;
  DeviceShapes shapes_;
  DeviceLife life_kernels_;
  DeviceCuts cuts_;
  std::unique_ptr<DeviceCopies> copies_;
  std::unique_ptr<gpu::Kernel> count_;
  std::unique_ptr<gpu::Buffer> numbers_, words_, constraints_;  // `numbers_` are those of cells
  u64 cells_ = 1, capacity_ = 0;  // rows of a replica, and the rows that fit in buffers
  bool is_counted_ = false;       // numbers_ match the present rows
  u64 counted_at_ = 0;            // number of completed steps when cells were counted
  std::unique_ptr<gpu::Kernel> set_levels_;
  std::unique_ptr<gpu::Buffer> levels_failed_;
  std::unique_ptr<fields::FieldsEngine> fields_;
};

}  // namespace

std::unique_ptr<PottsEngine> make_on_device(const PottsSpec& spec, u64 seed,
                                            std::shared_ptr<gpu::Device> device) {
  if ((needs_doubles(spec) || !spec.fields.empty()) && !gpu::has_doubles(*device))
    throw Error(
        device->info().name +
        " does not compute in double precision, which the processes or fields of this tissue need; use "
        "--backend cpu");
  // Kernels have distances between neighbours as signed words of 32 bits.
  if (const i64 farthest = farthest_distance(PaddedLattice(spec), reach_of(spec), spec.lattice.dimensions);
      farthest >= i64{1} << 31)
    throw Error(
        fmt::format("a copy reads sites that are {} words apart in memory, and a device can step across "
                    "fewer than 2^31; turn "
                    "the lattice so that its longest side is z, or use --backend cpu",
                    farthest));
  return std::make_unique<OnDevice>(spec, seed, std::move(device));
}

}  // namespace morula::potts
