// What the parser makes of a P-Lingua file: statements whose parameters and iterators do not have values yet.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "models/membrane/read/lexer.h"
#include "models/membrane/system.h"

namespace morula::membrane {

struct Expression {
  char operation = '0';  // '0' a number, 'v' a variable, 'n' negation, or one of + - * / % ^
  i64 number = 0;
  std::string name = {};
  std::vector<Expression> of = {};
  At at = {};
};

struct ObjectText {
  std::string name;
  std::vector<Expression> indices;
  std::optional<Expression> count;
  At at;
};
using MultisetText = std::vector<ObjectText>;

struct LabelText {
  std::string name;  // if it is not an expression
  std::optional<Expression> expression = {};
  At at = {};
};

struct MembraneText {
  Charge charge = Neutral;
  LabelText label;
  std::vector<MembraneText> children;
};

struct RuleText {
  Kind kind = Kind::Evolution;
  Charge charge = Neutral, charge_after = Neutral, second_charge_after = Neutral;
  LabelText label;
  std::vector<LabelText> labels_after;  // the labels on the right, which must be equal to the label
  MultisetText left, right, second;
};

// lower (< | <=) variable (< | <=) upper; without a variable, lower != upper.
struct RangeText {
  Expression lower, upper;
  bool above = false, below = false;  // exclude `lower` and `upper` themselves
  std::string variable;
  At at;
};

struct Statement {
  enum class What { Call, Assign, Structure, Inside, Contents, Rule, Block } what = What::Block;
  At at;
  std::string name;                     // name of what is called or assigned
  std::vector<Expression> arguments;    // arguments of a call, or the assigned value
  std::vector<MembraneText> membranes;  // one for @mu, otherwise none
  std::vector<LabelText> labels;        // @mu(label), @ms(labels)
  bool adds = false;                    // += instead of =
  MultisetText multiset;
  std::vector<RuleText> rule;  // at most one
  std::vector<Statement> block;
  std::vector<RangeText> ranges;
};

struct Definition {
  std::string name;
  std::vector<std::string> parameters;
  std::vector<Statement> body;
  At at;
};

struct FileText {
  std::vector<Definition> definitions;
  std::vector<Statement> assignments;
  std::vector<std::pair<std::string, At>> includes;  // "f"
};

}  // namespace morula::membrane
