// The report of a fit as text and as files.
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
  std::string command;  // the command that repeats the fit
  std::string backend, device;
  double seconds = 0;
};

std::string as_text(const FittedModel& fitted);
std::string as_json(const FittedModel& fitted);
// Columns: iteration, and the smallest distance so far of each repeat.
std::string convergence_csv(const FitReport& report);

// A comparison of several models of the same target, with the model that the AIC prefers first.
std::string as_text(std::vector<const FittedModel*> models);
std::string as_json(const std::vector<FittedModel>& models);
std::string models_csv(std::vector<const FittedModel*> models);

// What a fit keeps in its folder until it is done: the scores that a search has computed, and the options of
// the fit.
constexpr const char *fit_journal_name = "fit.journal", *fit_request_name = "request.json";

// Throws SpecError if one of the files of a fit exists already and may not be replaced; see
// check_results_free().
void check_fit_files(const std::filesystem::path& folder, bool replace);
// Returns the names of the files.
std::vector<std::string> write_fit_files(const FittedModel& fitted, const std::filesystem::path& folder);

}  // namespace morula
