// Random formulas of a given type, and their texts.
#pragma once

#include <fmt/format.h>

#include <string>

#include "tests/formula/reference.h"
#include "tests/random/choices.h"

namespace morula::test {

// The names that random formulas may use, in the order of their numbers: any whole numbers a and b, one from
// 0 to 8 called c, any real p, a finite real q, and truth values t and u.
inline const std::vector<std::string> random_names = {"a", "b", "c", "p", "q", "t", "u"};

class FormulaGenerator {
 public:
  explicit FormulaGenerator(Choices& choose) : choose_(choose) {}

  Tree formula() {
    const u64 kind = choose_.whole(0, 2);
    return kind == 0 ? truth(5) : kind == 1 ? whole(5) : real(5);
  }

 private:
  Tree name(std::size_t number) {
    Tree tree{random_names[number], {}, {}, number};
    tree.is_name = true;
    return tree;
  }
  Tree number(std::string text, Evaluated value) {
    Tree tree{std::move(text), {}, value};
    tree.is_number = true;
    return tree;
  }
  Tree joined(const std::string& word, std::vector<Tree> parts) { return {word, std::move(parts)}; }

  Tree truth(int depth) {
    const u64 kind = choose_.whole(0, depth > 0 ? 9 : 1);
    if (kind == 0) return choose_.percent(50) ? number("true", true) : number("false", false);
    if (kind == 1) return name(choose_.percent(50) ? 5 : 6);
    if (kind == 2) return joined("not", {truth(depth - 1)});
    if (kind <= 4) {
      const std::string word = choose_.percent(50) ? "and" : "or";
      Tree first = truth(depth - 1);
      return joined(word, {std::move(first), truth(depth - 1)});
    }
    if (kind == 5) return conditional(depth, [&](int below) { return truth(below); });
    const std::string word = choose_.one_of({"==", "!=", "<", "<=", ">", ">="});
    Tree first = any_number(depth - 1);
    return joined(word, {std::move(first), any_number(depth - 1)});
  }

  Tree any_number(int depth) {
    const u64 kind = choose_.whole(0, 10);
    return kind == 0 ? truth(depth) : kind <= 5 ? whole(depth) : real(depth);
  }
  Tree whole_or_truth(int depth) { return choose_.percent(10) ? truth(depth) : whole(depth); }

  template <typename Branch>
  Tree conditional(int depth, const Branch& branch) {
    Tree condition = truth(depth - 1), if_true = branch(depth - 1);
    return joined("if", {std::move(condition), std::move(if_true), branch(depth - 1)});
  }

  Tree whole(int depth) {
    const u64 kind = choose_.whole(0, depth > 0 ? 11 : 1);
    if (kind == 0) return whole_number();
    if (kind == 1) return name(choose_.whole(0, 2));
    if (kind <= 6) {
      const std::string word = choose_.one_of({"+", "-", "*", "//", "%", "^"});
      Tree first = whole_or_truth(depth - 1);
      if (word == "^" && choose_.percent(70)) return joined(word, {std::move(first), small_number()});
      return joined(word, {std::move(first), whole_or_truth(depth - 1)});
    }
    if (kind == 7) return joined("-", {whole(depth - 1)});
    if (kind == 8) return joined(choose_.one_of({"floor", "ceil", "round"}), {real(depth - 1)});
    if (kind == 9) return conditional(depth, [&](int below) { return whole(below); });
    if (kind == 10) return joined("abs", {whole(depth - 1)});
    return several(depth, [&](int below) { return whole_or_truth(below); });
  }

  Tree real(int depth) {
    const u64 kind = choose_.whole(0, depth > 0 ? 12 : 1);
    if (kind == 0) return real_number();
    if (kind == 1) return name(choose_.whole(3, 4));
    if (kind <= 7) {
      const std::string word = choose_.one_of({"+", "-", "*", "/", "/", "^"});
      Tree first = real(depth - 1);
      if (word == "^" && choose_.percent(50)) return joined(word, {std::move(first), small_number()});
      Tree second = choose_.percent(30) ? whole_or_truth(depth - 1) : real(depth - 1);
      if (word != "^" && choose_.percent(50)) std::swap(first, second);
      return joined(word, {std::move(first), std::move(second)});
    }
    if (kind == 8) return joined("-", {real(depth - 1)});
    if (kind == 9)
      return joined(choose_.one_of({"sqrt", "exp", "log", "sin", "cos", "abs"}), {real(depth - 1)});
    if (kind == 10) return conditional(depth, [&](int below) { return any_but_truth(below); });
    if (kind == 11) {
      Tree x = real(depth - 1), k = real(depth - 1);
      return joined("hill", {std::move(x), std::move(k), any_but_truth(depth - 1)});
    }
    return several(depth, [&](int below) { return any_number(below); });
  }

