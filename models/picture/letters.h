// Letters as strokes, for labels of pictures.
#pragma once

#include <optional>
#include <string_view>

namespace morula {

// Strokes are separated by spaces. Each is a list of points with two digits, across (0 to 4) and up (0 to 8).
// The base line is at 2, and capitals end at 8. A stroke of one point is a dot.
struct Letter {
  std::string_view text;  // in UTF-8
  double width;
  std::string_view strokes;
};

// The letter at the beginning of a text.
std::optional<Letter> first_letter(std::string_view text);

}  // namespace morula
