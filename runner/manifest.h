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
  std::map<std::string, Number> chosen;  // what the model file left to the family; not read again
  std::string status = "running";        // running | stopped | halted | done
  std::vector<std::string> remarks;      // of the model, on how the run has ended

  // What was stepped without interruption. A run that was resumed has several.
  struct Part {
    std::uint64_t from = 0, to = 0;  // steps
    std::string version, backend, device;
    unsigned threads = 1;
    double seconds = 0;
  };
  std::vector<Part> parts;  // up to the last checkpoint

  // How the run was asked for: enough to read model.yaml again as it was read.
  std::filesystem::path folder;        // that paths in the model file are relative to
  Hash model_hash;                     // of model.yaml's text, which may not change
  std::vector<std::string> overrides;  // as --set takes them

  struct Input {
    std::string key, path;
    Hash hash;
  };
  std::vector<Input> inputs;  // files that the model file named
};

std::string program_version();
std::string to_json(const Manifest& manifest);
void save_manifest(const Manifest& manifest, const std::filesystem::path& run);
// Throws SpecError where there is no run, FileError where its manifest is damaged.
Manifest load_manifest(const std::filesystem::path& run);

}  // namespace morula
