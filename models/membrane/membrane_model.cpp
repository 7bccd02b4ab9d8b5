// Makes the engines of membranes a Model.
#include "models/membrane/membrane_model.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <optional>

#include "models/membrane/device/device_state.h"
#include "models/membrane/device/island_engine.h"
#include "models/membrane/membrane_engine.h"
#include "models/membrane/observe/membrane_series.h"
#include "models/membrane/read/membrane_reader.h"

namespace morula::membrane {
namespace {

class MembraneModel final : public ConfiguredModel {
 public:
  MembraneModel(std::shared_ptr<const MembraneSpec> spec, std::unique_ptr<MembraneEngine> engine)
      : spec_(std::move(spec)), engine_(std::move(engine)) {}

  std::uint64_t step(std::uint64_t at_most) override {
    packed_.reset();
    return engine_->step(at_most);
  }
  std::uint64_t time() const override { return engine_->time(); }
  std::uint64_t updates() const override { return engine_->applications(); }
  std::string unit() const override { return "rules"; }

  std::vector<std::string> columns() const override { return membrane_columns(*spec_); }
  Sums sums(const Sums& so_far) override { return so_far.empty() ? membrane_sums(*spec_, *engine_) : Sums{}; }
  std::vector<Row> rows(const Sums& totals) const override { return {membrane_row(*spec_, totals)}; }

  // The number of objects to be saved is only known once they are packed.
  std::vector<StateField> fields() const override {
    const PackedConfiguration& packed = saved();
    const auto list = [](const char* name, ValueType type, u64 values, bool resizes) {
      StateField field{{name, type, {values, 1, 1}, 1}};
      field.resizes = resizes;
      return field;
    };
    const u64 membranes = packed.labels.size(), entries = packed.objects.size();
    return {list("label", ValueType::U32, membranes, true),
            list("charge", ValueType::U8, membranes, true),
            list("parent", ValueType::U32, membranes, true),
            list("objects", ValueType::U32, membranes, true),
            list("object", ValueType::U32, entries, true),
            list("count", ValueType::U64, entries, true),
            list("environment", ValueType::U64, spec_->plan->objects(), false)};
  }
  void read(const Field& field, Slab slab, std::span<std::byte> values) override {
    saved();
    const auto bytes = bytes_of(*packed_, field.name);
    std::ranges::copy(bytes.subspan(slab.first * size_of(field.type), values.size()), values.begin());
  }
  Hash hash() override { return engine_->hash(); }

  void begin_restore(const std::vector<Field>& coming) override {
    packed_.emplace();
    missing_bytes_ = 0;
    for (const Field& field : coming) {
      resize(field.name, field.extent.x);
      missing_bytes_ += field.bytes();
    }
    if (packed_->labels.empty()) throw StateError("it has no membranes");
  }
  // A configuration can only be checked once all of it has been read.
  void restore(const Field& field, Slab slab, std::span<const std::byte> values) override {
    const auto bytes = bytes_of(*packed_, field.name);
    std::ranges::copy(values, bytes.subspan(slab.first * size_of(field.type), values.size()).begin());
    missing_bytes_ -= values.size();
    if (missing_bytes_ > 0) return;
    check_configuration(*packed_, spec_->system());
    engine_->set_packed(*packed_);
  }
  void end_restore(std::uint64_t time, std::uint64_t updates) override {
    engine_->set_time(time);
    engine_->set_applications(updates);
  }

  Configuration configuration() override { return unpacked(saved()); }
  u64 membranes() const override { return engine_->membranes(); }

 private:
  const PackedConfiguration& saved() const {
    if (!packed_) packed_ = engine_->packed();
    return *packed_;
  }

  static std::span<std::byte> bytes_of(PackedConfiguration& packed, const std::string& name) {
    if (name == "label") return std::as_writable_bytes(std::span(packed.labels));
    if (name == "charge") return std::as_writable_bytes(std::span(packed.charges));
    if (name == "parent") return std::as_writable_bytes(std::span(packed.parents));
    if (name == "objects") return std::as_writable_bytes(std::span(packed.sizes));
    if (name == "object") return std::as_writable_bytes(std::span(packed.objects));
    if (name == "count") return std::as_writable_bytes(std::span(packed.counts));
    assert(name == "environment");
    return std::as_writable_bytes(std::span(packed.environment));
  }
  void resize(const std::string& name, u64 values) {
    if (name == "label") packed_->labels.resize(values);
    if (name == "charge") packed_->charges.resize(values);
    if (name == "parent") packed_->parents.resize(values);
    if (name == "objects") packed_->sizes.resize(values);
    if (name == "object") packed_->objects.resize(values);
    if (name == "count") packed_->counts.resize(values);
    if (name == "environment") packed_->environment.resize(values);
  }

