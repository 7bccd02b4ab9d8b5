#include "models/proliferation/read/population_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/counted.h"
#include "core/error.h"
#include "models/input_file.h"
#include "models/proliferation/read/histogram_file.h"

namespace morula {
namespace {

using Kind = io::Value::Kind;

constexpr double least_edge = 1e-300, greatest_edge = 1e300;

std::optional<Bin> bin_in(const io::Value& value, const std::string& path, io::Problems& problems) {
  const auto refuse = [&](const io::Value& at, const std::string& what) {
    problems.add(at.place(), path, what);
    return std::nullopt;
  };
  constexpr const char* wanted =
      "must be pairs of a fluorescence and a count, as in [[120, 3000], [130, 2800]]";
  if (value.kind != Kind::List)
    return refuse(value, fmt::format("has an item that is {}; {}", describe(value), wanted));
  if (value.items.size() != 2)
    return refuse(value, fmt::format("has an item of {}; {}", counted(value.items.size(), "value"), wanted));
  const io::Value &first = value.items[0], &second = value.items[1];
  const auto fluorescence = first.kind == Kind::Scalar ? io::parse_real(first.text) : std::nullopt;
  if (!fluorescence)
    return refuse(first, fmt::format("has a fluorescence that is {}; must be a number", describe(first)));
  const auto count = second.kind == Kind::Scalar ? io::parse_whole(second.text) : std::nullopt;
  if (!count || *count > most_cells)
    return refuse(second, fmt::format("has a count that is {}; must be a whole number between 0 and 2^40",
                                      describe(second)));
  return Bin{*fluorescence + 0.0, *count};  // + 0.0 turns a negative zero into 0
}

// Checks that bins rise, and leaves out empty ones.
std::optional<Histogram> checked_bins(const Histogram& bins, const io::Value& value, const std::string& path,
                                      io::Problems& problems) {
  Histogram histogram;
  std::uint64_t cells = 0;
  for (std::size_t i = 0; i < bins.size(); ++i) {
    if (i > 0 && !(bins[i].fluorescence > bins[i - 1].fluorescence)) {
      problems.add(value.items[i].place(), path,
                   fmt::format("has {} after {}; sort it by fluorescence, each of them once",
                               bins[i].fluorescence, bins[i - 1].fluorescence));
      return std::nullopt;
    }
    cells += bins[i].count;
    if (bins[i].count > 0) histogram.push_back(bins[i]);
  }
  if (cells > 0 && cells <= most_cells) return histogram;
  problems.add(value.place(), path,
               cells == 0 ? "has no cells; must have pairs of a fluorescence and a count above 0"
                          : "has more than 2^40 cells; scale the counts down, or take a sample");
  return std::nullopt;
}

std::optional<Histogram> histogram_in_list(const io::Value& value, const std::string& path,
                                           io::Problems& problems) {
  Histogram bins;
  bool right = true;
  for (const io::Value& item : value.items) {
    const auto bin = bin_in(item, path, problems);
    right = right && bin;
    if (bin) bins.push_back(*bin);
  }
  return right ? checked_bins(bins, value, path, problems) : std::nullopt;
}

// Problems in the file are reported at the place in the model file that names it.
std::optional<Histogram> histogram_in_file(const InputFolder& folder, const std::string& name,
                                           const std::optional<std::string>& channel,
                                           const SourceLocation& place, const std::string& path,
                                           io::Problems& problems, Spec& spec) try {
  Histogram histogram = read_histogram_file(folder / name, channel);
  std::erase_if(histogram, [](const Bin& bin) { return bin.count == 0; });
  note_input({place, path}, folder, name, spec);
  return histogram;
} catch (const SpecError& error) {
  for (const Problem& problem : error.problems()) problems.add(place, path, to_string(problem));
  return std::nullopt;
}

std::optional<Histogram> histogram_in(const io::Value& value, io::Section* section, const std::string& path,
                                      const InputFolder& folder, io::Problems& problems, Spec& spec) {
  if (value.kind == Kind::List) return histogram_in_list(value, path, problems);
  if (value.kind == Kind::Scalar && !value.text.empty())
    return histogram_in_file(folder, value.text, std::nullopt, value.place(), path, problems, spec);
  if (!section) {
    problems.add(
        value.place(), path,
        fmt::format("is {}; must be a file's name, or a list of [fluorescence, count]", describe(value)));
    return std::nullopt;
  }
  const auto file = section->text("file", io::Presence::Required);
  const auto channel = section->text("channel");
  const bool named = file && channel.has_value() == section->has("channel");
  return named ? histogram_in_file(folder, *file, channel, section->place_of("file"),
                                   section->path_of("file"), problems, spec)
               : std::nullopt;
}

// The decades around the fluorescences that can be counted.
ScoreBins default_bins(const ProliferationSpec& proliferation, const Histogram& target) {
  ScoreBins bins;
  double dimmest = proliferation.minimum, brightest = 0;
  for (const Histogram* histogram : {&target, &proliferation.population})
    for (const Bin& bin : *histogram) {
      if (bin.fluorescence > 0 && dimmest <= 0) dimmest = bin.fluorescence;
      brightest = std::max(brightest, bin.fluorescence);
    }
  if (dimmest <= 0) return bins;
  bins.from = 1;
  while (bins.from * 10 <= dimmest && bins.from < greatest_edge / 100) bins.from *= 10;
  while (bins.from > dimmest && bins.from > least_edge) bins.from /= 10;
  bins.to = bins.from * 10;
  while (bins.to < brightest && bins.to < greatest_edge) bins.to *= 10;
  return bins;
}

}  // namespace

std::optional<Histogram> read_population(io::Section& section, const char* key, const InputFolder& folder,
                                         Spec& spec) {
  const io::Value* value = section.value(key, io::Presence::Required);
  if (!value) return std::nullopt;
  std::optional<io::Section> map;
  if (value->kind == Kind::Map) map.emplace(*value, section.path_of(key), section.problems());
  auto histogram =
      histogram_in(*value, map ? &*map : nullptr, section.path_of(key), folder, section.problems(), spec);
  if (map) map->finish();
  return histogram;
}

std::optional<Target> read_target(io::Section& section, const InputFolder& folder,
                                  const ProliferationSpec& proliferation, Spec& spec) {
  const io::Value* value = section.value("target");
  if (!value) return std::nullopt;
  std::optional<io::Section> map;
  if (value->kind == Kind::Map) map.emplace(*value, section.path_of("target"), section.problems());
  const auto histogram = histogram_in(*value, map ? &*map : nullptr, section.path_of("target"), folder,
                                      section.problems(), spec);
  ScoreBins bins = histogram ? default_bins(proliferation, *histogram) : ScoreBins{};
  if (map) {
    bins.bins = static_cast<unsigned>(map->whole("bins", 2, 100000).value_or(bins.bins));
    bins.from = map->real("from", least_edge, greatest_edge).value_or(bins.from);
    bins.to = map->real("to", least_edge, greatest_edge).value_or(bins.to);
    if (!(bins.to > bins.from))
      map->problem("to", fmt::format("is {}; must be above 'from', {}", bins.to, bins.from));
    map->finish();
  }
  if (!histogram) return std::nullopt;
  return Target{*histogram, bins};
}

}  // namespace morula
