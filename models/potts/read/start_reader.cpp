#include "models/potts/read/start_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/shuffle.h"
#include "core/stream.h"
#include "core/threads.h"
#include "models/initial_reader.h"
#include "models/input_file.h"
#include "models/lattice_reader.h"
#include "models/potts/initial/formula_cells.h"
#include "models/potts/initial/pif_file.h"
#include "models/potts/initial/starting_cells.h"
#include "models/potts/read/types_reader.h"
#include "models/sites/formula_states.h"
#include "models/sites/formula_states_reader.h"
#include "models/sites/site_vocabulary.h"
#include "models/volume_reader.h"

namespace morula::potts {
namespace {

const std::vector<std::string> start_keys = {"cells", "formula", "labels", "pif"};  // besides `run`
const std::vector<std::string> start_keys_and_run = {"cells", "formula", "labels", "pif", "run"};
constexpr double rounding = 1e-9;  // for decimal fractions that should add up to 1

std::optional<Shape> read_box(io::Section& section, const Lattice& lattice) {
  auto box = section.section("box");
  if (!box) return std::nullopt;
  const auto from = read_site(*box, "from", lattice), to = read_site(*box, "to", lattice);
  box->finish();
  if (!from || !to) return std::nullopt;
  if (to->x < from->x || to->y < from->y || to->z < from->z)
    return box->problem("to", "must not lie before `from` along any axis"), std::nullopt;
  return Shape{*from, *to, false, {}, 0};
}

std::optional<Shape> read_ball(io::Section& section, const Lattice& lattice) {
  auto ball = section.section("ball");
  if (!ball) return std::nullopt;
  const auto centre = read_site(*ball, "centre", lattice);
  const Extent& side = lattice.global;
  const auto radius = ball->whole("radius", 0, std::max({side.x, side.y, side.z}), io::Presence::Required);
  ball->finish();
  if (!centre || !radius) return std::nullopt;
  const auto before = [&](Index at) { return at - std::min(at, *radius); };
  const auto after = [&](Index at, Index length) { return std::min(at + *radius, length - 1); };
  return Shape{{before(centre->x), before(centre->y), before(centre->z)},
               {after(centre->x, side.x), after(centre->y, side.y), after(centre->z, side.z)},
               true,
               *centre,
               *radius};
}

// Reads `box` or `ball`; the whole lattice if there is neither.
std::optional<Shape> read_where(io::Section& section, const Lattice& lattice) {
  section.allow("box");
  section.allow("ball");
  if (section.has("box") && section.has("ball"))
    return section.problem("ball", "cannot be combined with box; remove one of them"), std::nullopt;
  if (section.has("box")) return read_box(section, lattice);
  if (section.has("ball")) return read_ball(section, lattice);
  const Extent& side = lattice.global;
  return Shape{{}, {side.x - 1, side.y - 1, side.z - 1}, false, {}, 0};
}

// Reads `type: light`, or `types: {light: 0.5, dark: 0.5}`.
std::vector<double> read_fractions(io::Section& section, const PottsSpec& spec) {
  std::vector<double> fractions(spec.types.size());
  std::vector<std::string> names = type_names(spec);
  names.erase(names.begin());
  const auto which = section.exactly_one({"type", "types"});
  if (which == "type") {
    if (const auto name = section.choice("type", names))
      fractions[static_cast<std::size_t>(std::ranges::find(names, *name) - names.begin()) + 1] = 1;
    return fractions;
  }
  if (!which) return fractions;
  auto types = section.section("types");
  if (!types) return fractions;
  for (std::size_t i = 0; i < names.size(); ++i) fractions[i + 1] = types->real(names[i], 0, 1).value_or(0);
  types->finish();
  const double sum = std::accumulate(fractions.begin(), fractions.end(), 0.0);
  if (std::abs(sum - 1) > rounding)
    section.problem("types", fmt::format("add up to {:.6g}; the fractions of types must add up to 1", sum));
  return fractions;
}

// Checks that there are enough tiles in the box around the shape.
void check_tiles(io::Section& section, const Tiles& tiles, unsigned dimensions) {
  if (!tiles.width) return;
  const Site &from = tiles.shape.from, &to = tiles.shape.to;
  const Index x = to.x - from.x + 1, y = to.y - from.y + 1, z = to.z - from.z + 1, width = *tiles.width;
  const Index fit = x / width * (y / width) * (dimensions == 3 ? z / width : 1);
  if (fit == 0 && !tiles.shape.is_ball)
    section.problem("width", fmt::format("is {}; no tile of that width fits into the box, which is {} x {}{}",
                                         width, x, y, dimensions == 3 ? fmt::format(" x {}", z) : ""));
  else if (tiles.count && *tiles.count > fit && !tiles.shape.is_ball)
    section.problem("count", fmt::format("is {}; {} tiles fit into the box", *tiles.count, fit));
}

void read_group(io::Section section, const PottsSpec& spec, std::vector<Tiles>& groups) {
  const Extent& side = spec.lattice.global;
  Tiles tiles;
  const auto shape = read_where(section, spec.lattice);
  const u64 shortest = std::min({side.x, side.y, spec.lattice.dimensions == 3 ? side.z : side.x});
  tiles.width = section.whole("width", 1, shortest);
  tiles.count = section.whole("count", 1, side.sites());
  if (tiles.count && !section.has("width"))
    section.problem("count", "is the number of tiles to choose and needs their width; add width");
  if (section.has("types") && !section.has("width"))
    section.problem(
        "types",
        "apply to the tiles of a shape and need their width; for one cell that fills the shape, write type");
  tiles.fractions = read_fractions(section, spec);
  section.finish();
  if (!shape) return;
  tiles.shape = *shape;
  if (shape->is_ball && tiles.width) tiles.first_tile = first_tile_of_ball(*shape, *tiles.width);
  check_tiles(section, tiles, spec.lattice.dimensions);
  groups.push_back(tiles);
}

std::vector<Tiles> read_groups(io::Section& initial, const PottsSpec& spec) {
  std::vector<Tiles> groups;
  const io::Value& written = *initial.value("cells");
  if (written.kind != io::Value::Kind::List) {
    if (auto section = initial.section("cells")) read_group(*section, spec, groups);
    return groups;
  }
  for (std::size_t i = 0; i < written.items.size(); ++i)
    read_group({written.items[i], fmt::format("{}[{}]", initial.path_of("cells"), i), initial.problems()},
               spec, groups);
  return groups;
}

std::optional<Labels> read_pif_file(io::Section& initial, const InputFolder& folder, const PottsSpec& spec,
                                    Spec& model_spec) {
  const auto text = read_input_file(initial, "pif", folder, model_spec);
  if (!text || !model_spec.lattice) return std::nullopt;
  try {
    return read_pif(*text, (folder / *initial.text("pif")).string(), spec.lattice, type_names(spec));
  } catch (const SpecError& error) {
    initial.problems().add(error.problems());
  }
  return std::nullopt;
}

// Renumbers labels to 1, 2, … in increasing order, so that the table of cells has no gaps.
Labels numbered(const io::Labels& image) {
  Labels labels;
  labels.cells.resize(image.size());
  image.copy(0, labels.cells);
  std::vector<u32> present = labels.cells;
  std::ranges::sort(present);
  present.erase(std::unique(present.begin(), present.end()), present.end());
  if (present.empty() || present.front() != 0) present.insert(present.begin(), 0);
  for (u32& cell : labels.cells)
    cell = static_cast<u32>(std::ranges::lower_bound(present, cell) - present.begin());
  labels.types.resize(present.size());
  return labels;
}

// Reads `labels: {file: cells.png, type: light}`: an image with the numbers of cells, 0 for the medium.
std::optional<Labels> read_label_image(io::Section& initial, const InputFolder& folder, const PottsSpec& spec,
                                       Spec& model_spec) {
  auto section = initial.section("labels");
  if (!section) return std::nullopt;
  const auto image = read_lattice_labels(*section, folder, spec.lattice, model_spec);
  const std::vector<double> fractions = read_fractions(*section, spec);
  section->finish();
  if (!image || !section->problems().empty()) return std::nullopt;
  Labels labels = numbered(*image);
  const u64 cells = labels.types.size() - 1;
  if (cells == 0) return labels;
  const Shuffle shuffle(stream(model_spec.seed, Purpose::InitialState), cells);
  const std::vector<u64> shares = shares_of(fractions, cells);
  for (u64 i = 0; i < cells; ++i) labels.types[i + 1] = type_of_rank(shares, shuffle.at(i));
  return labels;
}

// Reads `formula: "if x < 50 then light else dark", width: 5`: the type of every site.
std::optional<Labels> read_cells_by_formula(io::Section& initial, const PottsSpec& spec,
                                            const Spec& model_spec) {
  const Extent& side = spec.lattice.global;
  const auto width = initial.whole("width", 1, std::max({side.x, side.y, side.z}));
  const auto types = static_cast<unsigned>(spec.types.size());
  const auto rule =
      read_initial_formula(initial, spec.lattice, {names_in_formulas(type_names(spec)), {}, {}}, types);
  if (!rule || !initial.problems().empty()) return std::nullopt;
  std::vector<std::uint8_t> type_of_site(side.sites());
  ThreadPool threads(hardware_threads());
  try {
    fill_by_formula(*rule, spec.lattice, stream(model_spec.seed, Purpose::InitialState), {0, side.sites()},
                    type_of_site, threads);
  } catch (const Error& error) {
    initial.problem("formula", error.what());
    return std::nullopt;
  }
  return cells_of_types(type_of_site, spec.lattice, width);
}

}  // namespace

void read_start(io::Section& root, const InputFolder& folder, PottsSpec& spec, Spec& model_spec) {
  if (!spec.has_cells() && !root.has("initial")) return root.allow("initial");
  auto initial = root.section("initial", io::Presence::Required);
  if (!initial) return;
  for (const std::string& key : start_keys) initial->allow(key);
  initial->allow("run");
  if (root.value("initial")->kind != io::Value::Kind::Map) return;  // already reported
  if (initial->has("run")) {
    read_initial_run(*initial, folder, start_keys, model_spec);
  } else if (!spec.has_cells()) {
    root.problem("initial",
                 "has cells, but the model has no type of cells; remove it, or add a type to potts.types");
  } else if (const auto key = initial->exactly_one(start_keys_and_run)) {
    if (key == "cells")
      spec.initial = read_groups(*initial, spec);
    else if (auto labels = key == "pif"       ? read_pif_file(*initial, folder, spec, model_spec)
                           : key == "formula" ? read_cells_by_formula(*initial, spec, model_spec)
                                              : read_label_image(*initial, folder, spec, model_spec))
      spec.initial = *std::move(labels);
  }
  initial->finish();
}

}  // namespace morula::potts
