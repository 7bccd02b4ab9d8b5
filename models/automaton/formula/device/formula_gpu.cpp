// Rules written as formulas, on a device: see formula_kernels.h, and table_kernel.h for small tables.
#include <algorithm>
#include <cassert>

#include "gpu/doubles.h"
#include "gpu/field_sums.h"
#include "models/automaton/formula/device/formula_text.h"
#include "models/automaton/formula/formula_engine.h"
#include "models/automaton/initial/device_random_states.h"
#include "models/automaton/lattice_defines.h"
#include "models/formula/device_text.h"
#include "texts/morula_automaton.h"
#include "texts/morula_gpu.h"

namespace morula {
namespace {

constexpr std::uint32_t items_in_group = 128;
constexpr u64 steps_in_batch = 256;  // failures are looked for after each batch
constexpr u32 no_failure = 0xFFFFFFFF;

u64 quads_in_layer(const Lattice& lattice) {
  const u64 sites = lattice.layer_sites();
  return sites % 4 == 0 ? sites / 4 : sites / 4 + 2;
}

// Do the numbers of all cells and work-items, including those beyond the last cell, fit into 32 bits?
bool places_fit_32_bits(const Lattice& part) {
  const u64 items = 4 * quads_in_layer(part) * part.layers_of(part.stored);
  return items < u64{1} << 30 && part.stored.sites() < u64{1} << 30;
}

bool layers_fit_32_bits(const Lattice& part) {
  return part.layers_of(part.global) + part.layers_of(part.stored) < u64{1} << 31;
}

void require_doubles(const FormulaRule& rule, gpu::Device& device) {
  if (rule.program.site.needs_doubles() && !gpu::has_doubles(device))
    throw Error(
        device.info().name +
        " does not compute in double precision, which the formulas of this model need for real numbers; "
        "use --backend cpu, or whole numbers only");
}

// The table in which a device looks up the next states; it must be the same in every step and have no entry
// that fails.
std::optional<DiscreteRule> device_table(const AutomatonSpec& automaton) {
  const FormulaRule& rule = *automaton.formulas;
  if (automaton.plain) return std::nullopt;
  auto discrete = DiscreteRule::of(rule, automaton.neighbourhood.neighbours.size());
  if (!discrete) return std::nullopt;
  const bool changes = std::ranges::any_of(rule.inputs, [](const SiteInput& input) {
    return input.kind == SiteInput::Kind::Step || input.kind == SiteInput::Kind::Total;
  });
  if (changes && discrete->reads_uniform()) return std::nullopt;
  formula::UniformValues uniform(rule.program);
  if (uniform.evaluate(uniform_inputs(rule, {})) || !discrete->table(uniform.results())) return std::nullopt;
  return discrete;
}

FormulaShape shape_of(const AutomatonSpec& automaton) {
  FormulaShape shape{automaton.neighbourhood, automaton.formulas->states.size()};
  shape.has_whole_quads = has_whole_quads(automaton.lattice, shape.states, shape.neighbourhood);
  return shape;
}

bool is_table_of_quads(const std::optional<DiscreteRule>& discrete, const FormulaShape& shape) {
  return discrete && discrete->entries() <= 256 && shape.has_whole_quads;
}

class FormulaGpu final : public AutomatonEngine {
 public:
  FormulaGpu(const AutomatonSpec& automaton, const FormulaSetting& setting,
             std::shared_ptr<gpu::Device> device)
      : setting_(setting),
        lattice_(automaton.lattice),
        device_(std::move(device)),
        program_(device_->build(formula_source(automaton, setting.part))),
        sums_(*device_, ValueType::U8, automaton.transitions.states()),
        uniform_(setting.rule->program),
        discrete_(device_table(automaton)),
        is_table_of_quads_(is_table_of_quads(discrete_, shape_of(automaton))),
        step_(program_->kernel(is_table_of_quads_ ? "table_step" : "formula_step")),
        states_(device_->allocate(lattice_.stored.sites())),
        next_(device_->allocate(lattice_.stored.sites())),
        uniform_buffer_(
            device_->allocate(std::max<u64>(1, setting.rule->program.uniform.size()) * sizeof(u64))),
        table_(device_->allocate(discrete_ ? discrete_->entries() : 1)),
        failures_(device_->allocate((steps_in_batch + 1) * sizeof(u32))) {
    device_->fill(*states_, std::byte{0});
  }

  void begin(const StepValues& values) override { values_ = values; }
  std::optional<RuleFailure> failure() const override { return failure_; }

  void step(std::uint64_t steps) override {
    while (steps > 0 && !failure_) {
      const u64 batch = std::min(steps, steps_in_batch);
      step_batch(batch);
      steps -= batch;
    }
  }
  void finish() override { device_->finish(); }

