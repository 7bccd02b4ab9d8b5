// Joins the automaton's engines to the seam.
#include "models/automaton/automaton_model.h"

#include <fmt/format.h>

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
      : lattice_(automaton.lattice),
        states_count_(automaton.transitions.states()),
        engine_(std::move(engine)) {}

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

  Shown shown() const override { return {states(), states_count_}; }
  std::vector<Field> fields() const override { return {states()}; }

  void read([[maybe_unused]] const Field& field, Slab slab, std::span<std::byte> values) override {
    assert(field == states());
    engine_->read(slab, states_of(values));
  }
  void restore([[maybe_unused]] const Field& field, Slab slab, std::span<const std::byte> values) override {
    assert(field == states());
    for (const std::byte value : values)
      if (std::to_integer<unsigned>(value) >= states_count_)
        throw Error(fmt::format("a state of this automaton is at most {}, not {}", states_count_ - 1,
                                std::to_integer<unsigned>(value)));
    engine_->write(slab, states_of(values));
  }
  Hash hash() override { return engine_->hash(); }

  std::uint64_t updates_per_step() const override { return lattice_.global.sites(); }
  std::string unit() const override { return "cells"; }

 private:
  Field states() const { return {"state", ValueType::U8, lattice_.global, lattice_.dimensions}; }

  Lattice lattice_;
  unsigned states_count_;
  std::unique_ptr<AutomatonEngine> engine_;
  std::uint64_t time_ = 0;
};

bool is_sliced(const AutomatonSpec& automaton) { return automaton.cycle && !automaton.plain; }

std::unique_ptr<AutomatonEngine> make_engine(const AutomatonSpec& automaton, const Backend& backend) {
  if (backend.device) return make_automaton_gpu(automaton, backend.device);
  return is_sliced(automaton) ? make_sliced_cpu(automaton, backend.threads)
                              : make_automaton_cpu(automaton, backend.threads);
}

std::unique_ptr<Model> make_automaton(const Spec& spec, const Backend& backend, Start start) {
  const AutomatonSpec& automaton = automaton_of(spec);
  assert(automaton.lattice.is_whole());
  auto model = std::make_unique<AutomatonModel>(automaton, make_engine(automaton, backend));
  if (start == Start::Blank) return model;
  const Field field = model->fields().front();
  std::vector<u8> states;
  for (const Slab& slab : slabs_of(field)) {
    states.resize(slab.count);
    fill_initial(automaton, spec.seed, slab, states, *backend.threads);
    model->restore(field, slab, std::as_bytes(std::span(states)));
  }
  return model;
}

Footprint automaton_footprint(const Spec& spec, BackendKind kind) {
  const AutomatonSpec& automaton = automaton_of(spec);
  if (kind == BackendKind::Cpu) {
    const std::uint64_t cells =
        is_sliced(automaton) ? sliced_cpu_bytes(automaton) : automaton_cpu_bytes(automaton);
    return {cells + slab_bytes, 0, 0};
  }
  return {2 * slab_bytes, automaton_gpu_bytes(automaton), automaton.lattice.local.sites()};
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
