// Files for other models of P-Lingua: probabilistic (population dynamics P systems), stochastic, transition,
// tissue and so on. All other errors in such a file are consequences of its model, so only this one is
// reported.
#pragma once

#include <optional>
#include <string_view>

#include "models/membrane/read/lexer.h"

namespace morula::membrane {

constexpr std::string_view supported_model = "membrane_division";

// The message for a file of another model. Its place is the name of the model or the first '::', which gives
// a rule a probability.
std::optional<Complaint> unsupported_model(const std::vector<Token>& words);

}  // namespace morula::membrane