  void read(Slab slab, std::span<u8> states) override {
    device_->read(*states_, slab.first, std::as_writable_bytes(states));
  }
  bool read_on_device(Slab slab, const Model::DeviceSink& sink) override {
    sink(*device_, *states_, slab.first, slab);
    return true;
  }
  void write(Slab slab, std::span<const u8> states) override {
    device_->write(*states_, slab.first, std::as_bytes(states));
  }
  bool fill_random(u32x2 key, const std::vector<StateUpTo>& table, Slab cells, Index canonical) override {
    if (cells.first != 0) return false;  // the kernel draws to the beginning of a buffer
    DeviceRandomStates(*device_, key, table).draw({canonical, cells.count}, *states_);
    device_->finish();
    return true;
  }
  std::vector<std::uint64_t> count_states(Slab rows) override { return sums_.count(*states_, rows); }
  Hash hash(Slab rows, Index canonical) override { return sums_.hash(*states_, 0, rows, canonical); }

  std::uint64_t layer_bytes() const override { return lattice_.layer_sites(); }
  void read_layers(Index first, std::span<std::byte> layers) override {
    device_->read(*states_, first * layer_bytes(), layers);
  }
  void write_layers(Index first, std::span<const std::byte> layers) override {
    device_->write(*states_, first * layer_bytes(), layers);
  }

 private:
  bool can_fail() const { return setting_.rule->can_fail() && !discrete_; }

  void step_batch(u64 steps) {
    const StepValues at_begin = values_;
    if (can_fail()) device_->fill(*failures_, std::byte{0xFF});
    std::optional<RuleFailure> everywhere;
    u64 done = 0;
    for (; done < steps && !everywhere; ++done) {
      everywhere = compute_uniform();
      if (everywhere) break;
      launch(static_cast<u32>(done));
      std::swap(states_, next_);
      ++values_.time;
    }
    find_failure(at_begin, done);
    if (!failure_) failure_ = everywhere;
  }

  // Computes the values that are the same at every site, and writes them if they differ from those of the
  // last step.
  std::optional<RuleFailure> compute_uniform() {
    if (const auto failing = uniform_.evaluate(uniform_inputs(*setting_.rule, values_)))
      return failure_everywhere(*setting_.rule, *failing, values_);
    if (discrete_ && !is_table_written_) {
      const auto table = discrete_->table(uniform_.results());
      assert(table);  // device_table() made sure of it
      device_->write(*table_, 0, std::as_bytes(std::span(*table)));
      is_table_written_ = true;
    }
    if (uniform_.results() != written_) {
      written_ = uniform_.results();
      device_->write(*uniform_buffer_, 0, std::as_bytes(std::span(written_)));
    }
    return std::nullopt;
  }

  void launch(u32 in_batch) {
    if (is_table_of_quads_)
      launch_table();
    else
      launch_formulas(in_batch);
  }

  void launch_table() {
    const Extent& stored = setting_.part.stored;
    const u64 strips = (stored.y + rows_in_item - 1) / rows_in_item;
    device_->launch(*step_, gpu::grid_for(stored.x / 4 * strips * stored.z, items_in_group),
                    {states_.get(), next_.get(), uniform_buffer_.get(), table_.get(), values_.time,
                     setting_.key.x, setting_.key.y, u64{setting_.layer_shown(0)}});
  }

  void launch_formulas(u32 in_batch) {
    const Lattice& part = setting_.part;
    const u64 layers = part.layers_of(part.stored), width = part.stored.x;
    device_->launch(*step_, gpu::grid_for(layers * quads_in_layer(part), items_in_group),
                    {states_.get(), next_.get(), uniform_buffer_.get(), table_.get(), failures_.get(),
                     in_batch, values_.time, setting_.key.x, setting_.key.y, u64{setting_.layer_shown(0)},
                     u64{part.first_in_memory() / width}, u64{part.owned.sites() / width}});
  }

  // After a failure, one of the two buffers still holds the state before it, since nothing was computed after
  // it.
  void find_failure(const StepValues& at_begin, u64 done) {
    if (!can_fail()) return;
    std::vector<u32> rows(done + 1);
    device_->read(*failures_, 0, std::as_writable_bytes(std::span(rows)));
    const auto failed = std::ranges::find_if(rows, [](u32 row) { return row != no_failure; });
    if (failed == rows.end()) return;
    const u64 good_steps = static_cast<u64>(failed - rows.begin()) - 1;
    if ((done - good_steps) % 2 == 1) std::swap(states_, next_);
    values_ = at_begin;
    values_.time += good_steps;
    failure_ = failure_in_row(*failed);
  }

