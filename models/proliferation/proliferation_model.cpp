// Joins the engines of dividing cells to the seam.
#include "models/proliferation/proliferation_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "models/proliferation/cells_model.h"
#include "models/proliferation/expectation/expected_model.h"
#include "models/proliferation/observe/cell_tables.h"
#include "models/proliferation/proliferation_engine.h"

namespace morula {
namespace {

const ProliferationSpec& proliferation_of(const Spec& spec) {
  return dynamic_cast<const ProliferationSpec&>(*spec.section);
}

class ProliferationModel final : public CellsModel {
 public:
  ProliferationModel(std::shared_ptr<const ProliferationSpec> spec, const BranchingProcess& plan,
                     std::unique_ptr<ProliferationEngine> engine)
      : CellsModel(std::move(spec)), plan_(plan), engine_(std::move(engine)) {}

  std::uint64_t step(std::uint64_t at_most) override {
    const u64 done = std::min(at_most, spec_->steps() - time_), first = time_ * spec_->batch;
    engine_->simulate(first, std::min(done * spec_->batch, plan_.cells() - first));
    engine_->finish();
    time_ += done;
    check_depth();
    return done;
  }

  Observation observe() override {
    const std::vector<u64> counts = engine_->counts(0);
    Observation seen = {{"begun", std::min(time_ * spec_->batch, plan_.cells())}, {"cells", u64{0}}};
    const std::size_t each = std::size_t{plan_.generations} * plan_.bins();
    u64 all = 0;
    for (std::size_t type = 0; type < plan_.types; ++type) {
      u64 living = 0;
      for (std::size_t i = 0; i < each; ++i) living += counts[type * each + i];
      seen.push_back({spec_->types[type].name, living});
      all += living;
    }
    seen[1].value = all;
    seen.push_back({"divided", counts[plan_.final_counters() + Divides]});
    seen.push_back({"died", counts[plan_.final_counters() + Dies]});
    seen.push_back({"faded", counts[plan_.final_counters() + Fades]});
    return seen;
  }

  std::vector<Result> results() override {
    if (time_ < spec_->steps()) return {};
    const std::vector<u64> counts = engine_->counts(0);
    CellNumbers cells;
    cells.generations = plan_.generations;
    cells.end = [&](std::size_t type, std::size_t generation, std::size_t bin) {
      return static_cast<double>(counts[(type * plan_.generations + generation) * plan_.bins() + bin]);
    };
    const std::size_t each = std::size_t{plan_.types} * plan_.generations;
    std::vector<u64> living(each);
    for (std::size_t i = 0; i < plan_.change_counters(); ++i) {
      living[i % each] += counts[plan_.final_counters() + BranchingProcess::fate_counters + i];
      cells.living.push_back(static_cast<double>(living[i % each]));
    }
    return cell_results(*spec_, cells);
  }

  std::vector<Field> fields() const override {
    return {inputs_field(), {"counts", ValueType::U64, {plan_.counters(), 1, 1}, 1}};
  }

  void restore(const Field& field, Slab slab, std::span<const std::byte> values) override {
    if (field.name != "counts") return check_inputs(*spec_, values);
    std::vector<u64> all = own_values();
    const auto part = std::as_writable_bytes(std::span(all).subspan(slab.first, slab.count));
    std::ranges::copy(values, part.begin());
    engine_->set_counts(0, all);
  }

  // The last batch may be a small one.
  std::uint64_t updates_per_step() const override { return plan_.cells() / spec_->steps(); }

 private:
  std::vector<u64> own_values() override { return engine_->counts(0); }

  void check_depth() {
    if (engine_->count(0, plan_.final_counters() + TooDeep) == 0) return;
    throw Error(
        fmt::format("a cell had to divide after {0} divisions, and {0} is as deep as a tree may be; make "
                    "'until' shorter, or give the dye a minimum_fluorescence that it reaches sooner",
                    generation_limit));
  }

  BranchingProcess plan_;
  std::unique_ptr<ProliferationEngine> engine_;
};

std::unique_ptr<Model> make_proliferation(const Spec& spec, const Backend& backend, Start) {
  const auto proliferation = std::dynamic_pointer_cast<const ProliferationSpec>(spec.section);
  assert(proliferation);
  if (proliferation->method == Method::Expectation)
    return make_expected_model(proliferation, backend.threads);
  const BranchingProcess plan(*proliferation);
  return std::make_unique<ProliferationModel>(
      proliferation, plan,
      make_proliferation_engine(plan, {only_variant(*proliferation, spec.seed)}, backend));
}

Footprint proliferation_footprint(const Spec& spec, BackendKind kind) {
  if (proliferation_of(spec).method == Method::Expectation) return expected_footprint(proliferation_of(spec));
  const BranchingProcess plan(proliferation_of(spec));
  constexpr u64 table_bytes = 16384;  // 13 KiB, and room for the small things beside it
  const u64 counts = plan.counters() * sizeof(u64), tables = u64{plan.types} * 2 * table_bytes;
  const u64 text = most_histogram_bytes(proliferation_of(spec));
  const u64 host = counts * (hardware_threads() + 3) + text + tables + 4 * slab_bytes;
  if (kind == BackendKind::Cpu) return {host, 0, 0};
  return {host, counts + tables, std::max(counts, tables)};
}

std::vector<gpu::Source> proliferation_sources(const Spec& spec) {
  if (proliferation_of(spec).method == Method::Expectation) return {};
  return {proliferation_source(BranchingProcess(proliferation_of(spec)))};
}

}  // namespace

Family proliferation_family() {
  return {.name = "proliferation",
          .read = read_proliferation,
          .footprint = proliferation_footprint,
          .make = make_proliferation,
          .sources = proliferation_sources,
          .takes_replicas = false,
          .on_lattice = false};
}

}  // namespace morula
