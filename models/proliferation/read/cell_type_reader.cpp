#include "models/proliferation/read/cell_type_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "models/proliferation/proliferation_spec.h"
#include "models/proliferation/read/fit_bounds_reader.h"

namespace morula {
namespace {

constexpr double least_rate = 1e-12, greatest_rate = 1e9;

Law law_named(const std::string& name) {
  if (name == "log-normal") return Law::LogNormal;
  if (name == "gamma") return Law::Gamma;
  if (name == "erlang") return Law::Erlang;
  return name == "exponential" ? Law::Exponential : Law::Normal;
}

std::optional<TimeLaw> read_law(io::Section& section) {
  const auto named =
      section.choice("distribution", {"normal", "log-normal", "gamma", "erlang", "exponential"});
  TimeLaw law{law_named(named.value_or("normal"))};
  const auto mean = section.real("mean", shortest_time, longest_time, io::Presence::Required);
  const bool exponential = law.law == Law::Exponential;
  const auto sd = section.real("sd", shortest_time, longest_time,
                               exponential ? io::Presence::Optional : io::Presence::Required);
  if (exponential && mean && sd && *sd != *mean)
    section.problem("sd", fmt::format("of an exponential time is its mean, {}; remove it", *mean));
  section.finish();
  if (!mean || (!sd && !exponential)) return std::nullopt;
  law.mean = *mean;
  law.sd = sd.value_or(*mean);
  if (law.mean / law.sd > 1e6 || law.mean / law.sd < 1e-2) {
    section.problem("sd",
                    fmt::format("is {}; must be between a millionth of the mean, {}, and a hundred times it",
                                law.sd, law.mean));
    return std::nullopt;
  }
  return law;
}

std::optional<TimeLaw> read_death(io::Section& type) {
  auto section = type.section("death");
  if (!section) return std::nullopt;
  const auto given_key = section->exactly_one({"rate", "mean"});
  if (given_key == "mean") return read_law(*section);
  const auto rate = section->real("rate", least_rate, greatest_rate);
  for (const char* key : {"sd", "distribution"}) {
    section->allow(key);
    if (given_key && section->has(key)) section->problem(key, "does not apply to a rate; remove it");
  }
  section->finish();
  if (!given_key || !rate) return std::nullopt;
  return TimeLaw{Law::Exponential, 1 / *rate, 1 / *rate};
}

// Other columns of tables, which no type may be named after.
constexpr std::array columns = {"step",  "begun", "cells", "divided",      "died",
                                "faded", "time",  "count", "fluorescence", "generation"};

bool is_name(const std::string& name) {
  const auto breaks = [](char c) {
    return c == ',' || c == '"' || c == '\x7f' || static_cast<unsigned char>(c) <= ' ';
  };
  return !name.empty() && name.size() <= 64 && std::ranges::none_of(name, breaks);
}

std::optional<std::string> read_name(io::Section& section) {
  const auto name = section.text("name", io::Presence::Required);
  if (!name) return std::nullopt;
  if (!is_name(*name))
    section.problem("name", "must be a word of at most 64 letters without commas, quotes or spaces");
  else if (std::ranges::find(columns, *name) != columns.end())
    section.problem("name",
                    fmt::format("is '{}', which names another column of the tables; choose another", *name));
  else
    return name;
  return std::nullopt;
}

std::optional<CellType> read_type(const io::Value& value, const std::string& path, io::Problems& problems) {
  if (value.kind != io::Value::Kind::Map) {
    problems.add(
        value.place(), path,
        fmt::format("is {}; must be a type, as in {{name: slow, proportion: 0.5, division: {{mean: 60, "
                    "sd: 20}}}}",
                    describe(value)));
    return std::nullopt;
  }
  io::Section section(value, path, problems);
  CellType type;
  const auto name = read_name(section);
  const auto proportion = section.real("proportion", 0, 1, io::Presence::Required);
  bool right = name && proportion;
  if (auto division = section.section("division")) {
    type.division = read_law(*division);
    right = right && type.division;
  }
  type.death = read_death(section);
  right = right && type.death.has_value() == section.has("death");
  type.fit = read_fit_bounds(section, type);
  section.finish();
  if (!right) return std::nullopt;
  type.name = *name;
  type.proportion = *proportion;
  return type;
}

bool are_consistent(io::Section& section, const std::vector<CellType>& types) {
  double sum = 0;
  for (auto type = types.begin(); type != types.end(); ++type) {
    sum += type->proportion;
    const auto alike = [&](const CellType& other) { return other.name == type->name; };
    if (std::any_of(types.begin(), type, alike)) {
      section.problem("types", fmt::format("has two types named '{}'; rename one of them", type->name));
      return false;
    }
  }
  if (std::abs(sum - 1) <= 1e-6) return true;
  section.problem("types", fmt::format("have proportions that sum to {:.9g}; they must sum to 1", sum));
  return false;
}

}  // namespace

std::optional<std::vector<CellType>> read_cell_types(io::Section& section) {
  const io::Value* list = section.value("types", io::Presence::Required);
  if (!list) return std::nullopt;
  if (list->kind != io::Value::Kind::List || list->items.empty() || list->items.size() > most_types) {
    const std::string what = list->kind == io::Value::Kind::List
                                 ? fmt::format("has {} items", list->items.size())
                                 : "is " + describe(*list);
    section.problem("types", fmt::format("{}; must be a list of 1 to {} types", what, most_types));
    return std::nullopt;
  }
  std::vector<CellType> types;
  for (std::size_t i = 0; i < list->items.size(); ++i)
    if (auto type =
            read_type(list->items[i], fmt::format("{}[{}]", section.path_of("types"), i), section.problems()))
      types.push_back(*std::move(type));
  if (types.size() < list->items.size() || !are_consistent(section, types)) return std::nullopt;
  check_fit_proportions(section, types);
  return types;
}

}  // namespace morula
