// The parallel order on a device: see find_kernels.h and resolve_kernels.h; in one launch, whole_kernel.h.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "core/bytes.h"
#include "core/ceil_divide.h"
#include "core/error.h"
#include "core/stream.h"
#include "gpu/doubles.h"
#include "models/potts/engine/count_tuner.h"
#include "models/potts/engine/device_cells.h"
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

constexpr u64 origins_at_once = 4096;  // sub-steps times replicas; at least one sub-step

template <typename Value>
std::unique_ptr<gpu::Buffer> buffer_of(gpu::Device& device, const std::vector<Value>& values) {
  auto buffer = device.allocate(std::max<u64>(values.size(), 1) * sizeof(Value));
  if (!values.empty()) device.write(*buffer, 0, std::as_bytes(std::span(values)));
  return buffer;
}

std::vector<u32x2> keys_for(const PottsSpec& spec, u64 seed, Purpose purpose) {
  std::vector<u32x2> keys;
  for (u64 replica = 0; replica < spec.replicas; ++replica)
    keys.push_back(stream(seed, purpose, spec.first_replica + replica));
  return keys;
}

// The words of terms, followed by the distances of neighbours that may be copied.
std::vector<i32> word_table(const PottsSpec& spec, const Energies& energies, const PaddedLattice& padded) {
  std::vector<i32> words = energies.words;
  for (const Neighbour& offset : spec.copy.neighbours)
    words.push_back(static_cast<i32>(padded.distance(offset)));
  return words;
}

class OnDevice final : public PottsEngine, private fields::SiteReader {
 public:
  OnDevice(const PottsSpec& spec, u64 seed, std::shared_ptr<gpu::Device> device)
      : PottsEngine(spec),
        spec_(spec),
        energies_(fixed_point(spec)),
        padded_(spec),
        regions_(spec),
        kept_(energies_.kept()),
        shares_(spec),
        buckets_(8, spec.exclusive ? 1 : most_buckets, 8, 4096),
        device_(std::move(device)),
        parts_(shares_, device_->info()),
        program_(device_->build(potts_source(spec, parts_.groups > 0))),
        table_(spec, energies_, *device_, *program_),
        sites_(spec, *device_, *program_),
        shapes_(spec, energies_, *device_, *program_),
        life_kernels_(spec, *device_, *program_),
        cuts_(spec, *device_, *program_),
        draw_origins_(program_->kernel("draw_origins")),
        count_(program_->kernel("count_cells")),
        candidates_(device_->allocate(shares_.attempts() * candidate_bytes)),
        more_(device_->allocate(more_changes(spec) * sizeof(NumberChanges))),
        starts_(
            device_->allocate(std::max(shares_.all_groups, parts_.count) * (most_buckets + 1) * sizeof(u32))),
        open_(device_->allocate(shares_.attempts() * sizeof(u32))),
        open_count_(device_->allocate(sizeof(u32))),
        accepted_(device_->allocate(shares_.all_groups * sizeof(u32))),
        arrived_(device_->allocate(sizeof(u32))),
        origins_at_once_(std::max<u64>(1, origins_at_once / spec.replicas)),
        origins_(device_->allocate(origins_at_once_ * spec.replicas * 3 * sizeof(u32))),
        keys_(buffer_of(*device_, keys_for(spec, seed, Purpose::RegionCopy))),
        origin_keys_(buffer_of(*device_, keys_for(spec, seed, Purpose::RegionOrigin))),
        constraints_(buffer_of(*device_, energies_.constraints)),
        thresholds_(buffer_of(*device_, energies_.thresholds)),
        acceptances_(buffer_of(*device_, energies_.acceptances)),
        total_accepted_(spec.replicas) {
    if (shares_.attempts() >= u64{1} << 30)
      throw Error(
          "a tissue on a device has fewer than 2^30 attempts in a sub-step, with all replicas; a larger "
          "potts.regions.thinning makes fewer");
    if (parts_.groups > 0) {
      whole_ = program_->kernel("run_sub_steps");
    } else {
      find_ = program_->kernel("find_copies");
      resolve_ = program_->kernel("resolve_bucket");
      finish_ = program_->kernel("finish_bucket");
    }
    device_->fill(*accepted_, std::byte{0});
    device_->fill(*open_count_, std::byte{0});
    device_->fill(*arrived_, std::byte{0});
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
    device_->read(*counts_[seen_], 0, std::as_writable_bytes(std::span(counts)));
    return cuts_.cut(*sites_.words(), table_, *counts_[seen_], counts, kept_, cutter, cells, steps_done);
  }
  fields::FieldsEngine* fields() override { return fields_.get(); }

