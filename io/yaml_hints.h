// Mistakes that people make in YAML, explained in their own terms: a parser reports only where it gave up.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace morula::io {

struct YamlHint {
  int line = 0, column = 0;  // counted from 1
  std::string what;
};

// The likely reason why this text is not valid YAML, in the lines up to the one where the parser gave up.
std::optional<YamlHint> yaml_hint(std::string_view text, int last_line);

// For a quote or bracket at this place that is never closed.
YamlHint never_closed_at(std::string_view text, std::size_t place);

// "size: [9, 9]" if the text is "size:[9, 9]", which YAML takes for one word; empty for any other text.
std::string with_space_after_colon(std::string_view text);

// "0.5" if the text is "0,5"; empty for any other text.
std::string with_decimal_point(std::string_view text);

}  // namespace morula::io
