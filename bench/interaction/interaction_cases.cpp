#include "bench/interaction/interaction_cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "io/document.h"
#include "models/catalogue.h"

namespace morula {
namespace {

constexpr unsigned paving = 1024;  // the side of the lattice that is repeated in a large one

std::vector<std::byte> states_of(Model& model) {
  const Field field = model.fields().front();
  std::vector<std::byte> states(field.bytes());
  model.read(field, {0, field.extent.sites()}, states);
  return states;
}

// One row of repeated small lattices: as many rows of sites as a small lattice has.
std::vector<std::byte> paved_rows(const std::vector<std::byte>& stone, unsigned side) {
  std::vector<std::byte> rows(std::size_t{paving} * side);
  for (std::size_t at = 0; at < rows.size(); at += paving)
    std::copy_n(stone.begin() + static_cast<std::ptrdiff_t>(at / side * paving), paving,
                rows.begin() + static_cast<std::ptrdiff_t>(at));
  return rows;
}

}  // namespace

std::string InteractionCase::name() const {
  const std::string lattice =
      replicas == 1 ? fmt::format("{}^2", side) : fmt::format("{} replicas of {}^2", replicas, side);
  return fmt::format("{} {} {}, {}{}{}", rates.mobility, rates.reproduction, rates.predation, lattice,
                     engine == "plain" ? ", plain engine" : "", order == "sequential" ? ", sequential" : "");
}

Spec spec_of(const InteractionCase& bench_case) {
  const std::string model = fmt::format(
      "model: interaction\nsteps: 1000000\nreplicas: {1}\nlattice: {{size: [{0}, {0}], boundary: periodic}}\n"
      "interaction: {{species: 3, preys: cyclic, mobility: swap, order: {2}, engine: {3}, "
      "rates: {{mobility: {4}, reproduction: {5}, predation: {6}}}}}\ninitial: {{fractions: equal}}\n",
      bench_case.side, bench_case.replicas, bench_case.order, bench_case.engine, bench_case.rates.mobility,
      bench_case.rates.reproduction, bench_case.rates.predation);
  return read_spec(io::parse_document(model, "bench"), ".");
}

std::unique_ptr<Model> model_of(const InteractionCase& bench_case, const Backend& backend) {
  if (bench_case.side <= paving || bench_case.side % paving != 0)
    return make_model(spec_of(bench_case), backend);
  InteractionCase small = bench_case;
  small.side = paving;
  const auto rows = paved_rows(states_of(*make_model(spec_of(small), backend)), bench_case.side);
  auto model = make_model(spec_of(bench_case), backend, Start::Blank);
  const Field field = model->fields().front();
  for (Index first = 0; first < field.extent.sites(); first += rows.size())
    model->restore(field, {first, rows.size()}, rows);
  return model;
}

}  // namespace morula
