// The text and the files in which a fit is reported.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "analysis/fit/fit.h"
#include "analysis/fit/fit_input.h"

namespace morula {

// A model that was fitted. Only `device` and `seconds` may differ from one machine to the next.
struct FittedModel {
  FitInput input;
  FitChoice choice;
  FitReport report;
  std::string command;  // that does it again
  std::string backend, device;
  double seconds = 0;
};

std::string as_text(const FittedModel& fitted);
std::string as_json(const FittedModel& fitted);
std::string convergence_csv(const FitReport& report);  // iteration, and the least distance of each repeat

// Several models of the same target, the one that Akaike's criterion prefers first.
std::string as_text(std::vector<const FittedModel*> models);
std::string as_json(const std::vector<FittedModel>& models);
std::string models_csv(std::vector<const FittedModel*> models);

// Throws SpecError where one is there already and may not be replaced.
void check_fit_files(const std::filesystem::path& folder, bool replace);
// Returns their names.
std::vector<std::string> write_fit_files(const FittedModel& fitted, const std::filesystem::path& folder);

}  // namespace morula
