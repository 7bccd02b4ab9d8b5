#include "models/fields/device_fields.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"
#include "gpu/doubles.h"
#include "gpu/field_sums.h"
#include "models/fields/field_numbers.h"
#include "models/fields/implicit_lines.h"

namespace morula::fields {
namespace {

constexpr std::uint32_t field_group = 128;
constexpr u32 no_failure_yet = 0xFFFFFFFFu;
constexpr u64 most_items = u64{1} << 24;

class DeviceFields final : public FieldsEngine {
 public:
  DeviceFields(FieldsOnLattice on, SiteReader& sites, gpu::Device& device, const SiteTexts& texts,
               SiteArguments arguments)
      : FieldsEngine(std::move(on), sites),
        device_(device),
        arguments_(std::move(arguments)),
        program_(device.build(fields_source(on_, texts))),
        step_(program_->kernel("step_fields")),
        lines_(program_->kernel("step_lines")),
        sum_(program_->kernel("sum_rows")),
        hash_(device, ValueType::F64),
        uniform_(spec().sources.program),
        uniform_words_(
            device.allocate(std::max<u64>(1, spec().sources.program.uniform.size()) * sizeof(u64))),
        clamped_(device.allocate(4 * sizeof(u32) * spec().fields.size() * on_.replicas)),
        failures_(device.allocate(2 * sizeof(u32))) {
    std::vector<f64> numbers;
    for (const FieldSpec& field : spec().fields) {
      now_.push_back(device.allocate(sites_in_batch() * sizeof(f64)));
      next_.push_back(field.changes() ? device.allocate(sites_in_batch() * sizeof(f64)) : nullptr);
      const FieldNumbers of_field = numbers_of(field, spec().sub_steps);
      numbers.insert(numbers.end(), {of_field.share, of_field.decay, of_field.length});
      numbers.insert(numbers.end(), of_field.beyond.begin(), of_field.beyond.end());
      numbers.insert(numbers.end(), of_field.inflow.begin(), of_field.inflow.end());
      add_lines(field);
    }
    numbers_ = buffer_of(numbers);
    device_.fill(*clamped_, std::byte{0});
    device_.fill(*failures_, std::byte{0xFF});
  }

  void write(u32 field, Slab slab, std::span<const f64> values) override {
    device_.write(*now_[field], slab.first * sizeof(f64), std::as_bytes(values));
  }
  void read(u32 field, Slab slab, std::span<f64> values) override {
    device_.read(*now_[field], slab.first * sizeof(f64), std::as_writable_bytes(values));
  }

  gpu::Buffer* on_device(u32 field) override { return now_[field].get(); }

  void step(u64 when) override {
    if (!spec().any_changes()) return;
    if (const auto failing = uniform_.evaluate(uniform_inputs(spec().sources, spec(), when))) {
      finish();  // reports earlier failures first
      throw Error(fmt::format("{} (step {})", what_fails(spec().sources.program.whole, *failing), when));
    }
    if (uniform_.results() != written_) {
      written_ = uniform_.results();
      device_.write(*uniform_words_, 0, std::as_bytes(std::span(written_)));
    }
    if (sub_steps_done_ == 0) first_step_ = when;
    for (u32 i = 0; i < spec().sub_steps; ++i) sub_step();
  }

  std::vector<FieldTotals> totals(u64 replica) override {
    const u64 classes = spec().classes.size(), numbers_of_row = 3 + classes;
    const auto sums = device_.allocate(rows() * numbers_of_row * sizeof(f64)),
               counts = device_.allocate(rows() * classes * sizeof(u32));
    std::vector<f64> numbers(rows() * numbers_of_row);
    std::vector<u32> sites_of_class(rows() * classes);
    std::vector<FieldTotals> totals;
    for (const auto& values : now_) {
      std::vector<gpu::Argument> arguments = {values.get(), sums.get(), counts.get(), replica};
      add_site_arguments(arguments);
      device_.launch(*sum_, grid_over(rows()), arguments);
      device_.read(*sums, 0, std::as_writable_bytes(std::span(numbers)));
      device_.read(*counts, 0, std::as_writable_bytes(std::span(sites_of_class)));
      totals.push_back(totals_of_rows(numbers, sites_of_class));
    }
    return totals;
  }
  std::vector<Hash> hashes() override {
    std::vector<Hash> hashes(on_.replicas);
    for (u64 replica = 0; replica < on_.replicas; ++replica)
      for (std::size_t field = 0; field < now_.size(); ++field)
        hashes[replica] +=
            hash_.hash(*now_[field], hash_number(spec().fields[field]), {replica * sites(), sites()}, 0);
    return hashes;
  }

