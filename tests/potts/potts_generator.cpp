// Generates random tissues: adhesion, constraints, neighbourhoods, regions, replicas and walls.
#include "tests/random/flow.h"
#include "tests/random/random_lattice.h"
#include "tests/random/random_model.h"

namespace morula::test {
namespace {

FlowMap random_constraint(Choices& choose, u64 most_target) {
  const u64 target = choose.whole(1, most_target);
  return FlowMap("target", target).add("strength", choose.one_of({"1", "0.5", "2", "0.25"}));
}

std::string random_ends(Choices& choose) {
  const std::string value = choose.one_of({"{value: 1.5}", "{flux: 0.01}", "{flux: 0}"});
  return choose.percent(50)
             ? value
             : "{from: " + value + ", to: " + choose.one_of({"{value: 0}", "{flux: -0.02}"}) + "}";
}

// Names that formulas of a tissue may use.
struct TissueNames {
  bool has_fields = false, has_properties = false, is_signed = false;  // is_signed: of the field c0
};

// A field with values from a picture, multiplied by a factor so that they are not whole numbers.
FlowMap values_of_picture(Choices& choose, const RandomLattice& lattice, const std::string& name,
                          RandomModel& model) {
  const std::string file = lattice.dimensions == 2 ? name + ".png" : name;
  model.pictures.emplace(file, random_picture(choose, lattice.extent, 255));
  return FlowMap("file", file).add("factor", choose.one_of({"0.01", "0.003"}));
}

std::string random_source(Choices& choose, const TissueNames& names) {
  std::vector<std::string> sources = {"\"0.1 * (type == light) - 0.2 * (type == dark) * c0\"",
                                      "\"rate * (1 - c0) - 0.05\"", "\"if c0 > rate then exp(-c0) else 0\"",
                                      "\"sin(0.1 * step) * (x + y) * 0.01\""};
  if (names.has_properties)
    sources.insert(sources.end(), {"\"0.01 * clock - 0.1 * c0\"", "\"rate * level\""});
  return choose.one_of(sources);
}

// Fields that are explicit, implicit or constant, with sources that use other fields, types, properties and
// parameters.
FlowMap random_fields(Choices& choose, const RandomLattice& lattice, const TissueNames& names,
                      RandomModel& model) {
  FlowMap fields;
  const u64 count = choose.whole(1, 3);
  for (u64 i = 0; i < count; ++i) {
    const std::string name = fmt::format("c{}", i);
    FlowMap field;
    if (choose.percent(25))
      field.add("initial", values_of_picture(choose, lattice, name, model));
    else
      field.add("initial", choose.one_of({"1", "0.25", "\"x * 0.1 + uniform()\"",
                                          "\"if type == light then 2 else 0\""}));
    if (choose.percent(80)) field.add("diffusion", choose.one_of({"0.1", "0.7", "2", "40"}));
    if (choose.percent(60)) field.add("decay", choose.one_of({"0.01", "0.3"}));
    if (choose.percent(70)) field.add("source", random_source(choose, names));
    if (i == 0 ? names.is_signed : choose.percent(30)) field.add("signed", "true");
    if (choose.percent(20)) field.add("solver", "implicit");
    FlowMap boundary;
    for (unsigned axis = 0; axis < lattice.dimensions; ++axis)
      if (lattice.has_walls(axis) && choose.percent(60))
        boundary.add(std::array{"x", "y", "z"}[axis], random_ends(choose));
    if (!boundary.empty()) field.add("boundary", boundary);
    fields.add(name, field);
  }
  return fields;
}

std::string random_chemotaxis(Choices& choose, const TissueNames& names) {
  std::vector<std::string> lists = {"[{type: light, field: c0, strength: 20}]",
                                    "[{type: dark, field: c0, strength: -30.5, at: [medium, light]}, "
                                    "{type: light, field: c0, strength: 10, at: [medium]}]"};
  if (!names.is_signed)
    lists.insert(lists.end(), {"[{type: light, field: c0, strength: 50, response: {saturating: 0.5}}]",
                               "[{type: dark, field: c0, strength: 30, response: {logarithmic: 0.2}}, "
                               "{type: light, field: c0, strength: -25, response: {saturating: 2}}]"});
  return choose.one_of(lists);
}

FlowMap random_properties(Choices& choose, const TissueNames& names) {
  std::vector<std::string> nexts = {"\"if chance(0.4) then 0 else clock + 1\"",
                                    "\"neighbours(light) + 0.5 * surface\"",
                                    "\"clock + contact(medium) / volume\""};
  std::vector<std::string> rates = {"\"around(clock) - level\"",
                                    "\"0.1 * around(level) - 0.2 * level + 0.01 * age\""};
  if (names.has_fields) {
    nexts.insert(nexts.end(), {"\"if mean(c0) > 0.5 then 2 else clock / 2\"", "\"0.01 * sum(c0)\""});
    rates.emplace_back("\"0.2 * (mean(c0) - level)\"");
  }
  FlowMap clock("initial", choose.one_of({"0", "1.5", "\"uniform()\""}));
  clock.add("next", choose.one_of(nexts));
  FlowMap level("initial", choose.one_of({"1", "\"if type == light then 1 else uniform()\""}));
  level.add("rate", choose.one_of(rates));
  if (choose.percent(50)) level.add("sub_steps", choose.whole(1, 4));
  return FlowMap("clock", clock).add("level", level);
}

std::string random_division(Choices& choose, const TissueNames& names) {
  std::vector<std::string> conditions = {"\"volume >= 12\"", "\"chance(0.1)\"", "\"neighbours(light) < 3\""};
  if (names.has_fields) conditions.emplace_back("\"mean(c0) > 0.2 and volume > 8\"");
  if (names.has_properties) conditions.emplace_back("\"clock > 1 or chance(0.05)\"");
  return choose.one_of(conditions);
}

// Individual targets of light cells.
FlowMap random_targets(Choices& choose, bool has_surface, const TissueNames& names) {
  std::vector<std::string> nexts = {"\"target_volume + 0.7\"", "\"target_volume + 2 * chance(0.5)\""};
  if (names.has_properties) nexts.emplace_back("\"target_volume + 0.1 * abs(level)\"");
  FlowMap targets("volume", FlowMap("next", choose.one_of(nexts)).add("most", choose.whole(30, 90)));
  if (has_surface && choose.percent(50))
    targets.add("surface",
                FlowMap("next", "\"target_surface + 0.02 * volume\"").add("most", choose.whole(60, 200)));
  return targets;
}

FlowMap random_shares(Choices& choose, bool has_targets, const TissueNames& names) {
  FlowMap shares;
  if (choose.percent(40)) shares.add("age", "copy");
  if (has_targets && choose.percent(40))
    shares.add("target_volume", choose.one_of({"copy", "\"0.3 * volume\""}));
  if (names.has_properties)
    shares.add("clock", choose.one_of({"half", "copy", "\"clock + chance(0.5)\""}))
        .add("level", choose.one_of({"half", "\"sqrt(abs(level)) + uniform()\""}));
  return shares;
}

FlowMap random_death(Choices& choose) {
  FlowMap death("when", "\"chance(0.05)\"");
  if (choose.percent(30)) return death.add("at_once", "true");
  return death.add("shrink", "1.5").add("after", choose.whole(0, 3));
}

// Light cells grow, divide, die or become dark; dark cells only divide.
FlowMap random_life(Choices& choose, unsigned dimensions, bool has_surface, const TissueNames& names) {
  const bool has_targets = choose.percent(70);
  const std::string vector = dimensions == 2 ? "[2, 1]" : "[2, 1, -3]";
  FlowMap divide("when", random_division(choose, names));
  divide.add("axis", choose.one_of(std::vector<std::string>{"short", "long", "random", vector}));
  const bool is_asymmetric = choose.percent(30);
  if (is_asymmetric) divide.add("daughter", "dark");
  const FlowMap shares = random_shares(choose, has_targets && !is_asymmetric, names);
  if (!shares.empty()) divide.add("share", shares);
  FlowMap light("divide", divide);
  if (has_targets) light.add("target", random_targets(choose, has_surface, names));
  if (choose.percent(40)) light.add("die", random_death(choose));
  if (choose.percent(30)) light.add("become", FlowMap("dark", "\"age > 4 and chance(0.2)\""));
  FlowMap life("light", light);
  if (choose.percent(40)) life.add("dark", FlowMap("divide", FlowMap("when", "\"chance(0.05)\"")));
  return life;
}

RandomModel random_tissue_of_cells(Choices& choose) {
  const bool is_wide = choose.percent(20);
  RandomLattice lattice(choose, {.most_sites = 1500, .shortest_periodic = 9});
  for (u64* side : {&lattice.extent.x, &lattice.extent.y}) *side = std::min<u64>(std::max<u64>(*side, 9), 60);
  if (lattice.dimensions == 3) lattice.extent.z = std::max<u64>(lattice.extent.z, 9);
  FlowMap section("temperature",
                  choose.percent(25) ? "{light: 13, dark: 7.8}" : choose.one_of({"0", "2", "10", "25.5"}));
  section.add("types", "[medium, light, dark]");
  section.add("contact", is_wide ? FlowMap("range", 2u) : FlowMap("order", choose.whole(1, 4)));
  if (choose.percent(50)) section.add("copy", FlowMap("order", choose.whole(1, 2)));
  FlowMap adhesion;
  for (const char* pair : {"light-light", "dark-dark", "light-dark", "medium-light", "medium-dark"})
    adhesion.add(pair, choose.whole(0, 20));
  section.add("adhesion", adhesion);
  const FlowMap light = random_constraint(choose, 60);
  section.add("volume", FlowMap("light", light).add("dark", random_constraint(choose, 60)));
  const bool has_surface = choose.percent(40);
  if (has_surface) {
    FlowMap surface("light", random_constraint(choose, 40));
    if (choose.percent(30)) surface.add("neighbourhood", FlowMap("order", choose.whole(1, 3)));
    section.add("surface", surface);
  }
  if (choose.percent(30)) section.add("connected", "[light]");
  if (choose.percent(30))
    section.add("potential", FlowMap("dark", lattice.dimensions == 2 ? "[1, -0.5]" : "[1, 0, -0.5]"));
  if (choose.percent(30)) {
    FlowMap act("maximum", choose.magnitude(1, 2000));
    act.add("strength", choose.one_of({"20", "200.5", "1000"}));
    if (choose.percent(40)) act.add("mean", choose.one_of({"geometric", "arithmetic"}));
    section.add("act", FlowMap(choose.one_of({"light", "dark"}), act));
  }
  if (choose.percent(20))
    section.add("persistence", FlowMap("light", FlowMap("strength", choose.one_of({"5", "0.5", "40"}))
                                                    .add("memory", choose.one_of({"0", "0.9", "1"}))));
  // Cells must stay narrower than half of a periodic side.
  const std::vector<u64> sides = lattice.sides();
  const bool has_length =
      choose.percent(50) && (*std::ranges::min_element(sides) >= 36 || lattice.has_walls_only());
  if (has_length)
    section.add("length", FlowMap(choose.one_of({"light", "dark"}), random_constraint(choose, 15)));
  if (choose.percent(15)) section.add("exclusive", "true");
  const FlowMap cells = FlowMap("width", choose.whole(1, 6)).add("types", "{light: 0.5, dark: 0.5}");
  const u64 seed = choose.magnitude(0, ~u64{0}), steps = choose.whole(1, 12);
  RandomModel model;
  const TissueNames names{choose.percent(40), choose.percent(30), choose.percent(30)};
  if (names.has_fields) {
    section.add("parameters", FlowMap("rate", choose.one_of({"0.1", "1", "0.5"})));
    section.add("fields", random_fields(choose, lattice, names, model));
    if (choose.percent(60)) section.add("chemotaxis", random_chemotaxis(choose, names));
  }
  if (names.has_properties) section.add("properties", random_properties(choose, names));
  if ((!has_length || lattice.has_walls_only()) && choose.percent(40))
    section.add("life", random_life(choose, lattice.dimensions, has_surface, names));
  model.text = fmt::format("model: potts\nseed: {}\nsteps: {}\nlattice: {}\n", seed, steps, lattice.text());
  if (choose.percent(30)) model.text += fmt::format("replicas: {}\n", choose.whole(2, 4));
  model.text += fmt::format("potts: {}\ninitial: {}\n", section.text(), FlowMap("cells", cells).text());
  return model;
}

const GeneratorOf tissues("potts", random_tissue_of_cells);

}  // namespace
}  // namespace morula::test
