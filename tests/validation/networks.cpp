#include "tests/validation/networks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/error.h"
#include "models/catalogue.h"
#include "models/model.h"
#include "tests/validation/lacunae.h"
#include "tests/validation/paired.h"
#include "tests/validation/tissue_ensemble.h"

namespace morula::validation {
namespace {

std::vector<u32> cells_of_sites(Model& model) {
  for (const StateField& field : model.fields()) {
    if (field.name != "cell") continue;
    std::vector<u32> cells(field.values());
    for (const Slab& slab : slabs_of(field))
      model.read(field, slab, std::as_writable_bytes(std::span(cells).subspan(slab.first, slab.count)));
    return cells;
  }
  throw Error("the model has no cells");
}

NetworkAtStep network_at(Model& model, const Extent& extent) {
  const std::vector<u32> cells = cells_of_sites(model);
  std::vector<double> counts, areas;
  for (u64 first = 0; first < cells.size(); first += extent.sites()) {
    const std::vector<u64> lacunae =
        lacunae_of(std::span(cells).subspan(first, extent.sites()), extent, least_lacuna);
    counts.push_back(static_cast<double>(lacunae.size()));
    if (lacunae.empty()) continue;
    areas.push_back(static_cast<double>(std::accumulate(lacunae.begin(), lacunae.end(), u64{0})) /
                    static_cast<double>(lacunae.size()));
  }
  return {model.time(), mean_of_runs(counts), mean_of_runs(areas)};
}

constexpr double drift_start = 120;  // the centre of the cell, along x

std::string cell_in_gradient(double strength, u64 steps) {
  return fmt::format(
      "model: potts\nsteps: {}\nlattice: {{size: [240, 30], boundary: {{x: fixed, y: periodic}}}}\n"
      "potts:\n  temperature: 10\n  types: [medium, cell]\n  contact: {{order: 2}}\n"
      "  adhesion: {{medium-cell: 8, cell-cell: 8}}\n  volume: {{cell: {{target: 49, strength: 2}}}}\n"
      "  fields: {{signal: {{initial: x}}}}\n"
      "  chemotaxis: [{{type: cell, field: signal, strength: {}}}]\n"
      "initial: {{cells: {{box: {{from: [117, 12], to: [123, 18]}}, type: cell}}}}\n",
      steps, strength);
}

}  // namespace

MeanOfRuns mean_of_runs(const std::vector<double>& values) {
  if (values.empty()) return {};
  const auto count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  if (values.size() == 1) return {mean, 0};
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return {mean, student_quantile(0.975, count - 1) * std::sqrt(squares / (count - 1) / count)};
}

std::vector<NetworkAtStep> measure_networks(const NetworkRequest& request, const Backend& backend) {
  const auto vessels = std::filesystem::path(MORULA_SOURCE_DIR) / "examples" / "vessels.yaml";
  const Spec spec = read_tissue(tissue_of_file(vessels, {}), potts::UpdateOrder::Parallel,
                                {request.seed, request.replicas, std::nullopt, request.overrides});
  const auto model = make_model(spec, backend);
  std::vector<NetworkAtStep> networks = {network_at(*model, spec.lattice->global)};
  while (model->time() < request.steps) {
    model->step(std::min(request.every, request.steps - model->time()));
    networks.push_back(network_at(*model, spec.lattice->global));
  }
  return networks;
}

MeanOfRuns measure_drift(double strength, u64 seed, u64 replicas, u64 steps, const Backend& backend) {
  const ComparedTissue tissue{"drift", cell_in_gradient(strength, steps), ".", {}};
  const Spec spec = read_tissue(tissue, potts::UpdateOrder::Parallel, {seed, replicas, std::nullopt});
  const auto model = make_model(spec, backend);
  model->step(steps);
  const std::vector<u32> cells = cells_of_sites(*model);
  const Extent& extent = spec.lattice->global;
  std::vector<double> speeds;
  for (u64 first = 0; first < cells.size(); first += extent.sites()) {
    double sum = 0, count = 0;
    for (u64 i = 0; i < extent.sites(); ++i)
      if (cells[first + i] != 0) sum += static_cast<double>(i % extent.x), ++count;
    speeds.push_back((sum / count - drift_start) / static_cast<double>(steps));
  }
  return mean_of_runs(speeds);
}

}  // namespace morula::validation
