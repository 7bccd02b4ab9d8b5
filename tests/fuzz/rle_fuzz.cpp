// Any bytes are either a SpecError or a pattern whose runs lie inside it and which reads back after it has
// been written.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

#include "models/automaton/observe/rle_writer.h"
#include "models/automaton/read/rle_reader.h"

namespace {

using namespace morula;

void check_inside(const Pattern& pattern) {
  for (const Run& run : pattern.runs)
    if (run.y >= pattern.height || run.x >= pattern.width || run.length > pattern.width - run.x) std::abort();
}

std::string written(const Pattern& pattern) {
  std::vector<std::uint8_t> cells(pattern.width * pattern.height);
  for (const Run& run : pattern.runs)
    std::fill_n(cells.begin() + static_cast<std::ptrdiff_t>(run.y * pattern.width + run.x), run.length,
                run.state);
  std::ostringstream out;
  const bool two_states = std::all_of(cells.begin(), cells.end(), [](auto state) { return state < 2; });
  RleWriter writer(out, {pattern.width, pattern.height, two_states ? 2u : 256u, pattern.rule});
  writer.add(cells);
  writer.finish();
  return out.str();
}

void check_reads_back(const Pattern& pattern) {
  // In cells; a short text can describe a pattern that would take too long.
  constexpr Index largest = 10'000;
  if (pattern.width > largest || pattern.height > largest || pattern.width * pattern.height > largest) return;
  const Pattern back = parse_rle(written(pattern), "written");
  const bool same = back.width == pattern.width && back.height == pattern.height &&
                    back.rule == pattern.rule && back.runs == pattern.runs;
  if (!same) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const Pattern pattern = parse_rle(text, "fuzz");
    check_inside(pattern);
    check_reads_back(pattern);
  } catch (const SpecError& error) {
    if (error.problems().empty()) std::abort();
  }
  return 0;
}
