// morula report
#include "report/report.h"

#include <fmt/format.h>

#include <filesystem>

#include "apps/morula/commands.h"
#include "apps/morula/speech.h"
#include "core/bytes.h"
#include "core/error.h"
#include "io/durable_file.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

struct ReportOptions {
  fs::path folder;
  std::string out;
  bool force = false;
};

// A report may be made again as often as one likes; another file is not overwritten.
void write_report(const ReportOptions& options) {
  const fs::path place = options.out.empty() ? options.folder / "report.html" : fs::path(options.out);
  if (!options.out.empty() && fs::exists(place) && !options.force)
    throw SpecError({place.string()}, "", "exists already; choose another --out, or --force");
  const std::string page = report_of(options.folder);
  io::write_file(place, page);
  say(fmt::format("wrote {} ({})\n", place.string(), human_bytes(page.size())));
}

}  // namespace

void add_report(const Command& app) {
  const Command command = app.add_command("report", "Make one HTML page of a run, a fit or an analysis");
  auto options = std::make_shared<ReportOptions>();
  command.add_option("DIR", options->folder, "Run directory, or folder of a fit or an analysis").required();
  command.add_option("--out", options->out, "File to write [DIR/report.html]").not_empty();
  command.add_flag("--force", options->force, "Overwrite an existing file");
  command.examples({"morula report runs/life", "morula report fits/dividing-cells --out fit.html"});
  command.on_call([options] { write_report(*options); });
}

}  // namespace morula
