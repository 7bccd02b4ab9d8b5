// Satisfiability by dividing membranes: translates DIMACS CNF to the classical family of P systems.
#pragma once

#include <string>
#include <vector>

namespace morula::membrane {

struct Formula {
  unsigned variables = 0;
  std::vector<std::vector<int>> clauses;  // literals: j is variable j, -j its negation
};

Formula read_dimacs(const std::string& text, const std::string& file);  // throws SpecError

// The family of Pérez-Jiménez, Romero-Jiménez and Sancho-Caparrini (2003): 2^n membranes labelled 2, and Yes
// or No in the environment after 5n + 2m + 3 steps. The result is P-Lingua text, which can be run or saved.
std::string sat_plingua(const Formula& formula);

}  // namespace morula::membrane
