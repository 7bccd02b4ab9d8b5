// What a sweep file says, as plain data.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "io/document.h"
#include "runner/run.h"

namespace morula::sweep {

enum class Design { Grid, Zip, Sobol, LatinHypercube };
std::string to_string(Design design);
const std::vector<std::string>& design_names();
bool takes_ranges(Design design);  // whose points lie anywhere between the ends of a range

// Numbers between two ends: a given number of them, or as many as the design chooses.
struct Range {
  double from = 0, to = 1;
  bool logarithmic = false;
  bool whole = false;  // rounded to whole numbers
  std::optional<std::uint64_t> count;

  double at(double part) const;  // of a part from 0 to 1 of the way
};

// A key of the model file, and what it is set to.
struct SweptKey {
  std::string key;
  SourceLocation place;           // of the key
  std::vector<io::Value> values;  // as listed, or those of a range with a count
  std::optional<Range> range;
  SourceLocation range_place{};
};

// The part of each run whose rows means and sds are computed from, both ends included.
struct Measure {
  std::uint64_t from = 0;
  std::optional<std::uint64_t> to;
  SourceLocation place{};

  bool covers(std::uint64_t step) const { return step >= from && (!to || step <= *to); }
};

struct Keep {
  bool series = false, frames = false, state = false;
};

struct SweepSpec {
  // The file that the sweep was read from: a sweep file, or a model file. If it is empty, the sweep's folder
  // keeps no source.
  std::filesystem::path file;
  std::string text;       // of the sweep file; empty for a model file
  io::Document document;  // of the sweep file, with what the command line added
  ModelFile model;
  std::vector<std::string> overrides;  // of the model file, as --set takes them
  std::uint64_t seed = 1;
  std::vector<SweptKey> over;
  Design design = Design::Grid;
  std::uint64_t points = 0;               // of a Sobol sequence or a Latin hypercube
  std::optional<std::uint64_t> replicas;  // the model file's own number, where absent
  std::optional<Measure> measure;
  Keep keep;
  SourceLocation keep_place{};
};

constexpr std::uint64_t most_runs = 10'000'000;

using TextOfFile = std::function<std::string(const std::filesystem::path&)>;

// Everything that is wrong with the file itself is thrown as one SpecError; paths are relative to `folder`.
SweepSpec read_sweep(const io::Document& document, const std::filesystem::path& folder,
                     const TextOfFile& text_of = io::read_input);

bool is_sweep_file(const io::Document& document);

// A sweep as given on the command line: `--over key=a,b,c`, `--replicas 20`. What is given replaces what the
// file says.
struct SweepWords {
  std::vector<std::string> over, keep;
  std::optional<std::uint64_t> seed, replicas, points, from;
  std::optional<std::string> design;
};
// Puts the words into the document of a sweep file, or into an empty one of this model file.
void apply_words(io::Document& document, const SweepWords& words,
                 const std::optional<std::filesystem::path>& model);

}  // namespace morula::sweep
