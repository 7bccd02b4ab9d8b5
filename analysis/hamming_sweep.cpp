#include "analysis/hamming_sweep.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"
#include "io/document.h"
#include "io/section.h"

namespace morula {
namespace {

constexpr double rounding = 1e-9;  // tolerance for sums of decimal numbers

const io::Value* find(const io::Value& root, std::initializer_list<const char*> path) {
  const io::Value* at = &root;
  for (const char* key : path)
    if (at) at = at->find(key);
  return at;
}

// The rate as it is written in the model file. A list of rates for species or pairs is an error, since there
// is no single value to vary.
double rate_of(const io::Value& root, const char* key, std::vector<Problem>& problems) {
  const io::Value* rate = find(root, {"interaction", "rates", key});
  if (const auto number = rate ? io::parse_real(rate->text) : std::nullopt) return *number;
  problems.push_back(
      {rate ? rate->place() : root.place(), fmt::format("interaction.rates.{}", key),
       "is not a single number, which --mobility and --species need; give all species the same rate"});
  return 0;
}

struct Rates {
  double mobility = 0, reproduction = 0, predation = 0;
  double sum() const { return mobility + reproduction + predation; }
};

// The rates of the model file, with the changes of --set.
Rates rates_of(const HammingChoice& choice) {
  io::Document document = io::parse_document(choice.model.text, choice.model.path.string());
  for (const std::string& assignment : choice.overrides) io::apply_override(document, assignment);
  std::vector<Problem> problems;
  const Rates rates = {rate_of(document.root, "mobility", problems),
                       rate_of(document.root, "reproduction", problems),
                       rate_of(document.root, "predation", problems)};
  const io::Value* preys = find(document.root, {"interaction", "preys"});
  if (preys && preys->text != "cyclic")
    problems.push_back({preys->place(), "interaction.preys",
                        "must be cyclic, so that it means the same for any number of species"});
  if (!problems.empty()) throw SpecError(std::move(problems));
  return rates;
}

Rates with_mobility(const Rates& rates, double mobility, const SourceLocation& place) {
  const double others = rates.reproduction + rates.predation;
  if (!(mobility >= 0 && mobility <= rates.sum() + rounding))
    throw SpecError(place, "--mobility",
                    fmt::format("holds {}; must be between 0 and {}, the sum of the rates, which is kept",
                                mobility, rates.sum()));
  if (others == 0 && mobility != rates.mobility)
    throw SpecError(place, "--mobility",
                    "changes what reproduction and predation share, and both are 0; make one larger");
  if (mobility == rates.mobility) return rates;
  const double share = std::max(rates.sum() - mobility, 0.0) / others;
  return {mobility, rates.reproduction * share, rates.predation * share};
}

SweepPoint point_of(std::uint64_t species, const Rates& rates, bool names_species) {
  SweepPoint point{species, rates.mobility, rates.reproduction, rates.predation, {}};
  if (names_species) point.overrides.push_back(fmt::format("interaction.species={}", species));
  point.overrides.push_back(fmt::format("interaction.rates.mobility={}", rates.mobility));
  point.overrides.push_back(fmt::format("interaction.rates.reproduction={}", rates.reproduction));
  point.overrides.push_back(fmt::format("interaction.rates.predation={}", rates.predation));
  return point;
}

}  // namespace

std::string SweepPoint::name() const { return fmt::format("species-{}-mobility-{}", species, mobility); }

std::vector<SweepPoint> sweep_points(const HammingChoice& choice, const SweepChoice& sweep) {
  const SourceLocation place = {choice.model.path.string()};
  const Spec spec = read_pair_model(choice);
  if (spec.family != "interaction")
    throw SpecError(place, "model",
                    fmt::format("is {}; --mobility and --species are of model: interaction", spec.family));
  const Rates written = rates_of(choice);
  std::vector<double> mobilities = sweep.mobility;
  if (mobilities.empty()) mobilities = {written.mobility};
  std::vector<std::uint64_t> numbers = sweep.species;
  if (numbers.empty()) numbers = {spec.views.front().classes - 1};
  std::vector<SweepPoint> points;
  for (const std::uint64_t species : numbers)
    for (const double mobility : mobilities) {
      points.push_back(point_of(species, with_mobility(written, mobility, place), !sweep.species.empty()));
      if (std::ranges::count(points, points.back().name(), &SweepPoint::name) > 1)
        throw SpecError(place, points.back().name(), "is asked for twice; leave one of them out");
      HammingChoice point_choice = choice;
      point_choice.overrides.insert(point_choice.overrides.end(), points.back().overrides.begin(),
                                    points.back().overrides.end());
      // Throws, for example, if the initial state names species that do not exist.
      read_pair_model(point_choice);
    }
  return points;
}

}  // namespace morula
