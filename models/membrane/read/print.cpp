#include "models/membrane/read/print.h"

#include <fmt/format.h>

#include <iterator>

namespace morula::membrane {
namespace {

std::string inside(const System& system, const Multiset& multiset) {
  return multiset.empty() ? "" : to_string(system, multiset);
}

std::string written_label(const std::string& label) {
  return label.starts_with('-') ? "{" + label + "}" : label;  // of an expression
}

// The children of each membrane in order. Not recursive, since there may be a million, one inside another.
std::string structure_of(const System& system) {
  std::vector<std::vector<u32>> children(system.membranes.size());
  for (u32 i = 1; i < system.membranes.size(); ++i) children[system.membranes[i].parent].push_back(i);
  std::string text;
  struct Open {
    u32 membrane;
    std::size_t next = 0;
  };
  std::vector<Open> open = {{0}};
  text += bracket_of(system.membranes[0].charge);
  while (!open.empty()) {
    Open& last = open.back();
    if (last.next < children[last.membrane].size()) {
      const u32 child = children[last.membrane][last.next++];
      text += (text.back() == '[' ? "" : " ") + bracket_of(system.membranes[child].charge);
      open.push_back({child});
    } else {
      text += "]'" + written_label(system.labels[system.membranes[last.membrane].label]);
      open.pop_back();
    }
  }
  return text;
}

}  // namespace

std::string bracket_of(Charge charge) { return charge == Positive ? "+[" : charge == Negative ? "-[" : "["; }

std::string to_string(const System& system, const Multiset& multiset) {
  if (multiset.empty()) return "#";
  std::string text;
  for (const Term& term : multiset) {
    if (!text.empty()) text += ", ";
    text += system.objects[term.object];
    if (term.count != 1) text += fmt::format("*{}", term.count);
  }
  return text;
}

std::string to_string(const System& system, const Rule& rule) {
  const std::string left = to_string(system, rule.left), before = bracket_of(rule.charge);
  const std::string label = "'" + written_label(system.labels[rule.label]);
  const std::string after = bracket_of(rule.charge_after);
  switch (rule.kind) {
    case Kind::Evolution:
      return fmt::format("{}{} --> {}]{}", before, left, to_string(system, rule.right), label);
    case Kind::SendIn:
      return fmt::format("{} {}]{} --> {}{}]", left, before, label, after, inside(system, rule.right));
    case Kind::SendOut:
      return fmt::format("{}{}]{} --> {}]{}{}", before, left, label, after, rule.right.empty() ? "" : " ",
                         inside(system, rule.right));
    case Kind::Dissolution:
      return fmt::format("{}{}]{} --> {}", before, left, label, to_string(system, rule.right));
    case Kind::Division:
      return fmt::format("{}{}]{} --> {}{}] {}{}]", before, left, label, after, inside(system, rule.right),
                         bracket_of(rule.second_charge_after), inside(system, rule.second));
  }
  return {};
}

std::string print_plingua(const System& system) {
  std::string text = "@model<membrane_division>\n\ndef main()\n{\n";
  text += fmt::format("  @mu = {};\n", structure_of(system));
  std::vector<bool> written(system.labels.size());
  for (const InitialMembrane& membrane : system.membranes) {
    if (written[membrane.label] || membrane.contents.empty()) continue;
    written[membrane.label] = true;
    text += fmt::format("  @ms({}) = {};\n", written_label(system.labels[membrane.label]),
                        to_string(system, membrane.contents));
  }
  for (const Rule& rule : system.rules) text += "  " + to_string(system, rule) + ";\n";
  return text + "}\n";
}

}  // namespace morula::membrane
