// Makes the engines of dividing cells a Model.
#include "models/proliferation/proliferation_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "models/proliferation/engine/shared_engine.h"
#include "models/proliferation/expectation/expected_model.h"
#include "models/proliferation/observe/cell_tables.h"
#include "models/proliferation/population_model.h"
#include "models/proliferation/proliferation_engine.h"

namespace morula {
namespace {

const ProliferationSpec& proliferation_of(const Spec& spec) {
  return dynamic_cast<const ProliferationSpec&>(*spec.section);
}

class ProliferationModel final : public PopulationModel {
 public:
  ProliferationModel(std::shared_ptr<const ProliferationSpec> spec, const BranchingProcess& process,
                     std::unique_ptr<ProliferationEngine> engine)
      : PopulationModel(std::move(spec)), process_(process), engine_(std::move(engine)) {}

  std::uint64_t step(std::uint64_t at_most) override {
    const u64 done = std::min(at_most, spec_->steps() - time_), first = time_ * spec_->batch;
    engine_->simulate(first, std::min(done * spec_->batch, process_.cells() - first));
    engine_->finish();
    time_ += done;
    check_depth();
    return done;
  }

  std::uint64_t updates() const override { return std::min(time_ * spec_->batch, process_.cells()); }
  std::string unit() const override { return "initial cells"; }

  std::vector<std::string> columns() const override {
    std::vector<std::string> names = {"begun", "cells"};
    for (const CellType& type : spec_->types) names.push_back(type.name);
    for (const char* fate : {"divided", "died", "faded"}) names.emplace_back(fate);
    return names;
  }
  Sums sums(const Sums& so_far) override { return so_far.empty() ? engine_->counts(0) : Sums{}; }
  std::vector<Row> rows(const Sums& counts) const override {
    Row row = {updates(), u64{0}};
    const std::size_t counters_per_type = std::size_t{process_.generations} * process_.bins();
    u64 cells = 0;
    for (std::size_t type = 0; type < process_.types; ++type) {
      u64 living = 0;
      for (std::size_t i = 0; i < counters_per_type; ++i) living += counts[type * counters_per_type + i];
      row.emplace_back(living);
      cells += living;
    }
    row[1] = cells;
    for (const auto fate : {Divides, Dies, Fades}) row.emplace_back(counts[process_.final_counters() + fate]);
    return {row};
  }

  std::optional<CellNumbers> numbers() override {
    if (time_ < spec_->steps()) return std::nullopt;
    const auto counts = std::make_shared<const std::vector<u64>>(engine_->counts(0));
    CellNumbers cells;
    cells.generations = process_.generations;
    cells.end = [this, counts](std::size_t type, std::size_t generation, std::size_t bin) {
      return static_cast<double>(
          (*counts)[(type * process_.generations + generation) * process_.bins() + bin]);
    };
    const std::size_t each = std::size_t{process_.types} * process_.generations;
    std::vector<u64> living(each);
    for (std::size_t i = 0; i < process_.change_counters(); ++i) {
      living[i % each] += (*counts)[process_.final_counters() + BranchingProcess::fate_counters + i];
      cells.living.push_back(static_cast<double>(living[i % each]));
    }
    return cells;
  }

 private:
  Field own_field() const override { return {"counts", ValueType::U64, {process_.counters(), 1, 1}, 1}; }
  std::vector<u64> own_values() override { return engine_->counts(0); }
  void restore_own(Slab slab, std::span<const std::byte> values) override {
    std::vector<u64> counts = own_values();
    const auto part = std::as_writable_bytes(std::span(counts).subspan(slab.first, slab.count));
    std::ranges::copy(values, part.begin());
    engine_->set_counts(0, counts);
  }

  void check_depth() {
    if (engine_->count(0, process_.final_counters() + TooDeep) == 0) return;
    throw Error(
        fmt::format("a cell would divide after {0} divisions, the most that a lineage may have; make "
                    "'until' shorter, or choose a minimum_fluorescence that the dye reaches sooner",
                    generation_limit));
  }

  BranchingProcess process_;
  std::unique_ptr<ProliferationEngine> engine_;
};

std::unique_ptr<ProliferationEngine> engine_for(const Spec& spec, const Backend& backend) {
  const BranchingProcess process(proliferation_of(spec));
  return make_proliferation_engine(process, {only_variant(proliferation_of(spec), spec.seed)}, backend);
}

std::unique_ptr<Model> model_with(std::unique_ptr<ProliferationEngine> engine, const Spec& spec) {
  const auto proliferation = std::dynamic_pointer_cast<const ProliferationSpec>(spec.section);
  return std::make_unique<ProliferationModel>(proliferation, BranchingProcess(*proliferation),
                                              std::move(engine));
}

std::unique_ptr<Model> make_proliferation(const Spec& spec, const Backend& backend, Start) {
  const auto proliferation = std::dynamic_pointer_cast<const ProliferationSpec>(spec.section);
  assert(proliferation);
  if (proliferation->method == Method::Expectation)
    return make_expected_model(proliferation, backend.threads);
  return model_with(engine_for(spec, backend), spec);
}

// Ranks share the initial cells of every step. Means are computed by one rank.
Sharing proliferation_sharing() {
  return {[](const Spec& spec) { return proliferation_of(spec).method != Method::Expectation; },
          [](const Spec& spec, const Backend& backend, Communicator& ranks, Start) {
            return model_with(make_shared_engine(engine_for(spec, backend), ranks), spec);
          },
          [](const Spec& spec, const Backend& backend, Communicator& ranks) {
            serve_shared_engine(*engine_for(spec, backend), ranks);
          }};
}

Footprint proliferation_footprint(const Spec& spec, const Backend& backend) {
  if (proliferation_of(spec).method == Method::Expectation) return expected_footprint(proliferation_of(spec));
  const BranchingProcess process(proliferation_of(spec));
  constexpr u64 table_bytes = 16384;  // 13 KiB, and room for smaller data
  const u64 counts = process.counters() * sizeof(u64), tables = u64{process.types} * 2 * table_bytes;
  const u64 text = most_histogram_bytes(proliferation_of(spec));
  const u64 host = counts * (backend.threads->size() + 3) + text + tables + 4 * slab_bytes;
  if (backend.kind == BackendKind::Cpu) return {host, 0, 0};
  return {host, counts + tables, std::max(counts, tables)};
}

std::vector<gpu::Source> proliferation_sources(const Spec& spec) {
  if (proliferation_of(spec).method == Method::Expectation) return {};
  return {proliferation_source(BranchingProcess(proliferation_of(spec)))};
}

}  // namespace

Family proliferation_family() {
  return {
      .name = "proliferation",
      .keys = {"steps", "proliferation"},
      .read = read_proliferation,
      .footprint = proliferation_footprint,
      .make = make_proliferation,
      .sources = proliferation_sources,
      .results = score_told,
      .changeable = {.why_not = "cannot change while the model runs: a step of dividing cells is a batch of "
                                "initial cells, not a time; remove the change"},
      .sharing = proliferation_sharing()};
}

}  // namespace morula
