// The text and the files in which Hamming distances are reported.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "analysis/hamming.h"
#include "analysis/hamming_sweep.h"

namespace morula {

// Reasons not to trust the figures, each with a remedy.
std::vector<std::string> doubts(const HammingReport& report);

std::string as_text(const HammingReport& report);
std::string as_json(const HammingReport& report);
std::string hamming_csv(const HammingReport& report, bool members);  // step, mean, deviation, of each pair

std::string as_text(const std::vector<SweptHamming>& sweep);
// `command` repeats the whole sweep.
std::string as_json(const std::vector<SweptHamming>& sweep, const std::string& command);
std::string sweep_csv(const std::vector<SweptHamming>& sweep);

// Without `replace`, throws SpecError if one of the files exists already. Called before anything is run.
void check_hamming_files(const std::filesystem::path& folder, bool replace);
void check_sweep_files(const std::filesystem::path& folder, const std::vector<SweepPoint>& points,
                       bool replace);

// hamming.csv, hamming.svg and summary.json beside the frames/ that are there; their names.
std::vector<std::string> write_hamming_files(const HammingReport& report, const std::filesystem::path& folder,
                                             bool members);
std::vector<std::string> write_sweep_files(const std::vector<SweptHamming>& sweep, const std::string& command,
                                           const std::filesystem::path& folder);

}  // namespace morula
