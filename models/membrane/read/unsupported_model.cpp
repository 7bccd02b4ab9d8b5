#include "models/membrane/read/unsupported_model.h"

#include <fmt/format.h>

namespace morula::membrane {
namespace {

bool is_keyword(const Token& word, std::string_view keyword) {
  return word.kind == TokenKind::Keyword && word.text == keyword;
}

Complaint another_model(const Token& name) {
  const std::string model = lower_case(name.text);
  const bool is_probabilistic = model == "probabilistic" || model == "pdp";
  return {name.at,
          fmt::format("the model '{}'{} is not supported; must be {}", name.text,
                      is_probabilistic ? ", of probabilistic P systems (population dynamics, PDP)," : "",
                      supported_model)};
}

// The model named by @model<name>, by @model(name), or by @variant instead of @model.
std::optional<Complaint> named_model(const std::vector<Token>& words) {
  for (std::size_t i = 0; i + 2 < words.size(); ++i) {
    const bool is_model = is_keyword(words[i], "model") || is_keyword(words[i], "variant");
    const bool is_named = is_model && (words[i + 1].is("<") || words[i + 1].is("("));
    const Token& name = words[i + 2];
    if (is_named && name.kind == TokenKind::Name && lower_case(name.text) != supported_model)
      return another_model(name);
  }
  return std::nullopt;
}

bool is_double_colon(const Token& first, const Token& second) {
  return first.is(":") && second.is(":") && first.at.line == second.at.line &&
         first.at.column + 1 == second.at.column;
}

// Patterns, `!name { … }`, describe the rules of a model and are not rules themselves.
std::optional<Complaint> probability(const std::vector<Token>& words) {
  int pattern = 0;  // number of its open braces
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const bool begins = words[i].is("{") && i >= 2 && words[i - 2].is("!");
    if (begins || pattern > 0) pattern += words[i].is("{") ? 1 : words[i].is("}") ? -1 : 0;
    if (pattern == 0 && is_double_colon(words[i], words[i + 1]))
      return Complaint{
          words[i].at,
          fmt::format("'::' gives a rule a probability or a rate; probabilistic P systems (population "
                      "dynamics, PDP) and stochastic ones are not supported: rules must be those of {}, "
                      "without '::'",
                      supported_model)};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Complaint> unsupported_model(const std::vector<Token>& words) {
  const auto named = named_model(words);
  return named ? named : probability(words);
}

}  // namespace morula::membrane