  void count_cells() override {
    shapes_.find(*sites_.words(), *words_, grid_over(sites_.count()));
    device_->fill(*counts_[0], std::byte{0});
    device_->launch(*count_, grid_over(sites_.count()),
                    {sites_.words(), counts_[0].get(), words_.get(), cells32(), spec_.replicas});
    device_->copy(*counts_[0], *counts_[1]);
    shapes_.check(*counts_[0], counted_at_);
    seen_ = 0;
    unsettled_ = most_buckets;
    is_counted_ = true;
  }

  // A launch gets its Monte Carlo step only if terms read the steps in which sites were gained.
  void step(u64 from, u64 steps) override {
    if (!sites_.has_gains()) return run_steps(from, from + steps);
    for (u64 step = from; step < from + steps; ++step) {
      time_ = static_cast<u32>(step + 1);
      run_steps(step, step + 1);
    }
  }

  std::vector<i32> numbers(u64 replica) override {
    std::vector<i32> numbers(cells_ * kept_);
    device_->read(*counts_[seen_], replica * numbers.size() * sizeof(i32),
                  std::as_writable_bytes(std::span(numbers)));
    return numbers;
  }

  std::vector<u64> accepted() override {
    sum_accepted();
    return total_accepted_;
  }

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
    clear_lists();
  }
  void add_rows() override {
    if (table_.cells() > capacity_) return hold(std::move(table_.changing()));
    cells_ = table_.cells();
    table_.write_changed();
    shapes_.set_cells(cells_);
    is_counted_ = is_counted_ && spec_.replicas == 1;  // with several replicas, rows have moved
    clear_lists();
  }
  // Volumes are updated by the cut; other numbers are counted from the sites.
  bool take_sites(std::span<const u32> daughters) override {
    const bool follow = kept_ == 1 && is_counted_;
    cuts_.take(*sites_.words(), table_, follow ? counts_[seen_].get() : nullptr, daughters);
    cuts_.allocate(capacity_);  // now that the data of the last cut are no longer needed
    if (!follow) return false;
    device_->copy(*counts_[seen_], *counts_[seen_ ^ 1]);
    unsettled_ = most_buckets;
    return true;
  }
  void set_targets(u64 steps_done) override { table_.set_linears(*words_, *constraints_, steps_done); }
  void run_steps(u64 from, u64 until) {
    const u64 first = regions_.until(from), end = regions_.until(until);
    for (u64 start = first; start < end;) {
      const u64 count = std::min({origins_at_once_, buckets_.sub_steps(), end - start});
      device_->launch(*draw_origins_, grid_over(count * spec_.replicas),
                      {origins_.get(), origin_keys_.get(), start, count, spec_.replicas});
      if (buckets_.is_trying()) {
        buckets_.ran(count, device_->time([&] { run_sub_steps(start, count); }));
      } else {
        run_sub_steps(start, count);
        buckets_.ran(count, 0);
      }
      start += count;
      since_summed_ += count * shares_.group * shares_.each;
      if (since_summed_ >= u64{1} << 31) sum_accepted();
    }
  }

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
    table_.fill_places(*sites_.words(), *counts_[seen_], grid_over(sites_.count()));
    table_.run_processes(*counts_[seen_], steps_done);
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

  void run_sub_steps(u64 first, u64 count) {
    const u32 buckets = buckets_.count();
    if (buckets > buckets_with_lists_) allocate_lists(buckets);
    if (whole_) return run_whole(first, count, buckets);
    for (u64 i = 0; i < count; ++i) {
      find_copies(first + i, i, buckets);
      for (u32 bucket = 0; bucket < buckets; ++bucket) resolve(first + i, bucket, buckets);
    }
  }

  void run_whole(u64 first, u64 count, u32 buckets) {
    const u32 entries = static_cast<u32>(energies_.thresholds.size());
    device_->launch_together(*whole_, {{parts_.groups, 1, 1}, {whole_group, 1, 1}},
                             {sites_.words(),
                              counts_[seen_].get(),
                              counts_[seen_ ^ 1].get(),
                              candidates_.get(),
                              more_.get(),
                              starts_.get(),
                              heads_[first & 1].get(),
                              heads_[(first & 1) ^ 1].get(),
                              used_heads(buckets),
                              origins_.get(),
                              keys_.get(),
                              words_.get(),
                              constraints_.get(),
                              thresholds_.get(),
                              acceptances_.get(),
                              accepted_.get(),
                              arrived_.get(),
                              entries,
                              cells32(),
                              first,
                              static_cast<u32>(count),
                              replicas32(),
                              buckets,
                              bucket_shift(buckets),
                              static_cast<u32>(shares_.attempts()),
                              parts_.span,
                              meetings_,
                              time_});
    meetings_ += static_cast<u32>(parts_.groups * count * (1 + buckets));
    seen_ ^= count * buckets & 1;
  }
  static u32 bucket_shift(u32 buckets) { return 31 - static_cast<u32>(std::countr_zero(buckets)); }

  // Number of heads of the lists: one for each cell in each bucket. Even and odd sub-steps have separate
  // heads.
  u64 head_count(u32 buckets) const { return u64{buckets} * cells_ * spec_.replicas; }
  // Number of heads to be cleared: those of the previous sub-step, and in a launch of several sub-steps those
  // of all but the last.
  u64 used_heads(u32 buckets) {
    const u32 before = std::exchange(buckets_before_, buckets);
    return head_count(std::max(before, buckets));
  }
  void allocate_lists(u32 buckets) {
    buckets_with_lists_ = buckets;
    for (auto& heads : heads_) heads.reset();
    for (auto& heads : heads_)
      heads = device_->allocate(u64{buckets} * capacity_ * spec_.replicas * sizeof(u32));
    clear_lists();
  }
  void clear_lists() {
    buckets_before_ = 1;
    for (auto& heads : heads_) device_->fill(*heads, std::byte{0});
  }

  // Allocates the buffers with an entry for each row of the table of cells, besides its columns. If cells
  // divide and memory allows, buffers hold twice the rows, so that a wave of divisions allocates nothing.
  void allocate_rows() {
    for (auto& counts : counts_) counts.reset();
    for (auto& heads : heads_) heads.reset();
    words_.reset();
    capacity_ = cells_;
    const bool fits_buffer =
        device_lists(spec_, 2 * cells_ * spec_.replicas) / heads_.size() <= device_->info().max_buffer;
    if (spec_.life.divides() && fits_buffer && has_room(2 * cells_)) capacity_ = 2 * cells_;
    const u64 rows = capacity_ * spec_.replicas;
    for (auto& counts : counts_) counts = device_->allocate(rows * kept_ * sizeof(i32));
    const std::vector<i32> words = word_table(spec_, energies_, padded_);
    words_ = device_->allocate(std::max<u64>(1, words.size() + rows * energies_.cell_words()) * sizeof(i32));
    device_->write(*words_, 0, std::as_bytes(std::span(words)));
    shapes_.allocate(capacity_);
    allocate_lists(buckets_.count());
  }

  // The first launch waits for the origins that it reads.
  void find_copies(u64 when, u64 since, u32 buckets) {
    const gpu::Grid grid{{shares_.all_groups, 1, 1}, {shares_.group, 1, 1}};
    launch_in_turn(since == 0, *find_, grid,
                   {sites_.words(), counts_[seen_ ^ 1].get(), candidates_.get(), more_.get(), starts_.get(),
                    heads_[when & 1].get(), heads_[(when & 1) ^ 1].get(), used_heads(buckets), origins_.get(),
                    keys_.get(), words_.get(), cells32(), when, static_cast<u32>(since), replicas32(),
                    unsettled_, bucket_shift(buckets), time_});
    unsettled_ = most_buckets;
  }

  void resolve(u64 when, u32 bucket, u32 buckets) {
    gpu::Buffer *const seen = counts_[seen_].get(), *const next = counts_[seen_ ^ 1].get(),
                       *const heads = heads_[when & 1].get();
    const u32 entries = static_cast<u32>(energies_.thresholds.size());
    const u32 lanes = std::max(least_lanes, resolve_group / buckets);
    launch_in_turn(false, *resolve_,
                   {{ceil_divide(shares_.all_groups, resolve_group / lanes), 1, 1}, {resolve_group, 1, 1}},
                   {sites_.words(),
                    seen,
                    next,
                    candidates_.get(),
                    more_.get(),
                    starts_.get(),
                    heads,
                    accepted_.get(),
                    open_.get(),
                    open_count_.get(),
                    words_.get(),
                    constraints_.get(),
                    thresholds_.get(),
                    acceptances_.get(),
                    entries,
                    cells32(),
                    replicas32(),
                    bucket,
                    lanes,
                    time_});
    launch_in_turn(false, *finish_, {{1, 1, 1}, {resolve_group, 1, 1}},
                   {sites_.words(), seen, next, candidates_.get(), more_.get(), heads, accepted_.get(),
                    open_.get(), open_count_.get(), words_.get(), constraints_.get(), thresholds_.get(),
                    acceptances_.get(), entries, cells32(), replicas32(), bucket, time_});
    seen_ ^= 1;
    unsettled_ = bucket;
  }

  void launch_in_turn(bool waits, const gpu::Kernel& kernel, const gpu::Grid& grid,
                      std::initializer_list<gpu::Argument> arguments) {
    if (waits)
      device_->launch(kernel, grid, arguments);
    else
      device_->launch_early(kernel, grid, arguments);
  }

  u32 replicas32() const { return static_cast<u32>(spec_.replicas); }
  u32 cells32() const { return static_cast<u32>(cells_); }
  // Each work-group counts its accepted copies in 32 bits.
  void sum_accepted() {
    std::vector<u32> each(shares_.all_groups);
    device_->read(*accepted_, 0, std::as_writable_bytes(std::span(each)));
    device_->fill(*accepted_, std::byte{0});
    for (u64 i = 0; i < each.size(); ++i) total_accepted_[i / shares_.groups] += each[i];
    since_summed_ = 0;
  }

  PottsSpec spec_;
  Energies energies_;
  PaddedLattice padded_;
  Regions regions_;
  u64 kept_;  // count of kept numbers of each cell
  Shares shares_;
  CountTuner buckets_;
  std::shared_ptr<gpu::Device> device_;
  WholeParts parts_;
  std::unique_ptr<gpu::Program> program_;
  DeviceCells table_;
  DeviceSites sites_;
  DeviceShapes shapes_;
  DeviceLife life_kernels_;
  DeviceCuts cuts_;
  std::unique_ptr<gpu::Kernel> find_, resolve_, finish_, whole_, draw_origins_, count_;
  std::unique_ptr<gpu::Buffer> candidates_, more_, starts_, open_, open_count_, accepted_, arrived_;
  u64 origins_at_once_;
  std::unique_ptr<gpu::Buffer> origins_, keys_, origin_keys_, words_, constraints_, thresholds_, acceptances_;
  std::array<std::unique_ptr<gpu::Buffer>, 2> counts_;
  u64 seen_ = 0;  // index of the table that the next bucket reads
  std::array<std::unique_ptr<gpu::Buffer>, 2> heads_;
  u32 buckets_with_lists_ = 0;
  u32 buckets_before_ = 1;        // in the previous sub-step
  u32 unsettled_ = most_buckets;  // the bucket that is not yet in counts_[seen_ ^ 1]; `most_buckets` for none
  u32 meetings_ = 0;              // value of arrived_, modulo 2^32
  u64 cells_ = 1, capacity_ = 0;  // rows of a replica, and the rows that fit in buffers
  bool is_counted_ = false;       // counts_ match the present rows
  u64 counted_at_ = 0;            // number of completed steps when cells were counted
  u32 time_ = 0;                  // see SiteCopy
  u64 since_summed_ = 0;          // attempts of each group since sum_accepted(); its counter has 32 bits
  std::vector<u64> total_accepted_;
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
  return std::make_unique<OnDevice>(spec, seed, std::move(device));
}

}  // namespace morula::potts
