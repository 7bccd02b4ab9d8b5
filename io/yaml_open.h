// Finds quotes and brackets that a YAML text opens and never closes. The parser itself reports only that the
// text ended, or takes everything up to the end of the file as the quoted text.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace morula::io {

// The place of the quote, after which a quoted value or key begins, if it is never closed. `begin` is where
// the value begins, which may be at an anchor or a tag.
std::optional<std::size_t> open_quote_at(std::string_view text, std::size_t begin);

// The place of the quote, or of the last bracket, that is never closed.
std::optional<std::size_t> open_quote_or_bracket(std::string_view text);

}  // namespace morula::io
