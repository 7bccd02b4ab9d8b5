// A whole model in one HDF5 file: fields, time and hash. What one backend wrote, any other reads.
#pragma once

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "core/threads.h"
#include "gpu/device.h"
#include "models/model.h"

namespace morula {

// What a reader of the file may want to know of the run, by name.
struct StateAttribute {
  std::string name;
  std::variant<std::string, std::uint64_t, double> value;
};
using StateAttributes = std::vector<StateAttribute>;

// Datasets beside the fields, for programs that read no more than whole arrays of sites. Nobody restores
// them.
struct ForPrograms {
  std::vector<View> views{};  // what they show (shown_field)
  Index replicas = 0;         // of a batch, this many of the first ones as datasets of their own
};

// After a crash, the file is either complete or as it was before. Throws FileError. Returns the state hash.
// The threads compress and decompress; without them the calling thread does, and the file is the same.
Hash save_state(Model& model, const std::filesystem::path& place, ThreadPool* threads = nullptr,
                const StateAttributes& attributes = {}, const ForPrograms& for_programs = {});

// What a view shows of each site, for programs that cannot look it up: a whole number for each name of its
// classes, or the number of a graded view.
Field shown_field(const View& view);
std::vector<View> shown_views(const Model& model);  // those that have a dataset

// Restores fields and time, and checks the hash: a file that is damaged, or of another model, throws Error.
// If the model is on a device, the device provides pinned memory for the values that are copied to it.
void load_state(Model& model, const std::filesystem::path& path, ThreadPool* threads = nullptr,
                gpu::Device* device = nullptr);

// The fields of a run's last state, at time 0: `initial: {run: DIR}`. Optional fields may be missing.
void start_from_run(Model& model, const std::filesystem::path& run, ThreadPool* threads = nullptr,
                    gpu::Device* device = nullptr);

}  // namespace morula
