// morula analyze lineage
#include <memory>

#include "analysis/lineage_report.h"
#include "apps/morula/analysis_result.h"

namespace morula {
namespace {

struct LineageOptions : LineageChoice {
  ResultOptions result;
};

void report_lineage(const LineageOptions& options) {
  LineageReport report = analyze_lineage(options);
  report.command = command_on_runs("lineage", options.runs);
  tell_result(report, options.result, write_lineage_files);
}

}  // namespace

void add_lineage(const Command& analyze) {
  const Command command = analyze.add_command(
      "lineage", "Compute times between divisions and sizes of clones from lineages, and draw their tree");
  auto options = std::make_shared<LineageOptions>();
  command
      .add_option("RUN", options->runs,
                  "Run directories with a lineage.csv, or such files; each replica counts as a run")
      .required();
  add_result_options(command, options->result);
  command.examples({"morula analyze lineage runs/growing-colony",
                    "morula analyze lineage runs/growing-colony --out lineage --force"});
  command.on_call([options] { report_lineage(*options); });
}

}  // namespace morula
