// For each neighbourhood, any bytes are either an error or a rule that reads back after it has been written.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "models/automaton/read/rule_text.h"

namespace {

struct Shape {
  unsigned dimensions, neighbours;
  const char* neighbourhood;
};

constexpr std::array<Shape, 5> shapes = {
    {{2, 8, "moore"}, {2, 4, "von-neumann"}, {3, 26, "26"}, {3, 18, "18"}, {3, 6, "6"}}};

void check(const std::string& text, const Shape& shape) {
  const morula::ParsedRule parsed = morula::parse_rule(text, shape.dimensions, shape.neighbourhood);
  if (parsed.rule.has_value() != parsed.problem.empty()) std::abort();
  if (!parsed.rule) return;
  const std::string canonical = canonical_text(*parsed.rule, shape.neighbours);
  morula::ParsedRule again = morula::parse_rule(canonical, shape.dimensions, shape.neighbourhood);
  if (!again.rule || canonical_text(*again.rule, shape.neighbours) != canonical) std::abort();
  // The canonical text may name the neighbourhood although the original did not.
  again.rule->neighbourhood = parsed.rule->neighbourhood;
  if (again.rule != parsed.rule) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  if (text.ends_with('\n')) text.pop_back();
  for (const Shape& shape : shapes) check(text, shape);
  for (const unsigned dimensions : {2u, 3u}) morula::parse_rule(text, dimensions, "");
  return 0;
}
