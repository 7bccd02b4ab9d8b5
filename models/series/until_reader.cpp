#include "models/series/until_reader.h"

#include "models/formula_reader.h"
#include "models/series/row_condition.h"

namespace morula {

void read_until(io::Section& root, Spec& spec) {
  auto until = root.section("until");
  if (!until) return;
  const auto written = read_formula(*until, "when", io::Presence::Required);
  until->finish();
  if (!written || !spec.section) return;
  if (!spec.output.series_every)
    until->problem("when",
                   "looks at the rows of the series, and there are none; add output: {series: {every: 10}}");
  if (!spec.until) spec.until = KeyLocation{written->place, written->key};
  if (auto condition =
          compile_condition(*written, spec.columns, spec.steps_per_time.has_value(), root.problems()))
    spec.until_when = std::make_shared<const RowCondition>(std::move(*condition));
}

}  // namespace morula
