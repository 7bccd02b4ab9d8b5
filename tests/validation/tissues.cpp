#include "tests/validation/tissues.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "core/error.h"
#include "io/durable_file.h"

namespace morula::validation {
namespace {

// A lattice filled with square or cubic cells of one type.
struct Filled {
  unsigned dimensions;
  unsigned side, width;  // sides of the lattice and of the cells, in sites
  double adhesion, strength, temperature;
  double target = 0;  // 0 stands for the initial volume
  const char* boundary = "periodic";
};

std::string lattice_of(unsigned dimensions, unsigned side, const char* boundary = "periodic") {
  return fmt::format("lattice: {{size: [{0}, {0}{1}], boundary: {2}}}\n", side,
                     dimensions == 3 ? fmt::format(", {}", side) : "", boundary);
}

// The text of a model with these lines. Lattices are large enough to be cut into regions. Steps and seed come
// from the trial.
std::string model_of(const std::string& lattice, const std::string& potts, const std::string& initial) {
  return "model: potts\nsteps: 1000000\n" + lattice + "potts: {" + potts + "}\ninitial: {cells: " + initial +
         "}\n";
}

std::string filled(const Filled& tissue) {
  const double volume = std::pow(tissue.width, tissue.dimensions);
  return model_of(
      lattice_of(tissue.dimensions, tissue.side, tissue.boundary),
      fmt::format("temperature: {}, types: [medium, cell], adhesion: {{medium-cell: {}, cell-cell: {}}}, "
                  "volume: {{cell: {{target: {}, strength: {}}}}}",
                  tissue.temperature, tissue.adhesion, tissue.adhesion,
                  tissue.target == 0 ? volume : tissue.target, tissue.strength),
      fmt::format("{{width: {}, type: cell}}", tissue.width));
}

// Small cells that hardly adhere. Half of all copies happen in a cube that they fill under pressure; in a
// slab between two walls they leave gaps.
std::string mobile_in_3d(const std::string& lattice) {
  return model_of(
      lattice,
      "temperature: 10, types: [medium, cell], adhesion: {medium-cell: 1, cell-cell: 0.5}, volume: "
      "{cell: {target: 50, strength: 3}}",
      "{width: 4, type: cell}");
}
constexpr const char* slab = "lattice: {size: [41, 37, 7], boundary: {x: periodic, y: periodic, z: fixed}}\n";

// Two types that sort, in a ball. Adhesions are in the order dark-dark, light-dark, light-light, with the
// medium.
std::string sorting(unsigned dimensions, unsigned side, unsigned width, double target, double temperature,
                    const std::array<double, 4>& adhesion) {
  return model_of(
      lattice_of(dimensions, side),
      fmt::format("temperature: {}, types: [medium, light, dark], adhesion: {{dark-dark: {}, light-dark: {}, "
                  "light-light: {}, medium-light: {}, medium-dark: {}}}, volume: {{light: {{target: {}, "
                  "strength: 1}}, dark: {{target: {}, strength: 1}}}}",
                  temperature, adhesion[0], adhesion[1], adhesion[2], adhesion[3], adhesion[3], target,
                  target),
      fmt::format("{{ball: {{centre: [{0}, {0}{1}], radius: {2}}}, width: {3}, types: {{light: 0.5, dark: "
                  "0.5}}}}",
                  side / 2, dimensions == 3 ? fmt::format(", {}", side / 2) : "", side * 2 / 5, width));
}

// Stiff square cells at random places in a medium; half of the tiles are cells. A whole number as target
// would freeze them, because a copy would cost ten times the temperature. With a target between two whole
// numbers a copy costs nothing, and the next one in the same direction costs twenty times the temperature.
std::string in_medium(unsigned side, unsigned width) {
  return model_of(
      lattice_of(2, side),
      fmt::format(
          "temperature: 2, types: [medium, cell], adhesion: {{medium-cell: 1, cell-cell: 2}}, volume: "
          "{{cell: {{target: {}.5, strength: 20}}}}",
          width * width),
      fmt::format("{{width: {}, type: cell, count: {}}}", width, side / width * (side / width) / 2));
}

std::string one_huge_cell() {
  return model_of(lattice_of(2, 220),
                  "temperature: 5, types: [medium, small, huge], adhesion: {medium-small: 2, medium-huge: 2, "
                  "small-small: 2, small-huge: 2, huge-huge: 2}, volume: {small: {target: 25, strength: 5}, "
                  "huge: {target: 3600, strength: 5}}",
                  "[{box: {from: [80, 80], to: [139, 139]}, type: huge}, {width: 5, type: small}]");
}

std::string surface_alone() {
  return model_of(
      lattice_of(2, 704),
      "temperature: 20, types: [medium, cell], adhesion: {medium-cell: 1, cell-cell: 1}, surface: "
      "{cell: {target: 300, strength: 1}}",
      "{width: 32, type: cell}");
}

// Cells of three sizes, initially in six stripes.
std::string mixture_in_2d() {
  std::string stripes;
  for (unsigned stripe = 0; stripe < 6; ++stripe) {
    constexpr std::array names = {"small", "middle", "large"};
    stripes += fmt::format("{}{{box: {{from: [{}, 0], to: [{}, 95]}}, width: {}, type: {}}}",
                           stripe == 0 ? "" : ", ", 16 * stripe, 16 * stripe + 15, 4u << stripe % 3,
                           names[stripe % 3]);
  }
  return model_of(
      lattice_of(2, 96),
      "temperature: 10, types: [medium, small, middle, large], adhesion: {medium-small: 2, medium-middle: 2, "
      "medium-large: 2, small-small: 2, small-middle: 2, small-large: 2, middle-middle: 2, middle-large: 2, "
      "large-large: 2}, volume: {small: {target: 16, strength: 2}, middle: {target: 64, strength: 2}, large: "
      "{target: 256, strength: 2}}",
      "[" + stripes + "]");
}

std::string mixture_in_3d() {
  return model_of(
      lattice_of(3, 36),
      "temperature: 10, types: [medium, small, large], adhesion: {medium-small: 1, medium-large: 1, "
      "small-small: 1, small-large: 1, large-large: 1}, volume: {small: {target: 27, strength: 4}, large: "
      "{target: 216, strength: 4}}",
      "[{box: {from: [0, 0, 0], to: [17, 35, 35]}, width: 3, type: small}, {box: {from: [18, 0, 0], to: [35, "
      "35, 35]}, width: 6, type: large}]");
}

// At T 0 the energy never rises. Cells start above their target, so that many copies happen.
std::string cold() {
  return model_of(lattice_of(3, 44),
                  "temperature: 0, types: [medium, light, dark], adhesion: {medium-light: 3, medium-dark: 5, "
                  "light-light: 3, light-dark: 4, dark-dark: 2}, volume: {light: {target: 50, strength: 4}, "
                  "dark: {target: 80, strength: 4}}",
                  "{width: 4, types: {light: 0.5, dark: 0.5}}");
}

// Cells that sense a constant signal. They gather along the line of the lattice where it is high.
std::string sensing() {
  return model_of(
      lattice_of(2, 96),
      "temperature: 10, types: [medium, cell], adhesion: {medium-cell: 4, cell-cell: 4}, volume: {cell: "
      "{target: 36, strength: 2}}, fields: {signal: {initial: \"1 + cos(6.283185307179586 * x / 96)\"}}, "
      "chemotaxis: [{type: cell, field: signal, strength: 40, at: [medium]}]",
      "{width: 6, type: cell, count: 64}");
}

// Cells that secrete a signal that attracts them.
std::string secreting() {
  return model_of(
      lattice_of(2, 96),
      "temperature: 10, types: [medium, cell], adhesion: {medium-cell: 6, cell-cell: 6}, volume: {cell: "
      "{target: 36, strength: 2}}, fields: {signal: {diffusion: 0.5, decay: 0.02, source: \"0.02 * (type "
      "== cell)\"}}, chemotaxis: [{type: cell, field: signal, strength: 200, response: {saturating: 0.5}}]",
      "{width: 6, type: cell, count: 64}");
}

const std::filesystem::path examples = std::filesystem::path(MORULA_SOURCE_DIR) / "examples";

ComparedTissue example(const std::string& name, const TissueTrial& trial) {
  ComparedTissue tissue = tissue_of_file(examples / (name + ".yaml"), trial);
  tissue.name = name;
  return tissue;
}

}  // namespace

std::vector<ComparedTissue> tissues() {
  return {{"2d-v64-j8", filled({2, 96, 8, 8, 1, 20}), {}, {100, 1000, 20}},
          {"2d-v64-j1", filled({2, 96, 8, 1, 1, 20}), {}, {100, 1000, 20}},
          {"2d-v16-j0", filled({2, 64, 4, 0, 2, 10}), {}, {50, 400, 10}},
          {"3d-v512-j8", filled({3, 32, 8, 8, 1, 20}), {}, {100, 1000, 10}},
          {"3d-v64-j1", filled({3, 32, 4, 1, 4, 10}), {}, {50, 100, 10}},
          {"3d-v64-j0.5", filled({3, 32, 4, 0.5, 4, 10}), {}, {50, 100, 10}},
          {"3d-v27-j1", filled({3, 27, 3, 1, 9, 10}), {}, {50, 150, 10}},
          {"3d-pressed", mobile_in_3d(lattice_of(3, 24)), {}, {50, 200, 10, 5}},
          {"3d-slab", mobile_in_3d(slab), {}, {50, 200, 10, 5}},
          {"2d-medium-v400", in_medium(180, 20), {}, {100, 1000, 10}},
          {"2d-medium-v1600", in_medium(240, 40), {}, {100, 1500, 10}},
          {"one-huge-cell", one_huge_cell(), {}, {100, 1000, 2}},
          {"surface-alone", surface_alone(), {}, {10, 30, 5, 2}},
          {"target-far-below", filled({2, 128, 32, 1, 5, 20, 8}), {}, {100, 1200, 10}},
          {"2d-sorting", sorting(2, 144, 6, 40, 10, {2, 11, 14, 16}), {}, {0, 320, 20, 4}},
          {"3d-sorting", sorting(3, 40, 5, 125, 15, {2, 6, 8, 9}), {}, {0, 120, 10, 2}},
          {"2d-mixture", mixture_in_2d(), {}, {50, 640, 16, 4}},
          {"3d-mixture", mixture_in_3d(), {}, {50, 80, 10}},
          {"2d-walls", filled({2, 96, 8, 1, 1, 20, 0, "fixed"}), {}, {100, 1000, 20}},
          {"3d-walls", filled({3, 24, 4, 1, 4, 10, 0, "fixed"}), {}, {50, 250, 10}},
          {"cold", cold(), {}, {0, 40, 10, 2}},
          {"2d-sensing", sensing(), {}, {200, 1000, 20}},
          {"2d-secreting", secreting(), {}, {200, 1000, 20}},
          example("cell-sorting", {0, 300, 20, 8}),
          example("cell-engulfment", {0, 300, 20, 8}),
          example("cell-mixing", {0, 300, 20, 8}),
          example("cell-scattering-3d", {0, 100, 10, 2}),
          example("cell-mixing-3d", {0, 100, 10, 2})};
}

ComparedTissue tissue_called(const std::string& name) {
  std::string names;
  for (const ComparedTissue& tissue : tissues()) {
    if (tissue.name == name) return tissue;
    names += (names.empty() ? "" : ", ") + tissue.name;
  }
  throw Error(fmt::format("--tissue: there is no tissue '{}'; choose from {}", name, names));
}

ComparedTissue tissue_of_file(const std::filesystem::path& model, const TissueTrial& trial) {
  return {model.stem(), io::read_file(model), model.parent_path(), trial};
}

}  // namespace morula::validation
