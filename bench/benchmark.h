// The interface of `morula bench FAMILY`. Each family's folder has one Benchmark; benchmarks.cpp lists them.
#pragma once

#include <concepts>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/communicator.h"
#include "io/json.h"
#include "models/backend.h"

namespace morula {

// A command-line option of one family; its value is a whole number.
struct BenchmarkOption {
  std::string name;  // "--depth"; no two families have options of the same name
  std::string help;
  unsigned least = 0, most = 0;
};

// The options on the command line, by name.
class BenchmarkOptions {
 public:
  std::optional<unsigned> find(const std::string& name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? std::nullopt : std::optional(found->second);
  }
  void set(const std::string& name, unsigned value) { values_[name] = value; }

 private:
  std::map<std::string, unsigned> values_;
};

// The results, as text for people and as JSON for programs.
struct Report {
  std::string text;
  io::Json json;
};

// Prints text before all measurements are done.
using Say = std::function<void(const std::string&)>;

struct BenchmarkPart {
  std::string name;  // for --only
  std::function<Report(const Backend&, Communicator&, const BenchmarkOptions&, const Say&)> measure;
};

struct Benchmark {
  std::string family;
  std::vector<BenchmarkPart> parts;
  std::vector<BenchmarkOption> options = {};
  bool over_ranks = false;  // measured by all ranks of a launcher together
};

// A part that one function measures. It takes a backend, a backend and ranks, or a backend and options. The
// report is as_text and as_json of its result. A function that also takes a Say has printed all of its text
// when it returns.
template <typename Measure>
BenchmarkPart benchmark_part(std::string name, Measure measure) {
  return {std::move(name),
          [measure](const Backend& backend, [[maybe_unused]] Communicator& ranks,
                    [[maybe_unused]] const BenchmarkOptions& options, [[maybe_unused]] const Say& say) {
            if constexpr (std::invocable<Measure, const Backend&, const BenchmarkOptions&, const Say&>) {
              return Report{"", as_json(measure(backend, options, say))};
            } else {
              const auto measured = [&] {
                if constexpr (std::invocable<Measure, const Backend&, Communicator&>)
                  return measure(backend, ranks);
                else if constexpr (std::invocable<Measure, const Backend&, const BenchmarkOptions&>)
                  return measure(backend, options);
                else
                  return measure(backend);
              }();
              return Report{as_text(measured), as_json(measured)};
            }
          }};
}

}  // namespace morula