  std::shared_ptr<const MembraneSpec> spec_;
  std::unique_ptr<MembraneEngine> engine_;
  mutable std::optional<PackedConfiguration> packed_;  // of this step, if it has been asked for
  u64 missing_bytes_ = 0;  // still missing of a configuration that is being restored
};

const MembraneSpec& membrane_of(const Spec& spec) { return dynamic_cast<const MembraneSpec&>(*spec.section); }

Modes modes_of(const Spec& spec) { return {membrane_of(spec).once, membrane_of(spec).random, spec.seed}; }

std::unique_ptr<Model> make_membrane(const Spec& spec, const Backend& backend, Start) {
  const auto membranes = std::dynamic_pointer_cast<const MembraneSpec>(spec.section);
  assert(membranes && membranes->plan);
  auto engine = backend.device
                    ? make_membrane_device(membranes->plan, modes_of(spec), backend.device, backend.threads)
                    : make_membrane_threads(membranes->plan, modes_of(spec), backend.threads);
  return std::make_unique<MembraneModel>(membranes, std::move(engine));
}

// Memory for the initial configuration. Memory for divisions is checked when they happen.
Footprint membrane_footprint(const Spec& spec, const Backend& backend) {
  const Plan& plan = *membrane_of(spec).plan;
  const u64 objects = std::max(plan.objects(), 1u), membranes = plan.system.membranes.size();
  const PackedConfiguration initial = packed(initial_configuration(plan.system), plan.objects());
  u64 terms = 0;
  for (const Rule& rule : plan.system.rules)
    terms += rule.left.size() + rule.right.size() + rule.second.size();
  const u64 tables = plan.system.rules.size() * (sizeof(Rule) + 40) + terms * (2 * sizeof(Term)) +
                     plan.uses.size() * 16 + objects * 40 + plan.classes.size() * 48;
  const u64 saving = std::min(2 * slab_bytes, initial.objects.size() * 40 + membranes * 40);
  const u64 host = tables + membranes * 150 + initial.objects.size() * 40 + saving;
  const u64 matrix = (membranes + 64) * objects * bytes_needed(initial);
  if (backend.kind == BackendKind::Cpu) {
    const u64 matrices = is_dense(plan) && islands_of(plan) ? 2 * matrix : 0;
    return {host + matrices + backend.threads->size() * ((u64{1} << 20) + objects * 64), 0, 0};
  }
  std::vector<bool> has_children(membranes);
  for (const InitialMembrane& membrane : plan.system.membranes)
    if (membrane.parent != no_membrane) has_children[membrane.parent] = true;
  const auto slots = static_cast<u64>(std::ranges::count(has_children, true));
  return {host + matrix, tables + 2 * matrix + 3 * slots * objects * sizeof(u64) + membranes * 100,
          std::max({matrix, slots * objects * sizeof(u64), tables})};
}

std::vector<gpu::Source> membrane_sources(const Spec& spec) {
  const Plan& plan = *membrane_of(spec).plan;
  const auto islands = islands_of(plan);
  if (!islands) return {MembraneTables(plan).source(modes_of(spec), 1)};
  std::vector<gpu::Source> sources;
  for (const IslandGroup& group : *islands) sources.push_back(island_source(group.shape, modes_of(spec), 1));
  return sources;
}

}  // namespace
}  // namespace morula::membrane

namespace morula {

Family membrane_family() {
  return {.name = "membrane",
          .keys = {"steps", "membrane"},
          .read = membrane::read_membrane,
          .footprint = membrane::membrane_footprint,
          .make = membrane::make_membrane,
          .sources = membrane::membrane_sources,
          .changeable = {.keys = {"membrane.parallelism", "membrane.choice"}}};
}

}  // namespace morula
