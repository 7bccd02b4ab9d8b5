// What `morula bench` can measure: one file per family, `automaton_bench.cpp` and so on, says its parts.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/json.h"
#include "models/backend.h"

namespace morula {

// What was measured, for people and for machines.
struct Said {
  std::string text;
  io::Json json;
};

struct BenchPart {
  std::string name;  // as --only takes it
  std::function<Said(const Backend&)> measure;
};

struct FamilyBench {
  std::string family;
  std::vector<BenchPart> parts;
};

// A part that one function measures, and that as_text and as_json say.
template <typename Measure>
BenchPart bench_part(std::string name, Measure measure) {
  return {std::move(name), [measure](const Backend& backend) {
            const auto measured = measure(backend);
            return Said{as_text(measured), as_json(measured)};
          }};
}

FamilyBench automaton_bench();
FamilyBench interaction_bench();
// The depth is that of a paper's path, inferred where it is not said.
FamilyBench proliferation_bench(std::optional<unsigned> depth);

}  // namespace morula
