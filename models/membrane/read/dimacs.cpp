#include "models/membrane/read/dimacs.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <sstream>

#include "core/error.h"

namespace morula::membrane {
namespace {

constexpr int most_variables = 1000, most_clauses = 100000;  // there are 2^variables membranes

// x{i,j}: clause i holds variable j; nx{i,j}: its negation; r{i,…}: the assignment satisfies clause i.
constexpr const char* division_of_membranes = R"(@model<membrane_division>

/* Satisfiability of m clauses over n variables: one membrane labelled 2 for each assignment. */
def Sat(m, n)
{
  @mu = [[]'2]'1;
  @ms(2) = d{1};

  /* Membrane 2 divides for each variable in turn: + is true, - is false. */
  [d{k}]'2 --> +[d{k}] -[d{k}] : 1 <= k <= n;
  +[d{k}]'2 --> [] d{k} : 1 <= k <= n;
  -[d{k}]'2 --> [] d{k} : 1 <= k <= n;
  d{k} []'2 --> [d{k+1}] : 1 <= k < n;

  /* Literals of the variable in turn satisfy their clauses; those of the others move up. */
)";

constexpr const char* check_of_clauses = R"(  [r{i,k} --> r{i,k+1}]'2 : 1 <= i <= m, 1 <= k < 2*n;

  /* The skin counts until all have divided, then starts the check of every membrane. */
  [d{k} --> d{k+1}]'1 : n <= k <= 3*n-3;
  [d{3*n-2} --> d{3*n-1}, e]'1;
  e []'2 --> +[c{1}];
  [d{k} --> d{k+1}]'1 : 3*n-1 <= k <= 3*n+2*m+2;

  /* Clause 1 leaves and comes back as the others move down; c counts those satisfied. */
  +[r{1,2*n}]'2 --> -[] r{1,2*n};
  -[r{1,2*n} --> #]'2;
  -[r{i,2*n} --> r{i-1,2*n}]'2 : 2 <= i <= m;
  -[c{k} --> c{k+1}]'2 : 1 <= k <= m;
  r{1,2*n} -[]'2 --> +[#];
  +[c{m+1}]'2 --> +[] c{m+1};

  /* The answer. */
  [c{m+1} --> c{m+2}, t]'1;
  [t]'1 --> +[] t;
  +[c{m+2}]'1 --> -[] Yes;
  [d{3*n+2*m+3}]'1 --> +[] No;
}
)";

// Rules for the literals of one sign, only for those in the formula: others could never apply. True is + and
// false is -.
std::string rules_of_literals(const Formula& formula, bool is_negative) {
  bool has_sign = false, beyond_first = false;
  for (const std::vector<int>& clause : formula.clauses)
    for (const int literal : clause)
      if ((literal < 0) == is_negative) {
        has_sign = true;
        beyond_first = beyond_first || std::abs(literal) > 1;
      }
  const std::string x = is_negative ? "nx" : "x", satisfies = is_negative ? "-" : "+",
                    fails = is_negative ? "+" : "-";
  std::string rules;
  if (has_sign)
    rules += fmt::format(
        "  {1}[{0}{{i,1}} --> r{{i,1}}]'2 : 1 <= i <= m;\n  {2}[{0}{{i,1}} --> #]'2 : 1 <= i <= m;\n", x,
        satisfies, fails);
  if (beyond_first)
    for (const char charge : {'+', '-'})
      rules += fmt::format("  {1}[{0}{{i,j}} --> {0}{{i,j-1}}]'2 : 1 <= i <= m, 2 <= j <= n;\n", x, charge);
  return rules;
}

class DimacsReader {
 public:
  DimacsReader(const std::string& text, const std::string& file) : text_(text), file_(file) {}

  Formula read() {
    std::istringstream lines(text_);
    for (std::string line; std::getline(lines, line) && !ended_; ++line_)
      if (problems_.size() < most_problems) read_line(line);
    if (problems_.empty() && !header_) add(0, "has no line 'p cnf VARIABLES CLAUSES'");
    if (problems_.empty() && open_) add(0, "the last clause has no end; close it with 0");
    if (problems_.empty() && formula_.clauses.size() != announced_)
      add(0, fmt::format("has {} clauses; {} are announced", formula_.clauses.size(), announced_));
    if (!problems_.empty()) throw SpecError(problems_);
    return std::move(formula_);
  }

