#include "core/nearest.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace morula {
namespace {

constexpr std::size_t longest_compared = 64;  // the time for a distance grows as the square of the length

bool same_letter(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

// Optimal string alignment distance.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = same_letter(a[i - 1], b[j - 1]);
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (same ? 0 : 1)});
      const bool swapped =
          i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) && same_letter(a[i - 2], b[j - 1]);
      if (swapped) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

}  // namespace

std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates) {
  if (word.empty() || word.size() > longest_compared) return std::nullopt;
  std::optional<std::string> best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t d = distance(word, candidate);
    if (d < best_distance && d < candidate.size() && d < word.size()) {
      best_distance = d;
      best = candidate;
    }
  }
  return best;
}

std::string must_be_one_of(std::string_view word, std::span<const std::string> candidates) {
  std::string text = "must be one of ";
  for (std::size_t i = 0; i < candidates.size(); ++i) text += (i > 0 ? ", " : "") + candidates[i];
  if (const auto near = nearest(word, candidates)) text += "; did you mean '" + *near + "'?";
  return text;
}

}  // namespace morula
