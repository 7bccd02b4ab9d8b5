#include "models/membrane/read/expand.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "core/nearest.h"
#include "models/membrane/read/scope.h"

namespace morula::membrane {
namespace {

constexpr int deepest_call = 200;

// Names, numbered in the order of their first appearance.
class Numbered {
 public:
  u32 number_of(const std::string& name) {
    const auto [at, is_new] = numbers_.try_emplace(name, static_cast<u32>(names_.size()));
    if (is_new) names_.push_back(name);
    return at->second;
  }
  std::size_t size() const { return names_.size(); }
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::unordered_map<std::string, u32> numbers_;
  std::vector<std::string> names_;
};

// Thrown if the file exceeds the limits, which ends the expansion.
struct TooMuch {};

struct Node {
  u32 label = 0;
  Charge charge = Neutral;
  std::vector<u32> children;
};

class Expansion {
 public:
  Expansion(const std::vector<FileText>& files, const Limits& limits) : files_(files), limits_(limits) {}

  Expanded expand() {
    try {
      define();
      for (const FileText& file : files_)
        for (const Statement& assignment : file.assignments) carry_out(assignment, global_, 0);
      if (const Definition* main = definition("main"); main == nullptr)
        note({0, 0, 0}, "has no def main() { … }, where a P-Lingua file begins");
      else if (!main->parameters.empty())
        note(main->at, "main() has parameters; it must have none");
      else
        call(*main, {}, 1);
      finish();
    } catch (const TooMuch&) {
    }
    return std::move(made_);
  }

 private:
  void note(At at, const std::string& what) {
    const auto key = std::tuple(at.file, at.line, at.column, what);
    if (made_.problems.size() < most_problems && noted_.insert(key).second)
      made_.problems.push_back({at, what});
  }
  [[noreturn]] void too_much(At at, const std::string& what) {
    note(at, what);
    throw TooMuch{};
  }

  void define() {
    for (const FileText& file : files_)
      for (const Definition& definition : file.definitions)
        if (!definitions_.try_emplace(definition.name, &definition).second)
          note(definition.at, fmt::format("'{}' is defined twice", definition.name));
  }
  const Definition* definition(const std::string& name) const {
    const auto at = definitions_.find(name);
    return at == definitions_.end() ? nullptr : at->second;
  }

  void call(const Definition& called, const std::vector<i64>& arguments, int depth) {
    Scope scope(&global_);
    for (std::size_t i = 0; i < arguments.size(); ++i) scope.set(called.parameters[i], arguments[i]);
    for (const Statement& statement : called.body) carry_out(statement, scope, depth);
  }

  void carry_out(const Statement& statement, Scope& scope, int depth) {
    try {
      in_ranges(statement, scope, depth, statement.ranges.size());
    } catch (const Complaint& complaint) {
      note(complaint.at, complaint.what);
    }
  }

  // The last range is the outermost loop.
  void in_ranges(const Statement& statement, Scope& scope, int depth, std::size_t left) {
    if (left == 0) return once(statement, scope, depth);
    const RangeText& range = statement.ranges[left - 1];
    if (range.variable.empty())  // a condition: holds() checks it once all iterators have values
      return in_ranges(statement, scope, depth, left - 1);
    i64 lower = value_of(range.lower, scope), upper = value_of(range.upper, scope);
    if (range.above && __builtin_add_overflow(lower, 1, &lower)) return;
    if (range.below && __builtin_sub_overflow(upper, 1, &upper)) return;
    if (lower <= upper &&
        static_cast<u64>(upper) - static_cast<u64>(lower) >= limits_.statements - carried_out_)
      refuse_rounds(statement.at);
    scope.push(range.variable, lower);
    try {
      for (i64 i = lower; i <= upper; ++i) {
        count(statement.at);
        scope.assign_last(i);
        in_ranges(statement, scope, depth, left - 1);
        if (i == std::numeric_limits<i64>::max()) break;
      }
    } catch (const Complaint&) {
      scope.pop();
      throw;
    }
    scope.pop();
  }
  static bool holds(const Statement& statement, const Scope& scope) {
    return std::ranges::all_of(statement.ranges, [&](const RangeText& range) {
      return !range.variable.empty() || value_of(range.lower, scope) != value_of(range.upper, scope);
    });
  }