  std::vector<u64> clamped() override {
    std::vector<u64> words(2 * spec().fields.size() * on_.replicas);
    device_.read(*clamped_, 0, std::as_writable_bytes(std::span(words)));
    return words;
  }
  void set_clamped(std::span<const u64> words) override { device_.write(*clamped_, 0, std::as_bytes(words)); }

 private:
  struct Lines {
    bool is_periodic = false;
    std::unique_ptr<gpu::Buffer> table;
  };

  u64 sites_in_batch() const { return sites() * on_.replicas; }
  static gpu::Grid grid_over(u64 items) { return gpu::grid_for(std::min(items, most_items), field_group); }
  std::unique_ptr<gpu::Buffer> buffer_of(const std::vector<f64>& values) {
    auto buffer = device_.allocate(values.size() * sizeof(f64));
    device_.write(*buffer, 0, std::as_bytes(std::span(values)));
    return buffer;
  }
  void add_lines(const FieldSpec& field) {
    lines_of_.emplace_back();
    for (unsigned axis = 0; field.solver == Solver::Implicit && axis < on_.lattice.dimensions; ++axis) {
      const ImplicitLines lines =
          implicit_lines(field, axis, on_.lattice.dimensions, side(axis), spec().sub_steps);
      lines_of_.back().push_back({lines.is_periodic, buffer_of(lines.table)});
    }
  }
  void add_site_arguments(std::vector<gpu::Argument>& arguments) {
    for (const gpu::Argument& argument : arguments_()) arguments.push_back(argument);
  }

  void sub_step() {
    const u32 number = sub_steps_done_++;
    std::vector<gpu::Argument> arguments;
    for (std::size_t field = 0; field < now_.size(); ++field) {
      arguments.emplace_back(now_[field].get());
      if (next_[field]) arguments.emplace_back(next_[field].get());
    }
    arguments.insert(arguments.end(),
                     {numbers_.get(), uniform_words_.get(), clamped_.get(), failures_.get(), number});
    add_site_arguments(arguments);
    device_.launch(*step_, grid_over(sites_in_batch()), arguments);
    for (u32 field = 0; field < now_.size(); ++field) step_lines(field, number);
    swap_values();
  }
  void step_lines(u32 field, u32 number) {
    for (unsigned axis = 0; axis < lines_of_[field].size(); ++axis) {
      const Lines& lines = lines_of_[field][axis];
      const u64 stride = axis == 0 ? 1 : axis == 1 ? side(0) : side(0) * side(1);
      const u64 count = sites_in_batch() / side(axis);
      device_.launch(*lines_, grid_over(count),
                     {next_[field].get(), lines.table.get(), count, side(axis), stride,
                      u32{lines.is_periodic}, u32{axis + 1 == lines_of_[field].size()},
                      u32{spec().fields[field].is_signed}, field, clamped_.get(), failures_.get(), number});
    }
  }
  void swap_values() {
    for (std::size_t field = 0; field < now_.size(); ++field)
      if (next_[field]) std::swap(now_[field], next_[field]);
  }

  // Nothing is computed after a failure, so one of the two buffers holds the values before it.
  std::optional<Failure> failure() override {
    if (sub_steps_done_ == 0) return std::nullopt;
    std::array<u32, 2> failed{};
    device_.read(*failures_, 0, std::as_writable_bytes(std::span(failed)));
    const u32 done = std::exchange(sub_steps_done_, 0);
    if (failed[0] == no_failure_yet) return std::nullopt;
    if ((done - failed[0]) % 2 == 1) swap_values();
    return Failure{first_step_ + failed[0] / spec().sub_steps, failed[1]};
  }

  gpu::Device& device_;
  SiteArguments arguments_;
  std::unique_ptr<gpu::Program> program_;
  std::unique_ptr<gpu::Kernel> step_, lines_, sum_;
  gpu::FieldSums hash_;
  formula::UniformValues uniform_;
  std::vector<u64> written_;
  std::unique_ptr<gpu::Buffer> uniform_words_, clamped_, failures_, numbers_;
  std::vector<std::unique_ptr<gpu::Buffer>> now_, next_;
  std::vector<std::vector<Lines>> lines_of_;
  u32 sub_steps_done_ = 0;  // since the last check for failures
  u64 first_step_ = 0;
};

}  // namespace

std::unique_ptr<FieldsEngine> fields_on_device(FieldsOnLattice on, SiteReader& sites, gpu::Device& device,
                                               const SiteTexts& texts, SiteArguments arguments) {
  if (!gpu::has_doubles(device))
    throw Error(device.info().name +
                " does not compute in double precision, which fields need; use --backend cpu");
  return std::make_unique<DeviceFields>(std::move(on), sites, device, texts, std::move(arguments));
}

}  // namespace morula::fields
