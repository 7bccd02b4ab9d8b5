#include "models/interaction/read/preys_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/nearest.h"

namespace morula {
namespace {

std::vector<std::string> names_of(const std::vector<Species>& species) {
  std::vector<std::string> names;
  for (const Species& of_name : species) names.push_back(of_name.name);
  return names;
}

std::optional<std::size_t> place_of(const std::string& name, const std::vector<std::string>& names) {
  const auto found = std::ranges::find(names, name);
  return found == names.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - names.begin()));
}

Preys cyclic(std::size_t count) {
  Preys preys{std::vector<double>(count * count), false};
  for (std::size_t predator = 0; predator < count; ++predator)
    preys.rates[predator * count + (predator + 1) % count] = 1;
  return preys;
}

// The preys of one predator: a list of names, or one name.
void read_row(const io::Value& written, const std::string& path, const std::vector<std::string>& names,
              std::span<double> row, io::Problems& problems) {
  const bool is_list = written.kind == io::Value::Kind::List;
  if (!is_list && written.kind != io::Value::Kind::Scalar)
    return problems.add(
        written.place(), path,
        fmt::format("is {}; must be a list of species, as in [{}]", describe(written), names[0]));
  for (const io::Value& item : is_list ? written.items : std::vector{written}) {
    const auto prey = place_of(item.text, names);
    if (!prey)
      problems.add(item.place(), path,
                   fmt::format("names {}, which is not a species; {}", describe(item),
                               must_be_one_of(item.text, names)));
    else if (row[*prey] > 0)
      problems.add(item.place(), path, fmt::format("names '{}' twice; remove one", item.text));
    else
      row[*prey] = 1;
  }
}

Preys read_lists(io::Section& section, const std::vector<std::string>& names) {
  Preys preys{std::vector<double>(names.size() * names.size()), false};
  auto lists = *section.section("preys");
  for (const io::Entry& entry : section.value("preys")->entries) {
    const auto predator = place_of(entry.key, names);
    if (!predator) {
      section.problems().add(entry.key_place, lists.path_of(entry.key),
                             fmt::format("is not a species; {}", must_be_one_of(entry.key, names)));
      continue;
    }
    read_row(entry.value, lists.path_of(entry.key), names,
             std::span(preys.rates).subspan(*predator * names.size(), names.size()), section.problems());
  }
  return preys;
}

std::optional<double> rate_in(const io::Value& item, const std::string& path, const std::string& meaning,
                              double most, io::Problems& problems) {
  const auto rate = item.kind == io::Value::Kind::Scalar ? io::parse_real(item.text) : std::nullopt;
  if (rate && *rate >= 0 && *rate <= most) return rate;
  const bool is_for_normalising = rate && *rate > most && most == 1;
  problems.add(item.place(), path,
               fmt::format("is {}; {} must be a number between 0 and {}{}", describe(item), meaning, most,
                           is_for_normalising ? ", or say normalise: true" : ""));
  return std::nullopt;
}

std::optional<Preys> read_matrix(io::Section& section, const io::Value& rows,
                                 const std::vector<std::string>& names, double most) {
  const std::size_t count = names.size();
  Preys preys{{}, true};
  const auto wrong_shape = [&](const io::Value& where, const std::string& path) {
    section.problems().add(where.place(), path,
                           fmt::format("must be {0} rows of {0} rates, a row for each predator", count));
  };
  const std::string path = section.path_of("preys");
  if (rows.items.size() != count) return wrong_shape(rows, path), std::nullopt;
  for (std::size_t predator = 0; predator < count; ++predator) {
    const io::Value& row = rows.items[predator];
    if (row.kind != io::Value::Kind::List || row.items.size() != count) {
      wrong_shape(row, fmt::format("{}[{}]", path, predator));
      continue;
    }
    for (std::size_t prey = 0; prey < count; ++prey) {
      const auto rate = rate_in(row.items[prey], fmt::format("{}[{}][{}]", path, predator, prey),
                                fmt::format("the rate at which {} preys on {}", names[predator], names[prey]),
                                most, section.problems());
      if (rate) preys.rates.push_back(*rate);
    }
  }
  if (preys.rates.size() != count * count) return std::nullopt;
  return preys;
}

}  // namespace

std::optional<Preys> read_preys(io::Section& section, const std::vector<Species>& species, double most) {
  const io::Value* written = section.value("preys", io::Presence::Required);
  if (!written) return std::nullopt;
  if (written->kind == io::Value::Kind::Map) return read_lists(section, names_of(species));
  if (written->kind == io::Value::Kind::List) return read_matrix(section, *written, names_of(species), most);
  if (written->text != "cyclic")
    section.problem("preys",
                    fmt::format("is {}; must be cyclic, a mapping as in {{red: [blue]}}, or a matrix of "
                                "rates",
                                describe(*written)));
  else if (species.size() == 1)
    section.problem("preys", "is cyclic, which needs at least two species; for one species write preys: {}");
  return cyclic(species.size());
}

}  // namespace morula