  Tree any_but_truth(int depth) { return choose_.percent(40) ? whole(depth) : real(depth); }

  template <typename Part>
  Tree several(int depth, const Part& part) {
    const std::string word = choose_.one_of({"min", "max", "clamp"});
    std::vector<Tree> parts;
    for (u64 i = word == "clamp" ? 3 : choose_.whole(2, 3); i > 0; --i) parts.push_back(part(depth - 1));
    return joined(word, std::move(parts));
  }

  Tree small_number() {
    const auto value = static_cast<std::int64_t>(choose_.whole(0, 6));
    return number(std::to_string(value), value);
  }
  Tree whole_number() {
    const auto value = static_cast<std::int64_t>(choose_.magnitude(0, (u64{1} << 63) - 1));
    return number(std::to_string(value), value);
  }
  Tree real_number() {
    const auto digits = static_cast<double>(choose_.magnitude(0, 1'000'000));
    const double value = digits * std::pow(10.0, static_cast<double>(choose_.whole(0, 40)) - 30);
    std::string text = fmt::format("{}", value);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return number(text, std::stod(text));
  }

  Choices& choose_;
};

// Writes a formula with the necessary parentheses, and sometimes with unnecessary ones.
class FormulaWriter {
 public:
  explicit FormulaWriter(Choices& choose) : choose_(choose) {}

  std::string text(const Tree& tree, int least = 0) {
    if (tree.is_number || tree.is_name) return space() + tree.word;
    const int level = precedence(tree);
    const bool is_call = level == of_atoms;
    const std::string bare = is_call ? call(tree) : open_text(tree, level);
    return level < least || choose_.percent(5) ? space() + "(" + bare + space() + ")" : bare;
  }

 private:
  static constexpr int of_atoms = 9;

  static int precedence(const Tree& tree) {
    if (tree.word == "-" && tree.parts.size() == 1) return 7;
    const std::vector<std::vector<std::string>> levels = {{"if"},
                                                          {"or"},
                                                          {"and"},
                                                          {"not"},
                                                          {"==", "!=", "<", "<=", ">", ">="},
                                                          {"+", "-"},
                                                          {"*", "/", "//", "%"},
                                                          {},
                                                          {"^"}};
    for (std::size_t level = 0; level < levels.size(); ++level)
      for (const std::string& word : levels[level])
        if (word == tree.word) return static_cast<int>(level);
    return of_atoms;
  }

  std::string open_text(const Tree& tree, int level) {
    if (tree.word == "if") {
      const std::string condition = text(tree.parts[0]), if_true = text(tree.parts[1]);
      return space() + "if " + condition + " then " + if_true + " else " + text(tree.parts[2]);
    }
    if (tree.parts.size() == 1) return space() + tree.word + " " + text(tree.parts[0], level);
    const bool is_power = level == 8, is_comparison = level == 4;
    const std::string first = text(tree.parts[0], is_power ? of_atoms : is_comparison ? level + 1 : level);
    const std::string sign = level == 1 || level == 2 ? " " + tree.word + " " : space() + tree.word;
    return first + sign + text(tree.parts[1], is_power ? 7 : level + 1);
  }

  std::string call(const Tree& tree) {
    std::string arguments;
    for (const Tree& part : tree.parts) arguments += (arguments.empty() ? "" : ",") + text(part);
    return space() + tree.word + "(" + arguments + ")";
  }

  std::string space() { return choose_.percent(90) ? " " : choose_.percent(50) ? "\n" : " # a comment\n"; }

  Choices& choose_;
};

}  // namespace morula::test
