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
  io::Document document;  // overrides are in it
  Spec spec;
  std::shared_ptr<const ProliferationSpec> cells;
};

// Settings of the command line that replace those of the model file.
struct FitOverrides {
  std::optional<std::filesystem::path> target;
  std::optional<std::string> channel;  // of the target, where it is an FCS file
  std::vector<std::string> set;        // as --set takes them
};

// Throws SpecError, also if the model is of another family than `proliferation`.
FitInput read_fit_input(const std::filesystem::path& file, const FitOverrides& overrides);

// The text of the model file with these types, to be written into `folder`: the paths in it are relative to
// that folder.
std::string fitted_model_file(const FitInput& input, const std::vector<CellType>& types,
                              const std::filesystem::path& folder);

}  // namespace morula
