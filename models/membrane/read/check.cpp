#include "models/membrane/read/check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace morula::membrane {
namespace {

constexpr u64 most_facts = u64{1} << 28;
constexpr std::size_t most_named = 8;

// What each membrane and the environment may ever contain, if everything that can happen does happen. A rule
// that cannot apply even then never applies.
class Reachable {
 public:
  explicit Reachable(const System& system)
      : system_(system),
        classes_(system.labels.size() * charges),
        objects_((system.labels.size() + 1) * system.objects.size()),
        inside_((system.labels.size() + 1) * system.labels.size()),
        applies_(system.rules.size()) {
    for (const InitialMembrane& membrane : system.membranes) {
      classes_[class_of(membrane.label, membrane.charge)] = true;
      inside_at(parent_label(membrane.parent), membrane.label) = true;
      for (const Term& term : membrane.contents) object_at(membrane.label, term.object) = true;
      skin_is_alone_ = skin_is_alone_ &&
                       (&membrane == system.membranes.data() || membrane.label != system.membranes[0].label);
    }
    bool changed = true;
    while (changed) {
      changed = false;
      for (std::size_t i = 0; i < system.rules.size(); ++i) {
        const Rule& rule = system.rules[i];
        if (!applies_[i] && can_apply(rule)) {
          applies_[i] = true;
          changed = true;
        }
        if (applies_[i]) changed = apply(rule) || changed;
      }
    }
  }

  bool applies(std::size_t rule) const { return applies_[rule]; }

 private:
  u32 environment() const { return static_cast<u32>(system_.labels.size()); }
  u32 parent_label(u32 parent) const {
    return parent == no_membrane ? environment() : system_.membranes[parent].label;
  }
  std::vector<bool>::reference object_at(u32 label, u32 object) {
    return objects_[u64{label} * system_.objects.size() + object];
  }
  std::vector<bool>::reference inside_at(u32 outer, u32 inner) {
    return inside_[u64{outer} * system_.labels.size() + inner];
  }

  bool has_all(u32 label, const Multiset& left) {
    return std::ranges::all_of(left, [&](const Term& term) { return object_at(label, term.object); });
  }
  bool can_apply(const Rule& rule) {
    if (!classes_[class_of(rule.label, rule.charge)]) return false;
    const bool splits = rule.kind == Kind::Dissolution || rule.kind == Kind::Division;
    if (splits && skin_is_alone_ && rule.label == system_.membranes[0].label) return false;
    if (rule.kind != Kind::SendIn) return has_all(rule.label, rule.left);
    for (u32 outer = 0; outer <= environment(); ++outer)
      if (inside_at(outer, rule.label) && has_all(outer, rule.left)) return true;
    return false;
  }

  static bool set(std::vector<bool>::reference fact) {
    if (fact) return false;
    fact = true;
    return true;
  }
  bool add(u32 label, const Multiset& products) {
    bool changed = false;
    for (const Term& term : products) changed = set(object_at(label, term.object)) || changed;
    return changed;
  }
  bool apply(const Rule& rule) {
    bool changed = false;
    switch (rule.kind) {
      case Kind::Evolution:
        return add(rule.label, rule.right);
      case Kind::SendIn:
        changed = set(classes_[class_of(rule.label, rule.charge_after)]);
        return add(rule.label, rule.right) || changed;
      case Kind::Division:
        changed = set(classes_[class_of(rule.label, rule.charge_after)]);
        changed = set(classes_[class_of(rule.label, rule.second_charge_after)]) || changed;
        changed = add(rule.label, rule.right) || changed;
        return add(rule.label, rule.second) || changed;
      case Kind::SendOut:
        changed = set(classes_[class_of(rule.label, rule.charge_after)]);
        for (u32 outer = 0; outer <= environment(); ++outer)
          if (inside_at(outer, rule.label)) changed = add(outer, rule.right) || changed;
        return changed;
      case Kind::Dissolution:
        for (u32 outer = 0; outer <= environment(); ++outer)
          if (inside_at(outer, rule.label)) changed = release(rule, outer) || changed;
        return changed;
    }
    return changed;
  }
  bool release(const Rule& rule, u32 outer) {
    bool changed = add(outer, rule.right);
    for (u32 object = 0; object < system_.objects.size(); ++object)
      if (object_at(rule.label, object)) changed = set(object_at(outer, object)) || changed;
    for (u32 inner = 0; inner < system_.labels.size(); ++inner)
      if (inside_at(rule.label, inner)) changed = set(inside_at(outer, inner)) || changed;
    return changed;
  }