  std::optional<RuleFailure> failure_in_row(Index row) {
    for (Index x = 0; x < lattice_.stored.x; ++x) {
      const Index cell = row * lattice_.stored.x + x;
      auto found = failure_at(*setting_.rule, setting_.neighbourhood, setting_.part, values_, setting_.key,
                              setting_.canonical(cell),
                              [&](i32 dx, i32 dy, i32 dz) { return state_beside(cell, dx, dy, dz); });
      if (found) return found;
    }
    assert(false);  // the device noted a failure, so that one must be found
    return std::nullopt;
  }

  u8 state_beside(Index cell, i32 dx, i32 dy, i32 dz) {
    const Site at = lattice_.site_at(cell);
    const auto beside = [](Index coordinate, i32 difference, Index side, Boundary boundary) -> i64 {
      const i64 shifted = static_cast<i64>(coordinate) + difference, extent = static_cast<i64>(side);
      if (shifted >= 0 && shifted < extent) return shifted;
      return boundary == Boundary::Periodic ? ((shifted % extent) + extent) % extent : -1;
    };
    const i64 x = beside(at.x, dx, lattice_.stored.x, lattice_.boundary.x),
              y = beside(at.y, dy, lattice_.stored.y, lattice_.boundary.y),
              z = beside(at.z, dz, lattice_.stored.z, lattice_.boundary.z);
    if (x < 0 || y < 0 || z < 0) return 0;
    u8 state = 0;
    read({lattice_.index_of({static_cast<Index>(x), static_cast<Index>(y), static_cast<Index>(z)}), 1},
         {&state, 1});
    return state;
  }

  FormulaSetting setting_;
  Lattice lattice_;
  std::shared_ptr<gpu::Device> device_;
  std::unique_ptr<gpu::Program> program_;
  gpu::FieldSums sums_;
  formula::UniformValues uniform_;
  std::optional<DiscreteRule> discrete_;
  bool is_table_of_quads_;
  std::unique_ptr<gpu::Kernel> step_;
  bool is_table_written_ = false;
  std::unique_ptr<gpu::Buffer> states_, next_, uniform_buffer_, table_, failures_;
  std::vector<u64> written_;
  StepValues values_;
  std::optional<RuleFailure> failure_;
};

}  // namespace

gpu::Source formula_source(const AutomatonSpec& automaton, const Lattice& part) {
  namespace texts = gpu::text::models::automaton::formula::device;
  const FormulaShape shape = shape_of(automaton);
  const auto discrete = device_table(automaton);
  const bool is_of_quads = is_table_of_quads(discrete, shape);
  gpu::Source source = formula::with_formula_rules(
      "formulas of an automaton", is_of_quads ? texts::table_kernel : texts::formula_kernels);
  source.texts.insert(source.texts.begin(),
                      {gpu::text::core::philox, gpu::text::core::draw, texts::quad_cells});
  const auto range = static_cast<std::uint64_t>(automaton.neighbourhood.range);
  define_lattice(source, automaton.lattice)
      .define("RANGE", range)
      .define("RANGE_Z", part.dimensions == 3 ? range : 0)
      .define("QUAD_RANGE", (range + 3) / 4 * 4)
      .define("IS_3D", part.dimensions == 3 ? "1" : "0")
      .define("GROUP", items_in_group)
      .define("LAYERS", part.layers_of(part.global))
      .define("LAYER_NUMBER", layers_fit_32_bits(part) ? "u32" : "u64")
      .define("PLACE", places_fit_32_bits(part) ? "i32" : "i64");
  if (is_of_quads) {
    define_quads(source, *discrete, shape);
    return source;
  }
  source.define("WHOLE_QUADS", shape.has_whole_quads ? "1" : "0")
      .define("STORED_LAYERS", part.layers_of(part.stored))
      .define("LAYER_SITES", part.layer_sites())
      .define("QUADS_IN_LAYER", quads_in_layer(part));
  if (discrete)
    define_table(source, *discrete, shape);
  else
    define_formulas(source, *automaton.formulas, shape);
  return source;
}

std::uint64_t formula_gpu_bytes(const AutomatonSpec& automaton) {
  return 2 * automaton.lattice.stored.sites();
}

std::unique_ptr<AutomatonEngine> make_formula_gpu(const AutomatonSpec& automaton,
                                                  const FormulaSetting& setting,
                                                  std::shared_ptr<gpu::Device> device) {
  if (!device_table(automaton)) require_doubles(*setting.rule, *device);
  return std::make_unique<FormulaGpu>(automaton, setting, std::move(device));
}

}  // namespace morula
