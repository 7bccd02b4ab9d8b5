#include "models/automaton/read/pattern_reader.h"

#include <fmt/format.h>

#include "models/automaton/read/bounded_grid.h"
#include "models/input_file.h"
#include "models/lattice_reader.h"
#include "models/volume_reader.h"

namespace morula {
namespace {

std::optional<PlacedCells::Cell> read_cell(const io::Value& item, const std::string& path,
                                           io::Problems& problems, const PlacingContext& on) {
  std::optional<Site> at;
  u64 state = 1;
  if (item.kind == io::Value::Kind::Map) {
    io::Section section(item, path, problems);
    at = read_site(section, "at", on.lattice);
    state = section.whole("state", 0, on.states - 1, io::Presence::Required).value_or(0);
    section.finish();
  } else {
    at = site_in(item, path, on.lattice, problems);
  }
  if (!at) return std::nullopt;
  return PlacedCells::Cell{*at, static_cast<u8>(state)};
}

PlacedCells read_cells(io::Section& initial, const PlacingContext& on) {
  PlacedCells start;
  const io::Value* list = initial.value("cells");
  if (list->kind != io::Value::Kind::List) {
    initial.problem("cells",
                    fmt::format("is {}; must be a list of sites, as in [[3, 4], [4, 4]]", describe(*list)));
    return start;
  }
  for (const io::Value& item : list->items)
    if (const auto cell = read_cell(item, initial.path_of("cells"), initial.problems(), on))
      start.cells.push_back(*cell);
  return start;
}

// The keys of a mapping about a file: which file, where its contents go, and what its values stand for.
struct FromFile {
  std::string file, dataset;
  std::optional<Site> at;
  StateOfValue state_of{};
};

std::optional<Foreign> foreign_in_pattern(const Pattern& pattern, unsigned states) {
  for (const Run& run : pattern.runs)
    if (run.state >= states) return Foreign{run.state, {run.x, run.y, 0}};
  return std::nullopt;
}

void check(io::Section& section, const Site& at, const std::optional<Foreign>& foreign,
           const std::string& remedy, const Extent& extent, const PlacingContext& on) {
  const unsigned dimensions = on.lattice.dimensions;
  if (foreign) note_foreign(section, *foreign, on.states, dimensions, remedy);
  const auto fits = [](Index first, Index length, Index side) {
    return first <= side && length <= side - first;
  };
  const Extent& lattice_extent = on.lattice.global;
  if (!fits(at.x, extent.x, lattice_extent.x) || !fits(at.y, extent.y, lattice_extent.y) ||
      !fits(at.z, extent.z, lattice_extent.z))
    section.problem(
        "at", fmt::format("puts a pattern of {} beyond the lattice of {}",
                          to_string(extent, extent.z > 1 ? 3 : 2), to_string(lattice_extent, dimensions)));
}

PlacedVolume load_placed_volume(io::Section& section, const FromFile& from, const PlacingContext& on) {
  const Site at = from.at.value_or(Site{});
  const auto [volume, foreign] =
      load_states({from.file, from.dataset, from.state_of, on.states, at}, on.folder, on.lattice, on.spec);
  check(section, at, foreign, foreign ? remedy_by_values(*foreign) : "", volume->extent, on);
  return {volume, at};
}

// The site at which Golly puts a pattern on the grid that it was saved from: the position in its header, else
// the middle of the grid.
std::optional<Site> site_on_grid(const Pattern& pattern, const BoundedGrid& grid) {
  const auto half = [](Index length) { return static_cast<std::int64_t>(length / 2); };
  const GollyPosition position =
      pattern.position.value_or(GollyPosition{-half(pattern.width), -half(pattern.height)});
  const std::int64_t x = position.x + half(grid.width), y = position.y + half(grid.height);
  if (x < 0 || y < 0) return std::nullopt;
  return Site{static_cast<Index>(x), static_cast<Index>(y), 0};
}

// The site of a pattern. If its header bounds its grid, the pattern can develop differently on another
// lattice. It is then refused if the model takes its rule from the pattern too; if the model file gives a
// rule, there is only a note.
Site site_of_pattern(io::Section& section, const FromFile& from, const Pattern& pattern,
                     const PlacingContext& on) {
  const Site written_site = from.at.value_or(Site{});
  const auto grid = grid_in(pattern.rule);
  if (!grid || !on.spec.lattice) return written_site;  // a missing lattice is reported elsewhere
  if (is_same(*grid, on.lattice)) {
    const auto site = from.at ? from.at : site_on_grid(pattern, *grid);
    if (!site)
      section.problem("file",
                      "has a line #CXRLE that puts it outside of its own grid; say with 'at' where it goes");
    return site.value_or(written_site);
  }
  if (on.has_rule)
    on.spec.notes.push_back(
        fmt::format("{} was saved from Golly's grid '{}'; this lattice is different, so the pattern can "
                    "develop differently",
                    from.file, grid->suffix));
  else
    section.problem("file", grid_problem(*grid, on.lattice, without_grid(pattern.rule)));
  return written_site;
}

PlacedPattern load_pattern(io::Section& section, const FromFile& from, const PlacingContext& on) {
  for (const char* key : {"dataset", "values"})
    if (section.has(key)) section.problem(key, "is for pictures and HDF5; remove it");
  PlacedPattern start{load_rle(on.folder / from.file), {}};
  start.at = site_of_pattern(section, from, start.pattern, on);
  const Extent extent{start.pattern.width, start.pattern.height, 1};
  check(section, start.at, foreign_in_pattern(start.pattern, on.states), "", extent, on);
  return start;
}

std::optional<FromFile> read_keys(io::Section& section, const PlacingContext& on) {
  FromFile from;
  if (const io::Value* site = section.value("at"))
    from.at = site_in(*site, section.path_of("at"), on.lattice, section.problems()).value_or(Site{});
  const auto file = section.text("file", io::Presence::Required);
  from.dataset = section.text("dataset").value_or("");
  from.state_of = read_values(section, on.states);
  section.finish();
  if (!file) return std::nullopt;
  from.file = *file;
  return from;
}

std::optional<Placed> read_file(io::Section section, const PlacingContext& on) {
  const auto from = read_keys(section, on);
  if (!from) return std::nullopt;
  try {
    note_input({section.place_of("file"), section.path_of("file")}, on.folder, from->file, on.spec);
    if (io::is_volume(on.folder / from->file)) return load_placed_volume(section, *from, on);
    return load_pattern(section, *from, on);
  } catch (const SpecError& error) {
    for (const Problem& problem : error.problems()) section.problem("file", to_string(problem));
  } catch (const FileError& error) {
    section.problem("file", error.what());
  }
  return std::nullopt;
}

void read_list(io::Section& initial, const PlacingContext& on, std::vector<Placed>& placed) {
  const io::Value* list = initial.value("patterns");
  if (list->kind != io::Value::Kind::List)
    return initial.problem("patterns",
                           fmt::format("is {}; must be a list, as in [{{file: a.rle}}]", describe(*list)));
  for (const io::Value& item : list->items) {
    io::Section section(item, initial.path_of("patterns"), initial.problems());
    if (item.kind != io::Value::Kind::Map) continue;  // reported already
    if (auto pattern = read_file(section, on)) placed.push_back(*std::move(pattern));
  }
}

// Every mapping under `initial` that may name a pattern, in the order of placing.
std::vector<const io::Value*> patterns_of(const io::Value& initial) {
  std::vector<const io::Value*> patterns;
  if (const io::Value* value = initial.find("pattern")) patterns.push_back(value);
  if (const io::Value* several = initial.find("patterns"))
    for (const io::Value& item : several->items) patterns.push_back(&item);
  return patterns;
}

}  // namespace

bool gives_rule(const io::Section& root) {
  const auto automaton = root.peek("automaton");
  return automaton && (automaton->has("rule") || automaton->has("tissue") || automaton->has("transitions"));
}

std::vector<Placed> read_placed(io::Section& initial, const PlacingContext& on) {
  std::vector<Placed> placed;
  if (initial.has("cells")) placed.emplace_back(read_cells(initial, on));
  if (initial.has("pattern"))
    if (auto pattern = read_file(*initial.section("pattern"), on)) placed.push_back(*std::move(pattern));
  if (initial.has("patterns")) read_list(initial, on, placed);
  return placed;
}

CarriedRule rule_in_patterns(io::Section& root, const InputFolder& folder) {
  CarriedRule carried;
  const io::Value* initial = root.value("initial");
  if (!initial) return carried;
  for (const io::Value* pattern : patterns_of(*initial)) {
    const io::Value* file = pattern->find("file");
    if (!file || file->text.empty() || io::is_volume(folder / file->text)) continue;
    try {
      const std::string rule = load_rle(folder / file->text).rule;
      if (!rule.empty()) return {std::string(without_grid(rule))};
    } catch (const SpecError&) {  // reported when the pattern is read
      carried.is_unknown = true;
    }
  }
  return carried;
}

}  // namespace morula
