// What a family of models offers. The catalogue is a list of these.
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

// Memory a model will need, computed before it is made.
struct Footprint {
  std::uint64_t host_bytes = 0;
  std::uint64_t device_bytes = 0;
  std::uint64_t largest_buffer = 0;
};

enum class Start {
  Initial,  // as the model file says
  Blank,    // all zero, to be restored
};

// How the lattice of a model is divided among ranks.
struct Division {
  std::function<Divisibility(const Spec&)> divisibility;       // throws SpecError where it cannot be
  std::function<Spec(const Spec&, const Lattice& part)> part;  // what one rank holds of the model
  std::function<std::unique_ptr<PartModel>(const Spec& part, const Backend&, Start)> make;
};

// How the ranks of a run compute a model together, if each of them can do a part of every step by itself.
struct Sharing {
  std::function<bool(const Spec&)> can;
  // On rank 0, while every other rank is in `serve`, which returns when the model is gone.
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
  // The programs its device engines compile; empty if it has none.
  std::function<std::vector<gpu::Source>(const Spec&)> sources;
  // Why the model runs slower on this backend than others of its family, a line each, with the change that
  // would avoid it.
  std::function<std::vector<std::string>(const Spec&, const Backend&)> slow_paths = {};

  // What a run has found, a line each, from the files in its folder.
  std::function<std::vector<std::string>(const std::filesystem::path& run)> results = {};

  // The model of one replica of a batch, of families whose replicas can be made separately.
  std::function<Spec(const Spec&, std::uint64_t replica)> of_replica = {};
  bool computes_batches = true;  // its engines compute several replicas at once, if it has replicas
  bool ends_replicas = false;    // and single ones of them can be ended (Model::end_replica)

  Changeable changeable = {};  // while a model runs

  std::optional<Sharing> sharing = {};
  std::optional<Division> division = {};  // of families that can divide their lattice

  bool reads(std::string_view key) const { return std::ranges::find(keys, key) != keys.end(); }
};

}  // namespace morula
