// A model file to be fitted, and the model file with the fitted values.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/document.h"
#include "models/proliferation/proliferation_spec.h"
#include "runner/run.h"

namespace morula {

struct FitInput {
  std::filesystem::path file;
  io::Document document;  // includes the overrides
  Spec spec;
  std::shared_ptr<const ProliferationSpec> cells;
};

// Options of the command line that replace settings of the model file.
struct FitOverrides {
  std::optional<std::filesystem::path> target;
  std::optional<std::string> channel;  // channel of the target, if it is an FCS file
  std::vector<std::string> set;        // in the form of --set
};

// Throws SpecError, also if the model is not of the family `proliferation`.
FitInput read_fit_input(const std::filesystem::path& file, const FitOverrides& overrides);

// The text of the model file with these types, for a file in `folder`: the paths in it are relative to that
// folder.
std::string fitted_model_file(const FitInput& input, const std::vector<CellType>& types,
                              const std::filesystem::path& folder);

}  // namespace morula
