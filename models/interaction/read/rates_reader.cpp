#include "models/interaction/read/rates_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/stream.h"
#include "models/interaction/read/preys_reader.h"

namespace morula {
namespace {

constexpr double rounding_of_rates = 1e-9;   // tolerance for decimals that add up to 1 on paper
constexpr double most_of_literature = 1e12;  // upper limit of rates that are to be normalised

// A rate may be above 1 if rates are normalised.
std::optional<double> read_rate(io::Section& section, const std::string& key, double most) {
  const io::Value* written = section.value(key);
  const auto rate = written ? io::parse_real(written->text) : std::nullopt;
  if (!rate || *rate <= most) return section.real(key, 0, most);
  section.problem(key, fmt::format("is {}; must be between 0 and {}{}", *rate, most,
                                   most == 1 ? ", or say normalise: true" : ""));
  return std::nullopt;
}

// Reads `key` of the section `rates`: one rate for all species, or one for each.
std::optional<std::vector<double>> read_for_species(io::Section& rates, const char* key,
                                                    const std::vector<Species>& species, double most,
                                                    io::Presence presence) {
  const io::Value* written = rates.value(key, presence);
  if (!written) return std::nullopt;
  if (written->kind == io::Value::Kind::List || written->kind == io::Value::Kind::Null) {
    rates.problem(key, fmt::format("is {}; must be one rate for all species, or a mapping with a rate for "
                                   "each, as in {{{}: 0.5, ...}}",
                                   describe(*written), species.front().name));
    return std::nullopt;
  }
  if (written->kind != io::Value::Kind::Map) {
    const auto rate = read_rate(rates, key, most);
    return rate ? std::optional(std::vector<double>(species.size(), *rate)) : std::nullopt;
  }
  auto section = *rates.section(key);
  std::vector<double> values;
  std::vector<std::string> missing;
  for (const Species& named : species) {
    if (!section.has(named.name)) missing.push_back(named.name);
    values.push_back(read_rate(section, named.name, most).value_or(0));
  }
  section.finish();
  if (!missing.empty())
    rates.problem(key,
                  fmt::format("has no rate for {}; give one to every species", fmt::join(missing, ", ")));
  return values;
}

void set_predation(const Preys& preys, const std::optional<std::vector<double>>& of_predators,
                   InteractionSpec& interaction) {
  const std::size_t count = interaction.species.size();
  interaction.predation = preys.rates;
  if (preys.own_rates) return;
  for (std::size_t pair = 0; pair < count * count; ++pair)
    interaction.predation[pair] *= of_predators ? (*of_predators)[pair / count] : 0;
}

void read_three(io::Section& section, double most, InteractionSpec& interaction, Spec& spec) {
  std::vector<Species>& species = interaction.species;
  const auto preys = read_preys(section, species, most);
  auto rates = section.section("rates", io::Presence::Required);
  if (!rates) return;
  const auto required = io::Presence::Required;
  const auto mobility = read_for_species(*rates, "mobility", species, most, required);
  const auto reproduction = read_for_species(*rates, "reproduction", species, most, required);
  const bool said_by_pair = preys && preys->own_rates;
  const auto predation =
      read_for_species(*rates, "predation", species, most, said_by_pair ? io::Presence::Optional : required);
  rates->finish();
  for (std::size_t i = 0; i < species.size(); ++i) {
    if (mobility) species[i].mobility = (*mobility)[i];
    if (reproduction) species[i].reproduction = (*reproduction)[i];
  }
  if (preys) set_predation(*preys, predation, interaction);
  if (predation && said_by_pair)
    spec.notes.push_back(rates->path_of("predation") +
                         ": is not used: the matrix of preys holds a rate for every pair");
}

std::optional<Feedback> read_feedback(io::Section& section, double most) {
  auto written = section.section("feedback");
  if (!written || section.value("feedback")->kind != io::Value::Kind::Map) return std::nullopt;
  const auto required = io::Presence::Required;
  Feedback feedback;
  const auto rate = written->choice("rate", {"mobility", "reproduction", "predation"}, required);
  feedback.rate = rate == "reproduction" ? Rate::Reproduction
                  : rate == "predation"  ? Rate::Predation
                                         : Rate::Mobility;
  feedback.every = written->whole("every", 1, largest_when, required).value_or(1);
  feedback.at_zero = written->real("at_zero_entropy", 0, most, required).value_or(0);
  feedback.at_greatest = written->real("at_greatest_entropy", 0, most, required).value_or(0);
  written->finish();
  return feedback;
}

struct Sum {
  double rates = 0;
  std::string species;
};

// The largest sum, over the species, of the rates of an individual's actions: with the rates as written, or
// with one of them replaced by feedback.
Sum largest_sum(const InteractionSpec& interaction, std::optional<double> fed_back = std::nullopt) {
  Sum largest;
  const std::size_t count = interaction.species.size();
  for (std::size_t i = 0; i < count; ++i) {
    const Species& species = interaction.species[i];
    const std::span row = std::span(interaction.predation).subspan(i * count, count);
    double mobility = species.mobility, reproduction = species.reproduction,
           predation = std::ranges::max(row);
    if (fed_back && interaction.feedback->rate == Rate::Mobility) mobility = *fed_back;
    if (fed_back && interaction.feedback->rate == Rate::Reproduction) reproduction = *fed_back;
    if (fed_back && interaction.feedback->rate == Rate::Predation && predation > 0) predation = *fed_back;
    const double sum = mobility + reproduction + predation;
    if (sum > largest.rates) largest = {sum, species.name};
  }
  return largest;
}

void check_sums(io::Section& section, const InteractionSpec& interaction) {
  const auto check = [&](io::Section& where, const char* key, const std::string& verb, const Sum& sum) {
    if (sum.rates > 1 + rounding_of_rates)
      where.problem(
          key, fmt::format("{} {:.6g} for {}: mobility, reproduction and the largest predation; must be at "
                           "most 1, or say normalise: true",
                           verb, sum.rates, sum.species));
  };
  check(section, "rates", "add up to", largest_sum(interaction));
  if (!interaction.feedback) return;
  auto feedback = *section.section("feedback");
  const std::string verb = "makes rates add up to";
  check(feedback, "at_zero_entropy", verb, largest_sum(interaction, interaction.feedback->at_zero));
  check(feedback, "at_greatest_entropy", verb, largest_sum(interaction, interaction.feedback->at_greatest));
}

// Feedback replaces the rates of preys. A species with predation rate 0 is not a prey.
void check_fed_back_preys(io::Section& section, const InteractionSpec& interaction) {
  if (!interaction.feedback || interaction.feedback->rate != Rate::Predation) return;
  if (std::ranges::any_of(interaction.predation, [](double rate) { return rate > 0; })) return;
  section.section("feedback")
      ->problem(
          "rate",
          "is predation, but no species preys on another at a rate above 0; name preys and give each a rate "
          "above 0, which feedback then replaces");
}

double largest_sum_of_all(const InteractionSpec& interaction) {
  double largest = largest_sum(interaction).rates;
  if (interaction.feedback)
    for (const double end : {interaction.feedback->at_zero, interaction.feedback->at_greatest})
      largest = std::max(largest, largest_sum(interaction, end).rates);
  return largest;
}

void normalise(InteractionSpec& interaction, Spec& spec) {
  const double sum = largest_sum_of_all(interaction);
  if (sum == 0) return;  // nothing ever happens, and no unit of time is needed
  for (Species& species : interaction.species) {
    species.mobility /= sum;
    species.reproduction /= sum;
  }
  for (double& rate : interaction.predation) rate /= sum;
  if (interaction.feedback) {
    interaction.feedback->at_zero /= sum;
    interaction.feedback->at_greatest /= sum;
  }
  spec.steps_per_time = sum;
  spec.end_time_key = "interaction.until.time";
  spec.chosen["steps_per_time"] = sum;
  spec.notes.push_back(
      fmt::format("interaction.normalise: rates are divided by {0:.6g}, so a generation is "
                  "1/{0:.6g} of the unit of time that they are written in",
                  sum));
}

void note_what_never_happens(const InteractionSpec& interaction, Spec& spec) {
  const auto never = [](double rate) { return rate > 0 && threshold(rate) == 0; };
  const auto of_species = [&](const Species& species) {
    return never(species.mobility) || never(species.reproduction);
  };
  if (std::ranges::any_of(interaction.species, of_species) ||
      std::ranges::any_of(interaction.predation, never))
    spec.notes.emplace_back(
        "interaction.rates: one or more are less than 2^-32 of all interactions, the smallest share that a "
        "draw "
        "can distinguish from 0; these actions never happen");
}

}  // namespace

void read_rates(io::Section& section, InteractionSpec& interaction, Spec& spec) {
  const bool as_literature = section.choice("normalise", {"true", "false"}) == "true";
  const double most = as_literature ? most_of_literature : 1;
  interaction.predation.assign(interaction.species.size() * interaction.species.size(), 0);
  const std::size_t problems_before = section.problems().count();
  read_three(section, most, interaction, spec);
  interaction.feedback = read_feedback(section, most);
  if (section.problems().empty()) check_fed_back_preys(section, interaction);
  // Otherwise the sum would be of other rates.
  const bool all_read = section.problems().count() == problems_before;
  if (as_literature)
    normalise(interaction, spec);
  else if (all_read)
    check_sums(section, interaction);
  note_what_never_happens(interaction, spec);
}

}  // namespace morula
