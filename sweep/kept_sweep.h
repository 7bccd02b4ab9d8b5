// What the folder of a sweep keeps of the files that it was started with, so that it can be resumed, moved
// and sent to others: in source/ the sweep file with what the command line added, the model file with what
// --set changed, and the files that they name. Relative to each other they lie as they did, so that no name
// changes: the seeds of runs are drawn from the settings of their points, names of files among them. Files
// with absolute names are kept in absolute/ beside the model file (models/input_folder.h). Of a large file,
// its size and hash are kept (models/file_elsewhere.h).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "runner/kept_model.h"
#include "sweep/point_models.h"

namespace morula::sweep {

struct KeptSource {
  struct Text {
    std::string name, text;
  };
  std::vector<Text> texts;  // the sweep file, the model file
  std::vector<KeptInput> inputs;

  std::vector<std::string> names() const;
};

// Whether the model file or a swept value names the file by its absolute path.
bool has_absolute_name(const InputFile& file, const PointModels& models);
// That path; `file` is where it was read, which is another place when the model file is a kept one.
std::filesystem::path absolute_name(const std::filesystem::path& file, const PointModels& models);

// `files` are those that the models name.
KeptSource source_of(const PointModels& models, const std::vector<InputFile>& files);
void write_source(const KeptSource& source, const std::filesystem::path& folder);
void copy_source(const std::vector<std::string>& names, const std::filesystem::path& from,
                 const std::filesystem::path& to);

}  // namespace morula::sweep
