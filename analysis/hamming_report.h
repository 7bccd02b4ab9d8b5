// The report of Hamming distances as text and as files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "analysis/hamming.h"
#include "analysis/hamming_sweep.h"

namespace morula {

// Reasons not to trust the results, each with a remedy.
std::vector<std::string> doubts(const HammingReport& report);

std::string as_text(const HammingReport& report);
std::string as_json(const HammingReport& report);
// Columns: step, mean, deviation, and with `members` each pair.
std::string hamming_csv(const HammingReport& report, bool members);

std::string as_text(const std::vector<SweptHamming>& sweep);
// `command` is the command that repeats the whole sweep.
std::string as_json(const std::vector<SweptHamming>& sweep, const std::string& command);
std::string sweep_csv(const std::vector<SweptHamming>& sweep);

// Without `replace`, throws SpecError if one of the files exists already. To be called before anything is
// run.
void check_hamming_files(const std::filesystem::path& folder, bool replace);
void check_sweep_files(const std::filesystem::path& folder, const std::vector<SweepPoint>& points,
                       bool replace);

// Writes hamming.csv, hamming.svg and summary.json beside the existing frames/. Returns the names of all
// files.
std::vector<std::string> write_hamming_files(const HammingReport& report, const std::filesystem::path& folder,
                                             bool members);
std::vector<std::string> write_sweep_files(const std::vector<SweptHamming>& sweep, const std::string& command,
                                           const std::filesystem::path& folder);

}  // namespace morula
