// The copies in the folder of a sweep of the files with which it was started, so that the folder can be
// resumed, moved and sent to others. source/ contains the sweep file with the options of the command line,
// the model file with the changes of --set, and the files that both name. Their places relative to each other
// stay the same, so that no file name changes: the seeds of runs are drawn from the settings of their points,
// which include file names. Files with absolute names are copied to absolute/ beside the model file
// (models/input_folder.h). For a large file, only its size and hash are kept (models/file_elsewhere.h).
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
// The absolute path by which the file is named. `file` is the path from which it was read, which differs if
// the model file is a copy in source/.
std::filesystem::path absolute_name(const std::filesystem::path& file, const PointModels& models);

// `files` are the files that the models name.
KeptSource source_of(const PointModels& models, const std::vector<InputFile>& files);
void write_source(const KeptSource& source, const std::filesystem::path& folder);
void copy_source(const std::vector<std::string>& names, const std::filesystem::path& from,
                 const std::filesystem::path& to);

}  // namespace morula::sweep