 private:
  void add(int column, std::string what) {
    problems_.push_back({{file_, column == 0 ? 0 : line_, column}, "", std::move(what)});
  }

  void read_line(const std::string& line) {
    std::size_t at = line.find_first_not_of(" \t\r");
    if (at == std::string::npos || line[at] == 'c') return;
    if (line[at] == '%') {  // ends the files of SATLIB
      ended_ = true;
      return;
    }
    if (line[at] == 'p') return read_header(line, static_cast<int>(at) + 1);
    while (at != std::string::npos && !ended_) {
      const std::size_t end = std::min(line.find_first_of(" \t\r", at), line.size());
      read_literal(line.substr(at, end - at), static_cast<int>(at) + 1);
      at = line.find_first_not_of(" \t\r", end);
    }
  }

  void read_header(const std::string& line, int column) {
    std::istringstream words(line);
    std::string p, cnf, rest;
    long long variables = -1, clauses = -1;
    words >> p >> cnf >> variables >> clauses;
    if (header_) return add(column, "the line 'p cnf' appears twice");
    header_ = ended_ = true;  // without the header, nothing after it can be checked
    if (p != "p" || cnf != "cnf" || variables < 0 || clauses < 0 || (words >> rest))
      return add(column, "must be 'p cnf VARIABLES CLAUSES'");
    if (variables < 1 || variables > most_variables)
      return add(column,
                 fmt::format("has {} variables; must be between 1 and {}", variables, most_variables));
    if (clauses < 1 || clauses > most_clauses)
      return add(column, fmt::format("has {} clauses; must be between 1 and {}", clauses, most_clauses));
    formula_.variables = static_cast<unsigned>(variables);
    announced_ = static_cast<std::size_t>(clauses);
    ended_ = false;
  }

  void read_literal(const std::string& word, int column) {
    int literal = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), literal);
    if (error != std::errc() || end != word.data() + word.size())
      return add(column, fmt::format("'{}' is not a literal; must be a whole number", on_one_line(word)));
    if (!header_) {
      ended_ = true;
      return add(column, "stands before the line 'p cnf VARIABLES CLAUSES'");
    }
    if (literal == 0) return close(column);
    const unsigned variable =
        literal < 0 ? 0u - static_cast<unsigned>(literal) : static_cast<unsigned>(literal);
    if (variable > formula_.variables)
      return add(column, fmt::format("variable {} is beyond the {} announced", variable, formula_.variables));
    open_ = true;
    if (std::ranges::count(clause_, literal) == 0) clause_.push_back(literal);
  }

  void close(int column) {
    if (formula_.clauses.size() == announced_ && problems_.empty())
      add(column, fmt::format("is beyond the {} clauses announced", announced_));
    formula_.clauses.push_back(std::move(clause_));
    clause_.clear();
    open_ = false;
  }

  const std::string& text_;
  const std::string& file_;
  int line_ = 1;
  bool header_ = false, open_ = false, ended_ = false;
  std::size_t announced_ = 0;
  std::vector<int> clause_;
  Formula formula_;
  std::vector<Problem> problems_;
};

}  // namespace

Formula read_dimacs(const std::string& text, const std::string& file) {
  return DimacsReader(text, file).read();
}

std::string sat_plingua(const Formula& formula) {
  std::string text = division_of_membranes;
  for (const bool is_negative : {false, true}) text += rules_of_literals(formula, is_negative);
  text += check_of_clauses;
  text += fmt::format("\ndef main()\n{{\n  call Sat({}, {});\n", formula.clauses.size(), formula.variables);
  for (std::size_t i = 0; i < formula.clauses.size(); ++i) {
    std::string literals;
    for (const int literal : formula.clauses[i])
      literals += fmt::format("{}{}{{{},{}}}", literals.empty() ? "" : ", ", literal < 0 ? "nx" : "x", i + 1,
                              literal < 0 ? -literal : literal);
    if (!literals.empty()) text += fmt::format("  @ms(2) += {};\n", literals);
  }
  return text + "}\n";
}

}  // namespace morula::membrane
