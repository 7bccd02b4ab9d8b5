// Output about cells, simulated or expected: the tables and the score in a run directory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "models/proliferation/proliferation_spec.h"

namespace morula {

// Cells at the end, and cells that live at each observed time, [time][type][generation].
struct CellNumbers {
  std::function<double(std::size_t type, std::size_t generation, std::size_t bin)> end;
  std::vector<double> living;
  unsigned generations = 1;
};

std::uint64_t most_histogram_bytes(const ProliferationSpec& spec);  // of the text; 0 if it is not written

// A file of the run directory.
struct CellFile {
  std::string name, text;
};
using CellFiles = std::vector<CellFile>;
CellFiles histogram_file(const ProliferationSpec& spec, const CellNumbers& cells);
CellFiles generations_file(const ProliferationSpec& spec, const CellNumbers& cells);
CellFiles score_files(const ProliferationSpec& spec, const CellNumbers& cells);  // only with a target

// A line that says how near a run has come to its target, from score.json; empty without a target.
std::vector<std::string> score_told(const std::filesystem::path& run);

struct Score {
  double hellinger = 0, procell = 0;
};
Score score_of(const ProliferationSpec& spec, const Target& target, const CellNumbers& cells);

}  // namespace morula
