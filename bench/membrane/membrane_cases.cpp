#include "bench/membrane/membrane_cases.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "core/stream.h"
#include "models/membrane/read/dimacs.h"
#include "models/membrane/read/plingua.h"

namespace morula {
namespace {

constexpr u32x2 key = {2020, 9};
constexpr u32 most_of_each = 10, literals_of_clause = 8;

}  // namespace

membrane::System satisfiability_system(unsigned variables, unsigned clauses) {
  membrane::Formula formula;
  formula.variables = variables;
  for (u32 i = 0; i < clauses; ++i) {
    std::vector<int> clause;
    for (u32 attempt = 0; clause.size() < std::min(literals_of_clause, variables); ++attempt) {
      const u32x4 word = draw(key, i, variables, attempt);
      const int variable = static_cast<int>(1 + word.x % variables);
      const bool known =
          std::ranges::any_of(clause, [&](int literal) { return std::abs(literal) == variable; });
      if (!known) clause.push_back(word.y % 2 ? variable : -variable);
    }
    formula.clauses.push_back(clause);
  }
  return membrane::read_plingua({"formula", membrane::sat_plingua(formula)},
                                [](const std::string&) { return std::nullopt; })
      .system;
}

u32 reacting_count(u32 membrane, u32 object) { return draw(key, membrane, object, 0).x % (most_of_each + 1); }

membrane::System reacting_system(unsigned membranes, unsigned objects) {
  membrane::System system;
  system.labels = {"skin", "h"};
  system.membranes.push_back({0, membrane::Neutral, membrane::no_membrane, {}});
  for (u32 i = 0; i < objects; ++i)
    system.objects.push_back(std::string(1, "abc"[i % 3]) + "{" + std::to_string(i / 3) + "}");
  for (u32 i = 0; i + 2 < objects; i += 3) {
    membrane::Rule rule;
    rule.label = 1;
    rule.left = {{i, 1}, {i + 1, 2}, {i + 2, 3}};
    rule.right = {{i, 2}, {i + 1, 4}, {i + 2, 6}};
    system.rules.push_back(rule);
  }
  for (u32 m = 0; m < membranes; ++m) {
    membrane::InitialMembrane made{1, membrane::Neutral, 0, {}};
    for (u32 i = 0; i < objects; ++i)
      if (const u32 count = reacting_count(m, i); count > 0) made.contents.push_back({i, count});
    system.membranes.push_back(std::move(made));
  }
  return system;
}

}  // namespace morula