  const System& system_;
  std::vector<bool> classes_, objects_, inside_, applies_;
  bool skin_is_alone_ = true;  // true if no other membrane has the skin's label
};

std::string some_of(const std::vector<std::string>& names) {
  const std::size_t shown = std::min(names.size(), most_named);
  return fmt::format("{}{}",
                     fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown), ", "),
                     shown < names.size() ? ", …" : "");
}

// One warning for each place in the file, even if a range makes many rules there.
void warn_of_dead_rules(const System& system, std::vector<Problem>& warnings) {
  const Reachable reachable(system);
  struct Line {
    SourceLocation place;
    std::size_t dead = 0, rules = 0;
  };
  std::vector<Line> lines;
  // A range may reach the same place many times.
  std::map<std::tuple<std::string, int, int>, std::size_t> line_at;
  for (std::size_t i = 0; i < system.rules.size(); ++i) {
    const SourceLocation& place = system.rules[i].place;
    const auto [at, is_new] = line_at.try_emplace({place.source, place.line, place.column}, lines.size());
    if (is_new) lines.push_back({place});
    lines[at->second].rules += 1;
    lines[at->second].dead += !reachable.applies(i);
  }
  for (const Line& line : lines)
    if (line.dead == line.rules) {
      const std::string what = line.rules == 1
                                   ? "this rule can never apply"
                                   : fmt::format("none of these {} rules can ever apply", line.rules);
      Problem warning;
      warning.place = line.place;
      warning.what = what;
      warnings.push_back(std::move(warning));
    }
}

// Objects that only the skin makes, by sending them out, are answers. The environment has no rules that could
// consume them.
std::vector<bool> answers_of(const System& system) {
  std::vector<bool> is_answer(system.objects.size(), true);
  const auto exclude = [&](const Multiset& objects) {
    for (const Term& term : objects) is_answer[term.object] = false;
  };
  for (const InitialMembrane& membrane : system.membranes) exclude(membrane.contents);
  for (const Rule& rule : system.rules)
    if (rule.kind != Kind::SendOut || rule.label != system.membranes[0].label) {
      exclude(rule.right);
      exclude(rule.second);
    }
  return is_answer;
}

void warn_of(const char* what, const char* singular, const char* plural,
             const std::vector<std::string>& names, const std::string& file, std::vector<Problem>& warnings) {
  if (names.empty()) return;
  const std::string text =
      fmt::format("{} {}: {}", what, names.size() == 1 ? singular : plural, some_of(names));
  Problem warning;
  warning.place.source = file;
  warning.what = text;
  warnings.push_back(std::move(warning));
}

}  // namespace

std::vector<Problem> warnings_of(const System& system, const std::string& file,
                                 const std::vector<u32>& wanted) {
  std::vector<Problem> warnings;
  std::vector<bool> consumed(system.objects.size()), used(system.labels.size());
  for (const Rule& rule : system.rules)
    for (const Term& term : rule.left) consumed[term.object] = true;
  for (const u32 object : wanted) consumed[object] = true;
  const std::vector<bool> is_answer = answers_of(system);
  for (const InitialMembrane& membrane : system.membranes) used[membrane.label] = true;
  std::vector<std::string> idle, absent;
  for (std::size_t i = 0; i < consumed.size(); ++i)
    if (!consumed[i] && !is_answer[i]) idle.push_back(system.objects[i]);
  for (std::size_t i = 0; i < used.size(); ++i)
    if (!used[i]) absent.push_back(system.labels[i]);
  if ((system.labels.size() + 1) * std::max(system.objects.size(), system.labels.size()) <= most_facts)
    warn_of_dead_rules(system, warnings);
  warn_of("no rule consumes", "this object", "these objects", idle, file, warnings);
  warn_of("no membrane has", "this label", "these labels", absent, file, warnings);
  return warnings;
}

}  // namespace morula::membrane
