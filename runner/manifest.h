// manifest.json: what was run, how far the run is, and what `morula resume` needs to continue it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/hash.h"
#include "core/number.h"

namespace morula {

struct Manifest {
  std::string version;
  std::string model;
  std::uint64_t seed = 0;
  std::string backend, device;  // those of the last part
  unsigned threads = 1;
  std::uint64_t steps = 0;           // number of steps up to the last checkpoint
  std::optional<Hash> state_hash;    // at that step; absent before the first checkpoint
  std::vector<Hash> replica_hashes;  // at that step, for a batch of replicas
  std::uint64_t updates = 0;         // up to that step
  double seconds = 0;                // time spent on steps, in all parts of the run together
  double updates_per_second = 0;
  std::string unit;
  // Values that the family chose where the model file has none; not read again.
  std::map<std::string, Number> chosen;
  std::string status = "running";            // running | stopped | halted | done | failed
  std::string failure;                       // why the run has failed
  std::optional<std::uint64_t> whole_steps;  // steps of a complete result, if fewer were asked for
  std::vector<std::string> remarks;          // remarks of the model on how the run ended

  // Steps that were made without interruption. A run that was resumed has several parts.
  struct Part {
    std::uint64_t from = 0, to = 0;  // steps
    std::string version, backend, device;
    unsigned threads = 1;
    double seconds = 0;
  };
  std::vector<Part> parts;  // up to the last checkpoint

  // The options with which the run was started, so that model.yaml is read again in the same way.
  std::filesystem::path model_file;  // the model file with which the run was started, for information only
  // The folder to which paths in model.yaml are relative; empty for the run directory itself. Runs of earlier
  // versions kept no copies of the files that the model names, and model.yaml without the changes from the
  // command line.
  std::filesystem::path folder;
  Hash model_hash;                      // of the text of model.yaml, which must not change
  std::optional<Hash> next_model_hash;  // of the new text, while `resume --steps` rewrites model.yaml
  std::vector<std::string> overrides;   // in the form of --set

  // A file that the model names.
  struct Input {
    std::string key;
    std::string path;  // relative, in the run directory; in runs of earlier versions, the original path
    Hash hash;
    std::string source = {};  // the original path
    std::uint64_t bytes = 0;
    bool is_copied = true;  // into the run directory
  };
  std::vector<Input> inputs;
  std::vector<std::string> kept;  // the names of their copies and notes in the run directory
};

std::string program_version();
std::string to_json(const Manifest& manifest);
void save_manifest(const Manifest& manifest, const std::filesystem::path& run);
// Throws SpecError if this is not a run directory, and FileError if its manifest is damaged.
Manifest load_manifest(const std::filesystem::path& run);

}  // namespace morula
