#include "runner/run_files.h"

#include <algorithm>
#include <array>

#include "core/error.h"
#include "core/hash.h"
#include "io/document.h"
#include "io/durable_file.h"
#include "io/json.h"
#include "models/family_files.h"

namespace morula {

namespace {

constexpr std::array outputs_on_demand = {"cells", "frames", "lineage", "patterns",
                                          "state", "trace",  "tracks",  "tree"};

// Outputs that a run writes only if its model asks for them: a file such as cells/000000005.csv in a run
// without `output.cells` is the user's.
void remove_names_not_asked_for(const std::filesystem::path& run, io::FileNames& names) {
  const std::filesystem::path model = run / "model.yaml";
  if (!std::filesystem::is_regular_file(model)) return;
  io::Document document;
  try {
    document = io::parse_document(io::read_file(model), model.string());
  } catch (const SpecError&) {  // the model file was edited after the run
    return;
  }
  std::erase_if(names, [&](const std::string& name) {
    const std::string output = name.substr(0, name.find_first_of("/."));
    const bool needs_key = std::ranges::count(outputs_on_demand, output) > 0;
    return needs_key && !io::value_at(document.root, "output." + output);
  });
}

}  // namespace

bool is_run_folder(const std::filesystem::path& folder) { return file_names_of_run(folder).has_value(); }

std::optional<io::FileNames> file_names_of_run(const std::filesystem::path& folder) {
  const std::filesystem::path place = folder / "manifest.json";
  if (!std::filesystem::is_regular_file(place)) return std::nullopt;
  try {
    const io::Json manifest = io::Json::parse(io::read_file(place));
    manifest.at("version").get<std::string>();
    const io::Json& request = manifest.at("request");
    parse_hash(request.at("model_hash").get<std::string>());
    io::FileNames names = run_file_names(manifest.at("model").get<std::string>());
    remove_names_not_asked_for(folder, names);
    if (request.contains("kept"))
      for (const io::Json& name : request.at("kept")) names.push_back(name.get<std::string>());
    return names;
  } catch (const FileError&) {
    throw;
  } catch (const Error&) {
    return std::nullopt;
  }
}

io::FileNames run_file_names(const std::string& family) {
  io::FileNames names = {"manifest.json",    "model.yaml",        "series.csv",    "series.svg",
                         "frames/#.png",     "frames/legend.svg", "state/#.h5",    "state/#.xdmf",
                         "state/all.xdmf",   "checkpoint.h5",     "changes.jsonl", "changes/#-*.h5",
                         "checkpoints/#.h5", "report.html",       "movie.mp4",     "movie.gif",
                         "picture-#.png"};
  for (const std::string& name : files_of_family(family)) names.push_back(name);
  return names;
}

std::vector<std::string> users_files(const std::filesystem::path& run) {
  auto names = file_names_of_run(run);
  if (!names) return {};
  for (const char* name : {".lock", ".morula-replacement/*"}) names->emplace_back(name);
  return io::find_files(run, *names).others;
}

}  // namespace morula
