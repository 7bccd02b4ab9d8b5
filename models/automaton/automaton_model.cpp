// Joins the automaton's engines to the seam.
#include "models/automaton/automaton_model.h"

#include <cassert>

#include "models/automaton/automaton_engine.h"
#include "models/automaton/automaton_initial.h"

namespace morula {
namespace {

const AutomatonSpec& automaton_of(const Spec& spec) {
  return dynamic_cast<const AutomatonSpec&>(*spec.section);
}

std::span<u8> states_of(std::span<std::byte> bytes) {
  return {reinterpret_cast<u8*>(bytes.data()), bytes.size()};
}
std::span<const u8> states_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const u8*>(bytes.data()), bytes.size()};
}

class AutomatonModel final : public Model {
 public:
  AutomatonModel(const AutomatonSpec& automaton, std::unique_ptr<AutomatonEngine> engine)
      : lattice_(automaton.lattice), rule_name_(automaton.rule_name), engine_(std::move(engine)) {}

  std::uint64_t step(std::uint64_t at_most) override {
    engine_->step(at_most);
    time_ += at_most;
    return at_most;
  }
  std::uint64_t time() const override { return time_; }
  void set_time(std::uint64_t time) override { time_ = time; }

  Observation observe() override {
    Observation observation;
    const std::vector<std::uint64_t> counts = engine_->count_states();
    for (std::size_t state = 0; state < counts.size(); ++state)
      observation.push_back({"count_" + std::to_string(state), counts[state]});
    return observation;
  }

  Shown shown() const override { return {states(), 2, rule_name_}; }
  std::vector<Field> fields() const override { return {states()}; }

  void read([[maybe_unused]] const Field& field, Slab slab, std::span<std::byte> values) override {
    assert(field == states());
    engine_->read(slab, states_of(values));
  }
  void restore([[maybe_unused]] const Field& field, Slab slab, std::span<const std::byte> values) override {
    assert(field == states());
    for (const std::byte value : values)
      if (value > std::byte{1})
        throw Error("a state of this automaton is 0 or 1, not " + std::to_string(static_cast<int>(value)));
    engine_->write(slab, states_of(values));
  }
  Hash hash() override { return engine_->hash(); }

  std::uint64_t updates_per_step() const override { return lattice_.global.sites(); }
  std::string unit() const override { return "cells"; }

 private:
  Field states() const { return {"state", ValueType::U8, lattice_.global, lattice_.dimensions}; }

  Lattice lattice_;
  std::string rule_name_;
  std::unique_ptr<AutomatonEngine> engine_;
  std::uint64_t time_ = 0;
};

std::unique_ptr<Model> make_automaton(const Spec& spec, const Backend& backend, Start start) {
  const AutomatonSpec& automaton = automaton_of(spec);
  assert(automaton.lattice.is_whole());
  auto engine = backend.device ? make_automaton_gpu(automaton, backend.device)
                               : make_automaton_cpu(automaton, backend.threads);
  auto model = std::make_unique<AutomatonModel>(automaton, std::move(engine));
  if (start == Start::Blank) return model;
  const Field field = model->fields().front();
  std::vector<u8> states;
  for (const Slab& slab : slabs_of(field)) {
    states.resize(slab.count);
    fill_initial(automaton.initial, automaton.lattice, spec.seed, slab, states, *backend.threads);
    model->restore(field, slab, std::as_bytes(std::span(states)));
  }
  return model;
}

Footprint automaton_footprint(const Spec& spec, BackendKind kind) {
  const Lattice& lattice = automaton_of(spec).lattice;
  if (kind == BackendKind::Cpu) return {automaton_cpu_bytes(lattice) + slab_bytes, 0, 0};
  return {2 * slab_bytes, automaton_gpu_bytes(lattice), lattice.local.sites()};
}

}  // namespace

Family automaton_family() {
  return {.name = "automaton",
          .read = read_automaton,
          .footprint = automaton_footprint,
          .make = make_automaton,
          .sources = [](const Spec& spec) { return std::vector{automaton_source(automaton_of(spec))}; }};
}

}  // namespace morula
