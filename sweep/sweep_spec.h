// The content of a sweep file as plain data.
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
bool takes_ranges(Design design);  // true if the points can lie anywhere between the ends of a range

// Numbers between two ends: `count` numbers, or as many as the design chooses.
struct Range {
  double from = 0, to = 1;
  bool logarithmic = false;
  bool whole = false;  // the numbers are rounded to whole numbers
  std::optional<std::uint64_t> count;

  double at(double part) const;  // the number at a relative position from 0 to 1
};

// A key of the model file, and the values to which it is set.
struct SweptKey {
  std::string key;
  SourceLocation place;           // place of the key
  std::vector<io::Value> values;  // the listed values, or those of a range with a count
  std::optional<Range> range;
  SourceLocation range_place{};
};

// The part of each run over which means and standard deviations are computed, both ends included.
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
  // The file from which the sweep was read: a sweep file or a model file. If it is empty, the sweep's folder
  // has no source/.
  std::filesystem::path file;
  std::string text;       // text of the sweep file; empty for a model file
  io::Document document;  // the sweep file with the options of the command line
  ModelFile model;
  std::vector<std::string> overrides;  // changes of the model file, in the form of --set
  std::uint64_t seed = 1;
  std::vector<SweptKey> over;
  Design design = Design::Grid;
  std::uint64_t points = 0;               // for a Sobol sequence or a Latin hypercube
  std::optional<std::uint64_t> replicas;  // if absent, the number in the model file
  std::optional<Measure> measure;
  Keep keep;
  SourceLocation keep_place{};
};

constexpr std::uint64_t most_runs = 10'000'000;

using TextOfFile = std::function<std::string(const std::filesystem::path&)>;

// Reads a sweep file. All errors of the file itself are thrown together as one SpecError. Paths are relative
// to `folder`.
SweepSpec read_sweep(const io::Document& document, const std::filesystem::path& folder,
                     const TextOfFile& text_of = io::read_input);

bool is_sweep_file(const io::Document& document);

// The options of a sweep on the command line: `--over key=a,b,c`, `--replicas 20`. They replace values of the
// sweep file.
struct SweepWords {
  std::vector<std::string> over, keep;
  std::optional<std::uint64_t> seed, replicas, points, from;
  std::optional<std::string> design;
};
// Adds the options to the document of a sweep file, or to an empty document for this model file.
void apply_words(io::Document& document, const SweepWords& words,
                 const std::optional<std::filesystem::path>& model);

}  // namespace morula::sweep
