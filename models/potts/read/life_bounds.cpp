#include "models/potts/read/life_bounds.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "models/potts/terms/constraint.h"

namespace morula::potts {
namespace {

// Does a formula use this name?
bool formula_names(const std::string& text, const std::string& name) {
  const auto is_letter = [&](std::size_t at) {
    return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) || text[at] == '_');
  };
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1))
    if ((at == 0 || !is_letter(at - 1)) && !is_letter(at + name.size())) return true;
  return false;
}

// The largest target of any cell of the model; 0 if there is none.
double greatest_target(const io::Value& life, const PottsSpec& spec, const std::string& term) {
  double greatest = 0;
  for (const auto& kept : spec.terms)
    if (const Constraints* const constraints = kept->key() == term ? kept->constraints() : nullptr)
      for (const auto& constraint : *constraints)
        if (constraint) greatest = std::max(greatest, constraint->target);
  for (const io::Entry& type : life.entries) {
    const io::Value* const target = target_written(life, type.key, term);
    const io::Value* const bound = target ? target->find("most") : nullptr;
    if (target)
      greatest = std::max(greatest, bound ? io::parse_real(bound->text).value_or(INFINITY) : INFINITY);
  }
  return greatest;
}

std::string described(const std::string& name, const Bounds& bounds) {
  if (bounds.least == bounds.greatest) return fmt::format("{} is {}", name, bounds.least);
  if (bounds.greatest == INFINITY) return fmt::format("{} is at least {}", name, bounds.least);
  return fmt::format("{} is from {} to {}", name, bounds.least, bounds.greatest);
}

// Text such as ": type is stem, volume is from 2 to 1600 here"; empty for a condition that contradicts
// itself.
std::string bounds_named_in(const std::string& condition, const KnownBounds& known,
                            const TypeLifeReading& reading) {
  std::vector<std::string> bounds;
  if (is_never_true(condition, {})) return "";
  for (const auto& [name, of_name] : known) {
    if (!formula_names(condition, name) || std::ranges::count(reading.names.types, name) > 0) continue;
    bounds.push_back(name == "type" ? "type is " + reading.type_name() : described(name, of_name));
  }
  return bounds.empty() ? "" : fmt::format(": {} here", fmt::join(bounds, ", "));
}

// Targets of potts.volume and potts.surface may change while the model runs, as parameters may.
KnownBounds without_changing_targets(KnownBounds known, const TypeLifeReading& reading) {
  for (const std::string term : {"volume", "surface"})
    if (!target_written(reading.life, reading.type_name(), term)) known.erase("target_" + term);
  return known;
}

}  // namespace

// There are no bounds of `step`: rules that are meant to be changed while the model runs may have the
// condition "step < 0".
KnownBounds life_bounds(const io::Value& life, const PottsSpec& spec) {
  constexpr double least_to_divide = 2;
  KnownBounds bounds = {{"volume", {least_to_divide, static_cast<double>(spec.lattice.global.sites())}},
                        {"surface", {0, INFINITY}},
                        {"age", {0, INFINITY}}};
  for (std::size_t type = 0; type < spec.fields.classes.size(); ++type)
    bounds[spec.fields.classes[type]] = {static_cast<double>(type), static_cast<double>(type)};
  for (const std::string term : {"volume", "surface"})
    if (const double greatest = greatest_target(life, spec, term); greatest > 0)
      bounds["target_" + term] = {0, greatest};
  return bounds;
}

void note_if_never_true(const io::Section& rules, const std::string& key, const std::string& consequence,
                        TypeLifeReading& reading) {
  const io::Value* const when = rules.find(key);
  if (!when) return;
  KnownBounds known = life_bounds(reading.life, reading.spec);
  known["volume"].least = 1;
  known["type"] = {static_cast<double>(reading.type), static_cast<double>(reading.type)};
  const KnownBounds certain = without_changing_targets(known, reading);
  for (const RuleParameter& parameter : reading.names.parameters)
    known[parameter.name] = {parameter.number(), parameter.number()};
  if (!is_never_true(when->text, known)) return;
  reading.notes.push_back(fmt::format(
      "{}: can never be true{}; {}{}", rules.path_of(key), bounds_named_in(when->text, known, reading),
      consequence, is_never_true(when->text, certain) ? "" : " unless a parameter or a target changes"));
}

void check_division(io::Section& divide, TypeLifeReading& reading, bool has_target) {
  const io::Value* const when = divide.find("when");
  if (!when) return;
  KnownBounds known = life_bounds(reading.life, reading.spec);
  known["type"] = {static_cast<double>(reading.type), static_cast<double>(reading.type)};
  const KnownBounds certain = without_changing_targets(known, reading);
  if (is_never_true(when->text, certain))
    return divide.problem("when", "can never be true" + bounds_named_in(when->text, certain, reading) +
                                      "; write a condition that cells can fulfil, or remove divide");
  for (const RuleParameter& parameter : reading.names.parameters)
    known[parameter.name] = {parameter.number(), parameter.number()};
  const std::string where = divide.path_of("when");
  if (is_never_true(when->text, known))
    return reading.notes.push_back(
        fmt::format("{}: can never be true{}; no cell divides unless a parameter or a target changes", where,
                    bounds_named_in(when->text, known, reading)));
  const auto target = known.find("target_volume");
  if (target == known.end()) return;
  known["volume"].greatest = target->second.greatest;
  if (!is_never_true(when->text, known)) return;
  reading.notes.push_back(
      fmt::format("{}: cells divide only if they happen to be larger than every target of the volume, which "
                  "is at most {}; "
                  "raise {}, or write a smaller volume here",
                  where, target->second.greatest,
                  has_target ? "'most'" : fmt::format("potts.volume.{}.target", reading.type_name())));
}

void check_shrinking(io::Section& die, double shrink, TypeLifeReading& reading) {
  constexpr double many_steps = 1e6;
  const double target = greatest_target(reading.life, reading.spec, "volume");
  if (shrink <= 0 || !std::isfinite(target) || target / shrink <= many_steps) return;
  if (target - shrink == target)
    return die.problem("shrink", fmt::format("is {}, too small to change a target of {}: cells would never "
                                             "vanish; write a larger number, or at_once: true",
                                             shrink, target));
  reading.notes.push_back(fmt::format("{}: is {}: a cell with a target of {} needs {:.2g} steps to vanish",
                                      die.path_of("shrink"), shrink, target, target / shrink));
}

}  // namespace morula::potts
