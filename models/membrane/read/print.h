#pragma once

#include <string>

#include "models/membrane/system.h"

namespace morula::membrane {

std::string to_string(const System& system, const Multiset& multiset);  // a, b*2; # for the empty multiset
std::string to_string(const System& system, const Rule& rule);          // as P-Lingua, without the ';'
std::string bracket_of(Charge charge);                                  // "+[", "-[", "["

// The whole system as P-Lingua, which reads back into the same system. Membranes of one label have the same
// contents in P-Lingua: the contents of the first are written.
std::string print_plingua(const System& system);

}  // namespace morula::membrane
