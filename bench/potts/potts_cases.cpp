#include "bench/potts/potts_cases.h"

#include <fmt/format.h>

#include "io/document.h"
#include "models/catalogue.h"
#include "models/potts/order/regions.h"

namespace morula {
namespace {

std::uint64_t raised(std::uint64_t base, unsigned exponent) {
  return exponent == 0 ? 1 : base * raised(base, exponent - 1);
}

}  // namespace

std::uint64_t PottsCase::sites() const { return raised(side, dimensions); }
std::uint64_t PottsCase::volume() const { return raised(width, dimensions); }

std::string PottsCase::name() const {
  return fmt::format("{0}^{1}, cells of {2}^{1}, T {3}{4}{5}", side, dimensions, width, temperature,
                     range == 1 ? "" : ", range 2", order == "sequential" ? ", sequential" : "");
}

Spec spec_of(const PottsCase& tissue) {
  const std::string side = std::to_string(tissue.side);
  const std::string model = fmt::format(
      "model: potts\nsteps: 1000000\nlattice: {{size: [{}], boundary: periodic}}\n"
      "potts:\n  temperature: {}\n  types: [medium, cell]\n  contact: {{range: {}}}\n  copy: {{range: 1}}\n"
      "  adhesion: {{cell-cell: 8, medium-cell: 8}}\n  volume: {{cell: {{target: {}, strength: 1}}}}\n"
      "  order: {}\ninitial: {{cells: {{width: {}, type: cell}}}}\n",
      tissue.dimensions == 3 ? side + ", " + side + ", " + side : side + ", " + side, tissue.temperature,
      tissue.range, tissue.volume(), tissue.order, tissue.width);
  return read_spec(io::parse_document(model, "bench"), ".");
}

std::uint64_t sub_steps_of(const Spec& spec) {
  return potts::Regions(dynamic_cast<const potts::PottsSpec&>(*spec.section)).sub_steps();
}

}  // namespace morula
