#include "sweep/sweep_file_names.h"

#include "core/error.h"
#include "io/durable_file.h"
#include "io/json.h"

namespace morula::sweep {
namespace {

namespace fs = std::filesystem;

// The names that a JSON file lists under a key; none if there is no such file or key, or the file is damaged.
io::FileNames names_listed(const fs::path& place, const char* key) try {
  if (!fs::exists(place)) return {};
  const io::Json json = io::Json::parse(io::read_file(place));
  return json.contains(key) ? json.at(key).get<io::FileNames>() : io::FileNames();
} catch (const io::JsonError&) {
  return {};
}

// A figure is named after what it shows, so that only this list distinguishes it from a figure of the user.
io::FileNames figures_of(const fs::path& folder) { return names_listed(folder / "sweep.json", "figures"); }

// The copies of the files with which the sweep was started.
io::FileNames source_of(const fs::path& folder) { return names_listed(folder / "plan.json", "source"); }

void append(io::FileNames& names, const std::string& folder, const io::FileNames& within) {
  for (const std::string& name : within) names.push_back(folder + name);
}

// The names of the record files of a sweep or of a slice.
io::FileNames record_file_names() {
  io::FileNames names = {"plan.json", "journal"};
  append(names, "runs/*/*/", kept_file_names());
  return names;
}

}  // namespace

io::FileNames result_file_names(const fs::path& folder) {
  io::FileNames names = {"runs.csv", "summary.csv", "commands.txt", "series.h5", "sweep.json", "report.html"};
  append(names, "", figures_of(folder));
  return names;
}

io::FileNames kept_file_names() {
  return {"series.csv", "frames/#.png", "frames/legend.svg", "state/#.h5", "state/#.xdmf", "state/all.xdmf"};
}

io::FileNames slice_file_names(const fs::path& folder) {
  io::FileNames names = {"tasks/*/task.json", "tasks/*/.lock"};
  append(names, "tasks/*/", record_file_names());
  if (fs::is_directory(folder / "tasks"))
    for (const auto& entry : fs::directory_iterator(folder / "tasks"))
      append(names, "tasks/" + entry.path().filename().string() + "/", source_of(entry.path()));
  return names;
}

io::FileNames sweep_file_names(const fs::path& folder) {
  io::FileNames names = result_file_names(folder);
  for (const io::FileNames& further :
       {record_file_names(), source_of(folder), slice_file_names(folder), io::FileNames{"task.json"}})
    append(names, "", further);
  return names;
}

}  // namespace morula::sweep
