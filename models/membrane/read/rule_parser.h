// The parts of P-Lingua inside a statement: expressions, objects, membranes, rules and ranges.
#pragma once

#include "models/membrane/read/syntax.h"

namespace morula::membrane {

// Reads on from `at`; throws a Complaint.
class RuleParser {
 public:
  explicit RuleParser(const std::vector<Token>& tokens) : tokens_(tokens) {}

  RuleText rule();
  MembraneText membrane();
  MultisetText multiset();
  LabelText label();
  Expression expression();
  std::vector<RangeText> ranges();

  const Token& token(std::size_t ahead = 0) const;
  bool next_is(std::string_view mark) const { return token().is(mark); }
  bool take(std::string_view mark);  // if it comes next
  void expect(std::string_view mark, const std::string& what);
  std::string name(const std::string& what);
  Token next();
  [[noreturn]] void fail(const std::string& what) const;

 private:
  struct Bracket {  // charge [ contents ]'label on the right of an arrow
    Charge charge = Neutral;
    MultisetText contents;
    std::optional<LabelText> label;
    At at;
  };
  struct RightSide {
    MultisetText outside;
    std::vector<Bracket> brackets;
  };

  bool bracket_ahead() const;  // with or without a charge
  Charge charge();
  ObjectText object();
  template <class Read>
  // The opening brace has already been read.
  void within_braces(const Read& read, const std::string& missing);
  Token next_operation();
  Expression sum();
  Expression product();
  Expression power();
  Expression operand();
  RuleText evolution(Charge charge, MultisetText left);
  RuleText from_inside(Charge charge, MultisetText left);
  RuleText send_in(MultisetText left);
  RightSide right_side();
  void refuse_inner_membrane() const;
  RangeText range();

  const std::vector<Token>& tokens_;
  std::size_t at_ = 0;
  int depth_ = 0, expressions_ = 0;  // nesting of everything, and of expressions
  int operations_ = 0;               // in the outermost expression
};

}  // namespace morula::membrane
