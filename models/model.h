// The seam: what every model is, whatever its family and the processor it runs on. Virtual calls happen per
// batch of steps, never per cell.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "core/field.h"
#include "core/hash.h"
#include "io/image.h"

namespace morula {

struct Observed {
  std::string name;
  std::variant<std::uint64_t, double> value;
};
using Observation = std::vector<Observed>;  // the names are the same at every step

// What a picture or a pattern shows: the field, and how many values (0 … values-1) it has. Value 0 is
// background.
struct Shown {
  Field field;
  unsigned values = 2;
  std::string rule = {};                 // as Golly names it; empty when it has no name for it
  std::vector<io::Colour> colours = {};  // one for each value; empty when any palette will do
  std::vector<bool> unseen = {};         // values that a projection looks past; 0 alone when empty
};

// A file that a model leaves in its run directory when it has come to its end.
struct Result {
  std::string name;
  std::variant<std::string, io::Image> content;
};

class Model {
 public:
  virtual ~Model() = default;

  virtual std::uint64_t step(std::uint64_t at_most) = 0;  // steps done; fewer means halted or extinct
  // Steps as step() does, and observes at every time that is a multiple of `every`: for a model on a device,
  // which need not wait in between. `seen` gets the time and what observe_each() gives then.
  using Seen = std::function<void(std::uint64_t time, std::vector<Observation> each)>;
  virtual std::uint64_t step_observing(std::uint64_t at_most, std::uint64_t every, const Seen& seen) {
    std::uint64_t done = 0;
    while (done < at_most) {
      const std::uint64_t wanted = std::min(at_most - done, every - time() % every), stepped = step(wanted);
      done += stepped;
      if (stepped < wanted) break;
      if (time() % every == 0) seen(time(), observe_each());
    }
    return done;
  }
  virtual std::uint64_t time() const = 0;
  virtual void set_time(std::uint64_t time) = 0;  // after restore: draws are addressed by time
  virtual Observation observe() = 0;
  // Of every replica, where the model is a batch of them; `replica` is then the first of the names.
  virtual std::vector<Observation> observe_each() { return {observe()}; }
  virtual std::vector<Result> results() { return {}; }
  virtual Shown shown() const = 0;  // of models on a lattice
  virtual std::vector<Field> fields() const = 0;
  virtual void read(const Field& field, Slab slab, std::span<std::byte> values) = 0;
  virtual void restore(const Field& field, Slab slab, std::span<const std::byte> values) = 0;
  virtual Hash hash() = 0;
  // Of each replica of a batch, as if it had run alone; none where the model is no batch.
  virtual std::vector<Hash> replica_hashes() { return {}; }

  // What one step is counted as in updates per second, and the unit: "cells", "interactions".
  virtual std::uint64_t updates_per_step() const = 0;
  virtual std::string unit() const = 0;
};

}  // namespace morula
