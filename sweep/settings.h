// The settings of a point of a sweep, its id, and the seed that is drawn for it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/hash.h"
#include "io/document.h"

namespace morula::sweep {

struct Setting {
  std::string key;
  SourceLocation named;  // where the key was written
  io::Value value;
};
using Settings = std::vector<Setting>;  // the settings of a point, in the order of `over`

// The value as text, with a unique spelling of numbers and a unique order of keys: 0.10 is written 0.1.
std::string canonical_text(const io::Value& value);

// A number rounded to twelve digits, so that it reads as its author would write it: 0.1 rather than
// 0.10000000000000002.
io::Value number_value(double number, const SourceLocation& place);

// A hash of the settings that does not depend on their order: the unique name of a point.
Hash point_id(const Settings& settings);

// Drawn from the sweep's seed at the hash of the settings. It has 48 bits, so that every spreadsheet and
// every programming language reads it exactly. For families without replicas, a seed is drawn for each run.
std::uint64_t point_seed(std::uint64_t sweep_seed, Hash point, std::uint64_t replica = 0);

void apply_settings(const Settings& settings, io::Document& document);

}  // namespace morula::sweep
