// morula report
#include <fmt/format.h>

#include <filesystem>

#include "apps/morula/commands.h"
#include "apps/morula/output_file.h"
#include "apps/morula/speech.h"
#include "core/bytes.h"
#include "io/durable_file.h"
#include "morula/commands.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

struct ReportOptions {
  fs::path folder;
  std::string out;
  bool force = false;
};

void write_report(const ReportOptions& options) {
  const fs::path place = options.out.empty() ? options.folder / "report.html" : fs::path(options.out);
  const std::string page = commands::report(options.folder);
  check_writable(place, options.force);
  io::write_file(place, page);
  say(fmt::format("wrote {} ({})\n", place.string(), human_bytes(page.size())));
}

}  // namespace

void add_report(const Command& app) {
  const Command command =
      app.add_command("report", "Make one HTML page of a run, a sweep, a fit or an analysis");
  auto options = std::make_shared<ReportOptions>();
  command
      .add_option("DIR", options->folder,
                  "Run directory, or folder of a sweep, a fit, several fits or an analysis")
      .required();
  command.add_option("--out", options->out, "File to write [DIR/report.html]").not_empty();
  command.add_flag("--force", options->force, "Overwrite an existing file");
  command.examples({"morula report runs/life", "morula report sweeps/extinction",
                    "morula report fits/dividing-cells --out fit.html"});
  command.on_call([options] { write_report(*options); });
}

}  // namespace morula
