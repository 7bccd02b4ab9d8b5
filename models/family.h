// The description of a family of models. The catalogue is a list of these.
#pragma once

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/communicator.h"
#include "gpu/source.h"
#include "io/section.h"
#include "models/backend.h"
#include "models/changes/changeable.h"
#include "models/input_folder.h"
#include "models/ranks/part_model.h"
#include "models/spec.h"

namespace morula {

// The memory that a model will need, computed before the model is made.
struct Footprint {
  std::uint64_t host_bytes = 0;
  std::uint64_t device_bytes = 0;
  std::uint64_t largest_buffer = 0;
};

enum class Start {
  Initial,  // as the model file describes it
  Blank,    // all zero, to be restored from a saved state
};

// How the lattice of a model is divided among ranks.
struct Division {
  std::function<Divisibility(const Spec&)> divisibility;  // throws SpecError if the lattice cannot be divided
  std::function<Spec(const Spec&, const Lattice& part)> part;  // the model for the part of one rank
  std::function<std::unique_ptr<PartModel>(const Spec& part, const Backend&, Start)> make;
};

// How the ranks of a run compute a model together if each of them can do a part of every step on its own.
struct Sharing {
  std::function<bool(const Spec&)> can;
  // For rank 0, while every other rank is in `serve`, which returns when the model is destroyed.
  std::function<std::unique_ptr<Model>(const Spec&, const Backend&, Communicator&, Start)> make;
  std::function<void(const Spec&, const Backend&, Communicator&)> serve;
};

struct Family {
  std::string name;
  std::vector<std::string> keys;  // top-level keys of this family's model files, besides the common ones

  // Reads the family's own keys from the root of a model file into `spec`. Paths are relative to `folder`.
  std::function<void(io::Section& root, const InputFolder& folder, Spec& spec)> read;
  std::function<Footprint(const Spec&, const Backend&)> footprint;
  std::function<std::unique_ptr<Model>(const Spec&, const Backend&, Start)> make;
  // The programs that the engines on devices compile; empty if there are none.
  std::function<std::vector<gpu::Source>(const Spec&)> sources;
  // Why the model runs more slowly on this backend than other models of its family, one line for each reason,
  // with a change that would avoid it.
  std::function<std::vector<std::string>(const Spec&, const Backend&)> slow_paths = {};

  // The results of a run, one line each, read from the files in its folder.
  std::function<std::vector<std::string>(const std::filesystem::path& run)> results = {};

  // The model of one replica of a batch, for families whose replicas can be made separately.
  std::function<Spec(const Spec&, std::uint64_t replica)> of_replica = {};
  bool computes_batches = true;  // if it has replicas: the engines compute several of them at once
  bool ends_replicas = false;    // single replicas can be ended (Model::end_replica)

  Changeable changeable = {};  // what may change while a model runs

  std::optional<Sharing> sharing = {};
  std::optional<Division> division = {};  // for families that can divide their lattice

  bool reads(std::string_view key) const { return std::ranges::find(keys, key) != keys.end(); }
};

}  // namespace morula
