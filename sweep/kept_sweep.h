// What the folder of a sweep keeps of the files that it was started with, so that it can be resumed, moved
// and sent to others: in source/ the sweep file with what the command line added, the model file with what
// --set changed, and the files that they name. They lie there as they lay to each other, so that no name
// changes: the seeds of runs are drawn from the settings of their points, names of files among them.
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

// `files` are those that the models name.
KeptSource source_of(const PointModels& models, const std::vector<InputFile>& files);
void write_source(const KeptSource& source, const std::filesystem::path& folder);
void copy_source(const std::vector<std::string>& names, const std::filesystem::path& from,
                 const std::filesystem::path& to);

}  // namespace morula::sweep
