#include "models/membrane/read/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "models/membrane/read/rule_parser.h"
#include "models/membrane/read/unsupported_model.h"

namespace morula::membrane {
namespace {

constexpr int deepest_block = 100;
constexpr const char* no_priorities =
    "priorities, as in '(1)' or '(r1) > (r2)', are not part of the model membrane_division; write the rules "
    "in the "
    "order of their priority, and choice: first in the model file";

class FileParser {
 public:
  explicit FileParser(Words& words) : words_(words), in_(words.tokens) {}

  FileText parse() {
    while (in_.token().kind != TokenKind::End && words_.problems.size() < most_problems) {
      try {
        top_level();
      } catch (const Complaint& complaint) {
        words_.problems.push_back(complaint);
        depth_ = 0;
        while (in_.token().kind != TokenKind::End && !definition_ahead())
          if (in_.next().is(";")) break;
      }
    }
    return std::move(file_);
  }

 private:
  // Notes a problem in the statement, then skips to the end of the statement.
  template <class Read>
  void guarded(const Read& read) {
    const int depth = depth_;
    try {
      read();
    } catch (const Complaint& complaint) {
      words_.problems.push_back(complaint);
      depth_ = depth;
      while (in_.token().kind != TokenKind::End && !in_.next_is("}"))
        if (in_.next().is(";")) break;
    }
  }

  bool definition_ahead() const {
    return word_ahead("def") || in_.next_is("!") || keyword_ahead("include") || model_ahead();
  }
  bool model_ahead() const { return keyword_ahead("model") || keyword_ahead("variant"); }
  bool keyword_ahead(std::string_view keyword) const {
    return in_.token().kind == TokenKind::Keyword && in_.token().text == keyword;
  }
  bool word_ahead(std::string_view word) const {
    return in_.token().kind == TokenKind::Name && lower_case(in_.token().text) == word;
  }

  void top_level() {
    if (in_.take(";")) return;
    if (keyword_ahead("include")) return include();
    if (model_ahead()) return model();
    if (in_.next_is("!")) return skip_pattern();
    if (word_ahead("def")) return definition();
    if (word_ahead("let") || (in_.token().kind == TokenKind::Name && in_.token(1).is("="))) {
      file_.assignments.push_back(assignment());
      return;
    }
    if (in_.take("}")) throw Complaint{in_.token().at, "there is one '}' too many before this"};
    const bool belongs_inside = in_.token().kind == TokenKind::Keyword || in_.next_is("[");
    in_.fail(fmt::format("found {}; {}", quoted(in_.token()),
                         belongs_inside ? "this belongs inside a definition, such as def main() { … }"
                                        : "a definition, def name() { … }, is expected here"));
  }

  void include() {
    in_.next();
    const Token what = in_.token();
    if (what.kind == TokenKind::Text) {
      in_.next();
      file_.includes.emplace_back(what.text, what.at);
    } else if (in_.take("<")) {
      const At at = in_.token().at;
      const std::string id = in_.name("the name of what is included is expected here");
      in_.expect(">", "the '>' of @include is missing");
      if (!id.starts_with(supported_model))
        throw Complaint{at, fmt::format("'{}' is not known; must be {}", id, supported_model)};
    } else {
      throw Complaint{what.at, fmt::format("found {}; write @include \"file.pli\"", quoted(what))};
    }
    in_.take(";");
  }

  void model() {
    in_.next();
    const bool defines = in_.next_is("(");
    if (!defines) in_.expect("<", "write @model<membrane_division>");
    if (defines) in_.next();
    in_.name("the name of a model is expected here");  // the supported model, since others have been refused
    in_.expect(defines ? ")" : ">", "the model's name ends here");
    if (!defines) {
      in_.take(";");
      return;
    }
    in_.expect("=", "the rules of the model are expected here");
    model_body(false);
    in_.expect(";", "the ';' of @model is missing");
  }

  // evolution, @1{send_in, send_out, dissolution, division}. No other number than @1 is allowed.
  void model_body(bool limited) {
    do {
      if (in_.token().kind == TokenKind::Keyword) {
        const Token group = in_.next();
        if (limited || (group.text != "1" && !group.text.empty()))
          throw Complaint{group.at,
                          "at most one rule of the kinds other than evolution applies to a membrane "
                          "in a step: write @1{…}"};
        in_.expect("{", "the '{' of the group is missing");
        model_body(group.text == "1");
        in_.expect("}", "the '}' of the group is missing");
      } else {
        const At at = in_.token().at;
        const std::string id = in_.name("the name of a kind of rule is expected here");
        const bool evolution = lower_case(id).find("evolution") != std::string::npos;
        if (evolution && limited)
          throw Complaint{at, "evolution is not limited in the model membrane_division"};
        if (!evolution && !limited)
          throw Complaint{at, fmt::format("'{}' belongs in @1{{…}}: at most one such rule applies to a "
                                          "membrane in a step",
                                          id)};
      }
    } while (in_.take(","));
  }

