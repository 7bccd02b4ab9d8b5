// The same lattice by the program's own engine, through `Model`, in the parallel order.
#include <fmt/format.h>

#include <algorithm>

#include "bench/pereira/pereira_paths.h"
#include "io/document.h"
#include "models/catalogue.h"

namespace morula {
namespace {

// In his kernel, individuals move only into empty sites and reproduce without kin.
Spec model_of(const PereiraSpec& spec) {
  const std::string model = fmt::format(
      "model: interaction\nsteps: 1000000\nseed: {4}\nlattice: {{size: [{0}, {0}], boundary: periodic}}\n"
      "interaction: {{species: 3, preys: cyclic, mobility: into-empty, reproduction: free, order: parallel, "
      "rates: {{mobility: {1}, reproduction: {2}, predation: {3}}}}}\ninitial: {{fractions: equal}}\n",
      spec.side, spec.mobility / 100.0, spec.reproduction / 100.0, spec.predation / 100.0, spec.seed);
  return read_spec(io::parse_document(model, "bench"), ".");
}

class PereiraOurs final : public PereiraPath {
 public:
  PereiraOurs(const PereiraSpec& spec, const Backend& backend)
      : model_(make_model(model_of(spec), backend, Start::Blank)), field_(model_->fields().front()) {}

  void upload(const PereiraCells& cells) override {
    std::vector<u8> states(cells.size());
    std::transform(cells.begin(), cells.end(), states.begin(),
                   [](u32 state) { return static_cast<u8>(state); });
    model_->restore(field_, {0, states.size()}, std::as_bytes(std::span(states)));
  }

  void cycle(u64 cycles) override { model_->step(cycles); }

  PereiraCounts count() override {
    const Row observed = observe(*model_).front();
    PereiraCounts counts{};
    for (unsigned state = 0; state < pereira_states; ++state)
      counts[state] = std::get<std::uint64_t>(observed[state]);
    return counts;
  }

  // Counts as in a run, which does not wait for the result.
  void run_counted(u64 rounds, u64 cycles) override {
    model_->step_summing(rounds * cycles, cycles, [](std::uint64_t, const Sums&) {});
  }
  u64 rounds_at_once() const override { return 100; }

  PereiraCells download() override {
    std::vector<u8> states(field_.extent.sites());
    model_->read(field_, {0, states.size()}, std::as_writable_bytes(std::span(states)));
    return {states.begin(), states.end()};
  }

 private:
  std::unique_ptr<Model> model_;
  Field field_;
};

}  // namespace

std::unique_ptr<PereiraPath> pereira_ours(const PereiraSpec& spec, const Backend& backend) {
  return std::make_unique<PereiraOurs>(spec, backend);
}

}  // namespace morula