  void count(At at) {
    if (++carried_out_ > limits_.statements) refuse_rounds(at);
  }
  [[noreturn]] void refuse_rounds(At at) {
    too_much(at, fmt::format("makes more than {} rounds; nothing that large can be run", limits_.statements));
  }

  void once(const Statement& statement, Scope& scope, int depth) {
    count(statement.at);
    if (!holds(statement, scope)) return;
    switch (statement.what) {
      case Statement::What::Call:
        return call_of(statement, scope, depth);
      case Statement::What::Assign:
        return scope.set(statement.name, value_of(statement.arguments[0], scope));
      case Statement::What::Structure:
        return structure(statement, scope);
      case Statement::What::Inside:
        return inside(statement, scope);
      case Statement::What::Contents:
        return contents(statement, scope);
      case Statement::What::Rule:
        return rule(statement.rule[0], statement.at, scope);
      case Statement::What::Block:
        for (const Statement& inner : statement.block) carry_out(inner, scope, depth);
    }
  }

  void call_of(const Statement& statement, Scope& scope, int depth) {
    const Definition* called = definition(statement.name);
    if (called == nullptr) {
      std::vector<std::string> names;
      for (const auto& [name, made] : definitions_) names.push_back(name);
      const auto near = nearest(statement.name, names);
      throw Complaint{statement.at, fmt::format("'{}' is not defined{}", statement.name,
                                                near ? fmt::format("; did you mean '{}'?", *near) : "")};
    }
    if (called->parameters.size() != statement.arguments.size())
      throw Complaint{statement.at, fmt::format("'{}' takes {} arguments, not {}", statement.name,
                                                called->parameters.size(), statement.arguments.size())};
    if (depth >= deepest_call)
      too_much(statement.at, fmt::format("'{}' calls itself endlessly", statement.name));
    std::vector<i64> arguments;
    for (const Expression& argument : statement.arguments) arguments.push_back(value_of(argument, scope));
    call(*called, arguments, depth + 1);
  }

  u32 label_of(const LabelText& text, const Scope& scope) {
    return labels_.number_of(text.expression ? std::to_string(value_of(*text.expression, scope)) : text.name);
  }

  void structure(const Statement& statement, const Scope& scope) {
    if (!nodes_.empty())
      throw Complaint{statement.at, "@mu is given twice; add membranes by @mu(label) += …"};
    add(statement.membranes[0], statement.at, scope);
  }

  u32 add(const MembraneText& text, At at, const Scope& scope) {
    if (nodes_.size() >= limits_.membranes)
      too_much(at, fmt::format("makes more than {} membranes before the first step", limits_.membranes));
    const u32 node = static_cast<u32>(nodes_.size());
    nodes_.push_back({label_of(text.label, scope), text.charge, {}});
    labelled_[nodes_.back().label].push_back(node);
    for (const MembraneText& child : text.children) {
      const u32 inner = add(child, at, scope);
      nodes_[node].children.push_back(inner);
    }
    return node;
  }

  void inside(const Statement& statement, const Scope& scope) {
    for (const LabelText& label : statement.labels) {
      const u32 number = existing_label(label, scope);
      const std::size_t before = labelled_[number].size();
      for (std::size_t i = 0; i < before; ++i) {
        const u32 inner = add(statement.membranes[0], statement.at, scope);
        nodes_[labelled_[number][i]].children.push_back(inner);
      }
    }
  }

  u32 existing_label(const LabelText& text, const Scope& scope) {
    const u32 number = label_of(text, scope);
    if (!labelled_.contains(number))
      throw Complaint{text.at,
                      fmt::format("there is no membrane labelled '{}' in @mu", labels_.names()[number])};
    return number;
  }

  std::string object_name(const ObjectText& text, const Scope& scope) {
    if (text.indices.empty()) return text.name;
    std::vector<i64> indices;
    for (const Expression& index : text.indices) indices.push_back(value_of(index, scope));
    return fmt::format("{}{{{}}}", text.name, fmt::join(indices, ","));
  }

  Multiset multiset_of(const MultisetText& text, const Scope& scope) {
    std::map<u32, u64> counts;
    for (const ObjectText& object : text) {
      const std::string name = object_name(object, scope);
      const i64 times = object.count ? value_of(*object.count, scope) : 1;
      if (times < 0)
        throw Complaint{object.at, fmt::format("there are {} of '{}'; must be at least 0", times, name)};
      if (times == 0) continue;
      add_to(counts[objects_.number_of(name)], static_cast<u64>(times), object.at, name);
      if (objects_.size() > limits_.objects)
        too_much(object.at, fmt::format("makes more than {} different objects", limits_.objects));
    }
    Multiset multiset;
    for (const auto& [object, times] : counts) multiset.push_back({object, times});
    return multiset;
  }

