// manifest.json: what was run, where it stands, and what `morula resume` needs to go on.
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
  std::string backend, device;  // of the last part
  unsigned threads = 1;
  std::uint64_t steps = 0;           // done, up to the last checkpoint
  std::optional<Hash> state_hash;    // at that step; none before the first checkpoint
  std::vector<Hash> replica_hashes;  // at that step, where the model is a batch of replicas
  std::uint64_t updates = 0;         // up to that step
  double seconds = 0;                // of stepping, over all sittings
  double updates_per_second = 0;
  std::string unit;
  std::map<std::string, Number> chosen;      // what the model file left to the family; not read again
  std::string status = "running";            // running | stopped | halted | done | failed
  std::string failure;                       // why the run has failed
  std::optional<std::uint64_t> whole_steps;  // that would complete it, where fewer were asked for
  std::vector<std::string> remarks;          // of the model, on how the run has ended

  // What was stepped without interruption. A run that was resumed has several.
  struct Part {
    std::uint64_t from = 0, to = 0;  // steps
    std::string version, backend, device;
    unsigned threads = 1;
    double seconds = 0;
  };
  std::vector<Part> parts;  // up to the last checkpoint

  // How the run was asked for: enough to read model.yaml again as it was read.
  std::filesystem::path model_file;  // that the run was started with; for the reader
  // That paths in model.yaml are relative to; empty for the run directory itself. Runs of earlier versions
  // kept neither the files that the model names nor, in model.yaml, what the command line had changed.
  std::filesystem::path folder;
  Hash model_hash;                      // of model.yaml's text, which may not change
  std::optional<Hash> next_model_hash;  // while `resume --steps` writes it anew
  std::vector<std::string> overrides;   // as --set takes them

  // A file that the model names.
  struct Input {
    std::string key;
    std::string path;  // in the run directory, relative; of an earlier version where it was read
    Hash hash;
    std::string source = {};  // where it was read
    std::uint64_t bytes = 0;
    bool is_copied = true;  // into the run directory
  };
  std::vector<Input> inputs;
  std::vector<std::string> kept;  // the names of their copies and notes in the run directory
};

std::string program_version();
std::string to_json(const Manifest& manifest);
void save_manifest(const Manifest& manifest, const std::filesystem::path& run);
// Throws SpecError where there is no run, FileError where its manifest is damaged.
Manifest load_manifest(const std::filesystem::path& run);

}  // namespace morula
