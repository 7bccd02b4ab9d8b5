#include "analysis/fit/comparable.h"

#include <fmt/format.h>

namespace morula {
namespace {

std::string described(const ScoreBins& bins) {
  return fmt::format("{} bins from {} to {}", bins.bins, bins.from, bins.to);
}

// The place of the target in the model file. The place of an option such as --target would not tell which
// model is meant, since the option is the same for all.
SourceLocation target_place(const FitInput& input) {
  const SourceLocation place = input.document.root.find("proliferation")->find("target")->place();
  return place.source == input.file.string() ? place : SourceLocation{input.file.string()};
}

}  // namespace

void check_comparable(const std::vector<FitInput>& inputs) {
  if (inputs.empty()) return;
  const FitInput& first = inputs.front();
  const Target& expected = *first.cells->target;
  std::vector<Problem> problems;
  for (const FitInput& input : inputs) {
    const Target& target = *input.cells->target;
    if (target.histogram != expected.histogram)
      problems.push_back(
          {target_place(input), "proliferation.target",
           fmt::format("is not the histogram that {} is fitted to; AIC compares models of the same target: "
                       "name the same file in both, or give --target FILE",
                       first.file.string())});
    else if (target.bins != expected.bins)
      problems.push_back(
          {target_place(input), "proliferation.target",
           fmt::format("is counted in {}, and in {} for {}; AIC compares models only over the same bins: "
                       "write the same 'bins', 'from' and 'to' below 'target' of both",
                       described(target.bins), described(expected.bins), first.file.string())});
  }
  if (!problems.empty()) throw SpecError(problems);
}

}  // namespace morula
