#include "apps/morula/run_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "apps/morula/progress.h"
#include "apps/morula/run_start.h"
#include "apps/morula/speech.h"
#include "core/throughput.h"
#include "models/catalogue.h"
#include "runner/run_files.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

bool is_hidden(const std::string& name) { return name.starts_with('.') || name.ends_with(".part"); }

// The names in a run directory in the order in which they are listed: the files that every family writes, the
// files of the family of this model, the checkpoint. The user's own files are left out.
std::vector<std::string> files_to_tell(const fs::path& folder) {
  const std::vector<std::string> common = {"manifest.json", "series.csv", "series.svg",
                                           "frames",        "state",      "patterns"};
  const std::string checkpoint = "checkpoint.h5";
  const std::vector<std::string> of_user = users_files(folder);
  const auto is_users = [&](const std::string& name) {
    return std::ranges::count(of_user, name) > 0 || std::ranges::count(of_user, name + '/') > 0;
  };
  std::vector<std::string> of_family, names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    const bool known = name == "model.yaml" || name == "inputs" || name == checkpoint ||
                       std::ranges::find(common, name) != common.end();
    if (!known && !is_hidden(name)) of_family.push_back(name);
  }
  std::ranges::sort(of_family);
  for (const auto& part : {common, of_family, {checkpoint}})
    std::ranges::copy_if(part, std::back_inserter(names), [&](const std::string& name) {
      return fs::exists(folder / name) && !is_users(name);
    });
  return names;
}

// The step, and its time if a step is not one unit of time.
std::string step_reached(const Manifest& manifest) {
  const auto unit = manifest.chosen.find("steps_per_time");
  if (unit == manifest.chosen.end()) return fmt::format("step {}", manifest.steps);
  return fmt::format("step {}, time {:.6g},", manifest.steps,
                     static_cast<double>(manifest.steps) / std::get<double>(unit->second));
}

// The backend and device of every part of the run, each once.
std::string where_it_ran(const Manifest& manifest) {
  std::vector<std::string> places;
  for (const Manifest::Part& part : manifest.parts) {
    const std::string place = fmt::format("{}, {}", part.backend, part.device);
    if (std::ranges::find(places, place) == places.end()) places.push_back(place);
  }
  if (places.empty()) return fmt::format("{}, {}", manifest.backend, manifest.device);
  return fmt::format("{}", fmt::join(places, " and "));
}

void say_how_it_ended(const RunEnd& end, const fs::path& folder) {
  const Manifest& manifest = end.manifest;
  if (end.had_ended && manifest.status == "halted")
    return say(fmt::format("nothing to do: the run had already halted at step {}\n", manifest.steps));
  if (end.had_ended)
    return say(fmt::format(
        "nothing to do: the run had already ended at step {}; go on with: morula resume {} --steps N\n",
        manifest.steps, folder.string()));
  const std::string how = manifest.status == "stopped"  ? "stopped at"
                          : manifest.status == "halted" ? "halted at"
                                                        : "done:";
  say(fmt::format("{} {} in {} ({} on {})\n", how, step_reached(manifest), human_seconds(manifest.seconds),
                  format_throughput(manifest.updates_per_second, manifest.unit), where_it_ran(manifest)));
}

void say_files(const fs::path& folder) {
  say(fmt::format("in {}:", (folder / "").lexically_normal().string()));
  for (const std::string& name : files_to_tell(folder))
    say(fmt::format(" {}{}", name, fs::is_directory(folder / name) ? "/" : ""));
  say("\n");
}

void say_summary(const RunEnd& end, const fs::path& folder) {
  const Manifest& manifest = end.manifest;
  if (!manifest.state_hash) return say(stopped_at_start(folder, true));
  say_how_it_ended(end, folder);
  say(fmt::format("state hash {}\n", to_string(*manifest.state_hash)));
  for (const std::string& result : results_of_run(manifest.model, folder)) say(result + '\n');
  say_files(folder);
  if (manifest.status == "stopped")
    say(fmt::format("go on with: morula resume {}{}\n", folder.string(),
                    manifest.whole_steps ? fmt::format(" --steps {}", *manifest.whole_steps) : ""));
}

}  // namespace

void tell_end(const RunOptions& options, const fs::path& folder, const RunEnd& end) {
  if (options.json) return say(to_json(end.manifest));
  if (options.quiet) return;
  say_summary(end, folder);
  tell_notes(folder.string(), end.manifest.remarks);
}

}  // namespace morula
