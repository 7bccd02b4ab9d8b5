// A whole model in one HDF5 file: fields, time and hash. Every backend can read the file that another wrote.
#pragma once

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "core/threads.h"
#include "gpu/device.h"
#include "models/model.h"

namespace morula {

// A fact about the run for readers of the file, with its name.
struct StateAttribute {
  std::string name;
  std::variant<std::string, std::uint64_t, double> value;
};
using StateAttributes = std::vector<StateAttribute>;

// Additional datasets for programs that can only read whole arrays of sites. They are not used to restore a
// state.
struct ForPrograms {
  std::vector<View> views{};  // one dataset for each of these views (shown_field)
  Index replicas = 0;         // number of replicas of a batch, from the first on, that get their own datasets
};

// Saves the model and returns the state hash. Throws FileError. After a crash, the file is either complete or
// unchanged. The threads compress the data; without them the calling thread does, and the file is the same.
Hash save_state(Model& model, const std::filesystem::path& place, ThreadPool* threads = nullptr,
                const StateAttributes& attributes = {}, const ForPrograms& for_programs = {});

// A dataset with what a view shows of each site, for programs that cannot compute it: a whole number for each
// name of its classes, or the number of a graded view.
Field shown_field(const View& view);
std::vector<View> shown_views(const Model& model);  // the views that get a dataset

// Restores fields and time, and checks the hash. Throws Error if the file is damaged or of another model.
// If the model is on a device, the device provides pinned memory for the values that are copied to it.
void load_state(Model& model, const std::filesystem::path& path, ThreadPool* threads = nullptr,
                gpu::Device* device = nullptr);

// Restores the fields of a run's last state and sets the time to 0, for `initial: {run: DIR}`. Optional
// fields may be missing.
void start_from_run(Model& model, const std::filesystem::path& run, ThreadPool* threads = nullptr,
                    gpu::Device* device = nullptr);

}  // namespace morula
