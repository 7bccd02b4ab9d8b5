#include "runner/option_overrides.h"

#include <utility>

#include "io/override_source.h"

namespace morula {

SpecError naming_options(const SpecError& error, const std::vector<OptionOverride>& options) {
  std::vector<Problem> problems = error.problems();
  for (Problem& problem : problems)
    for (const OptionOverride& made : options)
      if (problem.place.source == io::source_of_override(made.assignment)) problem.place = {made.option};
  return SpecError(std::move(problems));
}

}  // namespace morula
