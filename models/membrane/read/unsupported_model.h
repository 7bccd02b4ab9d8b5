// Files of other models of P-Lingua: probabilistic (population dynamics P systems), stochastic, transition,
// tissue and so on. Whatever they say follows from their model, so that one message says it all.
#pragma once

#include <optional>
#include <string_view>

#include "models/membrane/read/lexer.h"

namespace morula::membrane {

constexpr std::string_view supported_model = "membrane_division";

// What is said of a file whose model is another: at the name of its model, or at the first '::', by which a
// rule has a probability.
std::optional<Complaint> unsupported_model(const std::vector<Token>& words);

}  // namespace morula::membrane
