// Names that a model file defines, such as parameters, which formulas may use.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "io/section.h"
#include "models/sites/formula_rule_spec.h"

namespace morula {

// Reads the mapping of a key, name by name. Names already in use, and words of the formula language, are
// noted as problems instead.
void for_names(io::Section& section, const char* key, const std::vector<std::string>& names_in_use,
               const std::function<void(io::Section&, const std::string&)>& read);

// `parameters: {growth: 0.02}`, whose values are whole or real numbers.
std::vector<RuleParameter> read_parameters(io::Section& section,
                                           const std::vector<std::string>& names_in_use);

}  // namespace morula
