// The fraction of time in which a device computes, on a lattice so small that launches matter.
#include "bench/automaton/automaton_bench.h"
#include "io/document.h"
#include "models/automaton/bitplane/device/bitplane_sources.h"
#include "models/catalogue.h"

namespace morula {
namespace {

constexpr const char* small_cube =
    "model: automaton\nsteps: 1000\nlattice: {size: [128, 128, 128]}\n"
    "automaton: {rule: \"B5/S4,5\", quiet_regions: compute}\ninitial: {random: {density: 0.3}}\n";

}  // namespace

std::optional<SmallLattice> bench_small(const Backend& backend) {
  if (!backend.device) return std::nullopt;
  SmallLattice small;
  const Spec spec = read_spec(io::parse_document(small_cube, "bench"), ".");
  const auto& automaton = dynamic_cast<const AutomatonSpec&>(*spec.section);
  if (const auto config = small_lattice_config(automaton, backend.device->info()))
    small.steps_per_launch = config->steps;
  const auto model = make_model(spec, backend);
  model->step(1000);
  small.seconds_per_step = backend.device->time([&] { model->step(1000); }) / 1000;
  small.seconds_per_launch = seconds_of_a_launch(*backend.device);
  return small;
}

}  // namespace morula
