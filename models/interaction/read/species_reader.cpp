#include "models/interaction/read/species_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "io/palette.h"

namespace morula {
namespace {

// Names that have another meaning in series and initial states; no species may have such a name or one with
// such a beginning.
constexpr std::array<std::string_view, 2> beginnings = {"density_", "extinct_"};
constexpr std::array<std::string_view, 11> reserved_names = {
    "step",        "time",      "replica", "empty",   "entropy", "interface",
    "correlation", "fractions", "pattern", "formula", "run"};

// Says what is wrong with a name; empty if it can be a column of CSV and a key of YAML and of --set.
std::string fault_of(const std::string& name) {
  if (std::ranges::all_of(name, [](char c) { return c == ' '; })) return "must be a name";
  if (name.front() == ' ' || name.back() == ' ') return "must not begin or end with a space";
  const auto begins = [&](std::string_view beginning) { return name.starts_with(beginning); };
  if (std::ranges::find(reserved_names, name) != reserved_names.end() ||
      std::ranges::any_of(beginnings, begins))
    return "has a meaning of its own in series and initial states; choose another name";
  if (io::parse_real(name))
    return "must be a name; to give only the number of species, write a number instead of the list";
  const auto hinders = [](char c) {
    return static_cast<unsigned char>(c) < 32 || c == 127 ||
           std::string_view(",\"'").find(c) != std::string::npos;
  };
  if (std::ranges::any_of(name, hinders)) return "must have no commas, quotes or line breaks";
  return "";
}

void read_colour(io::Section& section, Species& species) {
  const io::Value* written = section.value("colour");
  if (!written) return;
  species.colour = io::parse_colour(written->text);
  if (!species.colour)  // YAML reads an unquoted #... as a comment, so the value is null and has no place
    section.problems().add(written->kind == io::Value::Kind::Null ? section.place() : written->place(),
                           section.path_of("colour"),
                           fmt::format("is {}; {}", describe(*written), io::describe_colours()));
}

std::optional<Species> read_one(const io::Value& item, const std::string& path, io::Problems& problems) {
  Species species;
  SourceLocation place = item.place();
  if (item.kind == io::Value::Kind::Map) {
    io::Section section(item, path, problems);
    const auto name = section.text("name", io::Presence::Required);
    read_colour(section, species);
    section.finish();
    if (!name) return std::nullopt;
    species.name = *name;
    place = section.place_of("name");
  } else if (item.kind == io::Value::Kind::Scalar) {
    species.name = item.text;
  } else {
    problems.add(place, path,
                 fmt::format("is {}; must be a name, or a mapping as in {{name: red, colour: \"#ff0000\"}}",
                             describe(item)));
    return std::nullopt;
  }
  const std::string fault = fault_of(species.name);
  if (fault.empty()) return species;
  problems.add(place, path, fmt::format("is '{}'; {}", species.name, fault));
  return std::nullopt;
}

std::vector<Species> read_list(io::Section& section, const io::Value& list) {
  std::vector<Species> species;
  if (list.items.empty() || list.items.size() > most_species)
    section.problem("species",
                    fmt::format("are {}; must be between 1 and {}", list.items.size(), most_species));
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    const std::string path = fmt::format("{}[{}]", section.path_of("species"), i);
    auto item = read_one(list.items[i], path, section.problems());
    if (!item) continue;
    if (std::ranges::count(species, item->name, &Species::name) > 0)
      section.problems().add(list.items[i].place(), path,
                             fmt::format("is '{}' again; every species has a name of its own", item->name));
    else
      species.push_back(*std::move(item));
  }
  const bool complete = species.size() == list.items.size() && species.size() <= most_species;
  return complete ? species : std::vector<Species>{};
}

}  // namespace

std::vector<Species> read_species(io::Section& section) {
  const io::Value* written = section.value("species", io::Presence::Required);
  if (!written) return {};
  if (written->kind == io::Value::Kind::List) return read_list(section, *written);
  std::vector<Species> species;
  if (written->kind != io::Value::Kind::Scalar || !io::parse_real(written->text)) {
    section.problem("species",
                    fmt::format("is {}; must be a list of names, as in [red, blue, yellow], or how "
                                "many there are",
                                describe(*written)));
    return species;
  }
  const auto count = section.whole("species", 1, most_species).value_or(0);
  for (std::uint64_t i = 1; i <= count; ++i) species.push_back({fmt::format("species_{}", i), {}, 0, 0});
  return species;
}

}  // namespace morula
