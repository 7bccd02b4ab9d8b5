// A model file to be fitted, and the same with what was found.
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

// What the command line says in the model file's place.
struct FitOverrides {
  std::optional<std::filesystem::path> target;
  std::optional<std::string> channel;  // of the target, where it is an FCS file
  std::vector<std::string> set;        // as --set takes them
};

// Throws SpecError; a model of another family is wrong too.
FitInput read_fit_input(const std::filesystem::path& file, const FitOverrides& overrides);

// The model file with these types, as it is to lie in `folder`: what it names is found from there.
std::string fitted_model_file(const FitInput& input, const std::vector<CellType>& types,
                              const std::filesystem::path& folder);

}  // namespace morula