  // !name { patterns }: in P-Lingua 5, patterns define which rules a model has. Here this is built in.
  void skip_pattern() {
    in_.next();
    in_.name("the name of a pattern is expected here");
    in_.expect("{", "the pattern's '{' is missing");
    for (int open = 1; open > 0;) {
      const Token token = in_.next();
      if (token.kind == TokenKind::End) throw Complaint{token.at, "the pattern's '}' is missing"};
      open += token.is("{") ? 1 : token.is("}") ? -1 : 0;
    }
  }

  void definition() {
    in_.next();
    Definition definition;
    definition.at = in_.token().at;
    definition.name = in_.name("the name of the definition is expected here");
    in_.expect("(", "write def name(parameters) { … }");
    if (!in_.next_is(")")) do {
        const At at = in_.token().at;
        definition.parameters.push_back(in_.name("the name of a parameter is expected here"));
        if (std::ranges::count(definition.parameters, definition.parameters.back()) > 1)
          throw Complaint{at, fmt::format("the parameter '{}' appears twice", definition.parameters.back())};
      } while (in_.take(","));
    in_.expect(")", "a ',' or the ')' of the parameters is expected here");
    in_.expect("{", "the definition's '{' is missing");
    definition.body = block(definition.at);
    file_.definitions.push_back(std::move(definition));
  }

  std::vector<Statement> block(At begin) {
    std::vector<Statement> statements;
    if (++depth_ > deepest_block) throw Complaint{begin, "blocks are nested too deeply"};
    while (!in_.next_is("}")) {
      if (in_.token().kind == TokenKind::End || words_.problems.size() >= most_problems)
        throw Complaint{begin, "this block has no end; close it with '}'"};
      if (in_.take(";")) continue;
      guarded([&] { statements.push_back(statement()); });
    }
    in_.next();
    --depth_;
    return statements;
  }

  Statement statement() {
    if (word_ahead("def")) in_.fail("a definition cannot stand inside another one; is a '}' missing?");
    if (in_.next_is("(")) in_.fail(no_priorities);
    if (in_.token().kind == TokenKind::Keyword) return structure_or_contents();
    if (word_ahead("let")) return assignment();
    if (word_ahead("call") || (in_.token().kind == TokenKind::Name && in_.token(1).is("("))) return call();
    if (in_.token().kind == TokenKind::Name && in_.token(1).is("=")) return assignment();
    Statement statement;
    statement.at = in_.token().at;
    if (in_.take("{")) {
      statement.what = Statement::What::Block;
      statement.block = block(statement.at);
      if (in_.next_is(":")) finish(statement);  // ranges, and then a ';', which some files omit
      return statement;
    }
    statement.what = Statement::What::Rule;
    statement.rule.push_back(in_.rule());
    if (in_.next_is(">") || in_.next_is("<")) in_.fail(no_priorities);
    finish(statement);
    return statement;
  }

  void finish(Statement& statement) {
    statement.ranges = in_.ranges();
    in_.expect(";", "a ';' is missing");
  }

  Statement assignment() {
    Statement statement;
    statement.what = Statement::What::Assign;
    if (word_ahead("let")) in_.next();
    statement.at = in_.token().at;
    statement.name = in_.name("the name of a variable is expected here");
    in_.expect("=", "write name = value");
    statement.arguments.push_back(in_.expression());
    finish(statement);
    return statement;
  }

  Statement call() {
    Statement statement;
    statement.what = Statement::What::Call;
    if (word_ahead("call")) in_.next();
    statement.at = in_.token().at;
    statement.name = in_.name("the name of what is called is expected here");
    in_.expect("(", "write call name(arguments)");
    if (!in_.next_is(")")) do
        statement.arguments.push_back(in_.expression());
      while (in_.take(","));
    in_.expect(")", "a ',' or the ')' of the arguments is expected here");
    finish(statement);
    return statement;
  }

  Statement structure_or_contents() {
    Statement statement;
    statement.at = in_.token().at;
    const Token keyword = in_.next();
    if (keyword.text == "mu") {
      structure(statement);
    } else if (keyword.text == "ms") {
      contents(statement);
    } else {
      throw Complaint{keyword.at, fmt::format("{} is not supported; must be @mu or @ms", quoted(keyword))};
    }
    finish(statement);
    return statement;
  }

  void labels_in_parentheses(Statement& statement) {
    in_.expect("(", "the membrane's label is expected here, as in @ms(1)");
    do statement.labels.push_back(in_.label());
    while (in_.take(","));
    in_.expect(")", "a ',' or the ')' of the labels is expected here");
  }

  void structure(Statement& statement) {
    statement.what = Statement::What::Structure;
    if (in_.next_is("(")) {
      statement.what = Statement::What::Inside;
      labels_in_parentheses(statement);
      in_.expect("+=", "write @mu(label) += []'2");
    } else {
      in_.expect("=", "write @mu = [[]'2]'1");
    }
    statement.membranes.push_back(in_.membrane());
  }

  void contents(Statement& statement) {
    statement.what = Statement::What::Contents;
    labels_in_parentheses(statement);
    statement.adds = in_.take("+=");
    if (!statement.adds) in_.expect("=", "write @ms(label) = objects or @ms(label) += objects");
    statement.multiset = in_.multiset();
  }

  Words& words_;
  RuleParser in_;
  FileText file_;
  int depth_ = 0;
};

}  // namespace

FileText parse(Words& words) { return FileParser(words).parse(); }

}  // namespace morula::membrane