  static void add_to(u64& sum, u64 more, At at, const std::string& name) {
    if (__builtin_add_overflow(sum, more, &sum))
      throw Complaint{at, fmt::format("the number of '{}' does not fit in 64 bits", name)};
  }

  void contents(const Statement& statement, const Scope& scope) {
    const Multiset multiset = multiset_of(statement.multiset, scope);
    for (const LabelText& text : statement.labels) {
      auto& [at, counts] = contents_[label_of(text, scope)];
      at = text.at;
      if (!statement.adds) counts.clear();
      for (const Term& term : multiset)
        add_to(counts[term.object], term.count, text.at, objects_.names()[term.object]);
    }
  }

  void rule(const RuleText& text, At at, const Scope& scope) {
    if (made_.system.rules.size() >= limits_.rules)
      too_much(at, fmt::format("makes more than {} rules", limits_.rules));
    Rule rule;
    rule.kind = text.kind;
    rule.label = label_of(text.label, scope);
    for (const LabelText& after : text.labels_after)
      if (label_of(after, scope) != rule.label)
        throw Complaint{after.at,
                        fmt::format("the label on the right is '{}'; must be '{}' as on the left",
                                    labels_.names()[label_of(after, scope)], labels_.names()[rule.label])};
    rule.charge = text.charge;
    rule.charge_after = text.charge_after;
    rule.second_charge_after = text.second_charge_after;
    rule.left = multiset_of(text.left, scope);
    if (rule.left.empty()) throw Complaint{at, "this rule takes no object, so it would apply endlessly"};
    if (text.kind != Kind::Evolution && (rule.left.size() != 1 || rule.left[0].count != 1))
      throw Complaint{text.left[0].at, "only evolution rules take several objects; this one takes one"};
    rule.right = multiset_of(text.right, scope);
    rule.second = multiset_of(text.second, scope);
    made_.system.rules.push_back(std::move(rule));
    made_.rule_places.push_back(at);
  }

  void finish() {
    if (nodes_.empty() && made_.problems.empty())
      note({0, 0, 0}, "has no @mu, which says what membranes there are: @mu = [[]'2]'1;");
    if (!nodes_.empty()) place(0, no_membrane);
    for (InitialMembrane& membrane : made_.system.membranes)
      if (const auto contents = contents_.find(membrane.label); contents != contents_.end())
        for (const auto& [object, times] : contents->second.second)
          membrane.contents.push_back({object, times});
    for (const auto& [label, contents] : contents_)
      if (!labelled_.contains(label) && !nodes_.empty())
        note(contents.first,
             fmt::format("there is no membrane labelled '{}' in @mu", labels_.names()[label]));
    made_.system.objects = objects_.names();
    made_.system.labels = labels_.names();
  }

  // Membranes are numbered from the skin; each is followed by the membranes it contains.
  void place(u32 skin, u32 outside) {
    std::vector<std::pair<u32, u32>> waiting = {{skin, outside}};
    while (!waiting.empty()) {
      const auto [node, parent] = waiting.back();
      waiting.pop_back();
      const u32 number = static_cast<u32>(made_.system.membranes.size());
      made_.system.membranes.push_back({nodes_[node].label, nodes_[node].charge, parent, {}});
      for (auto child = nodes_[node].children.rbegin(); child != nodes_[node].children.rend(); ++child)
        waiting.emplace_back(*child, number);
    }
  }

  const std::vector<FileText>& files_;
  Limits limits_;
  Scope global_;
  std::map<std::string, const Definition*> definitions_;
  Numbered objects_, labels_;
  std::vector<Node> nodes_;
  std::unordered_map<u32, std::vector<u32>> labelled_;         // nodes by label
  std::map<u32, std::pair<At, std::map<u32, u64>>> contents_;  // by label
  u64 carried_out_ = 0;
  std::set<std::tuple<u32, int, int, std::string>> noted_;
  Expanded made_;
};

}  // namespace

Expanded expand(const std::vector<FileText>& files, const Limits& limits) {
  return Expansion(files, limits).expand();
}

}  // namespace morula::membrane
