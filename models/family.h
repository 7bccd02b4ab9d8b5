// What a family of models offers: the catalogue is a list of these.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gpu/source.h"
#include "io/section.h"
#include "models/backend.h"
#include "models/model.h"
#include "models/spec.h"

namespace morula {

// What a model will take, said before it is made.
struct Footprint {
  std::uint64_t host_bytes = 0;
  std::uint64_t device_bytes = 0;
  std::uint64_t largest_buffer = 0;
};

enum class Start {
  Initial,  // as the model file says
  Blank,    // all zero: whoever makes it restores a state
};

struct Family {
  std::string name;

  // Reads the family's own keys (its section, lattice, initial) from the root of a model file into `spec`.
  // Paths are relative to `folder`.
  std::function<void(io::Section& root, const std::filesystem::path& folder, Spec& spec)> read;
  std::function<Footprint(const Spec&, BackendKind)> footprint;
  std::function<std::unique_ptr<Model>(const Spec&, const Backend&, Start)> make;
  std::function<std::vector<gpu::Source>(const Spec&)> sources;  // the programs its GPU engine builds
  bool takes_replicas = false;                                   // the key `replicas` is one of its own
  bool on_lattice = true;  // it has an initial state of sites, which frames and patterns show
};

}  // namespace morula
