// What a point of a sweep sets, how it is named, and the seed that follows from it.
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
using Settings = std::vector<Setting>;  // of a point, in the order of `over`

// The value as text in which numbers have one spelling and maps one order: 0.10 is 0.1.
std::string canonical_text(const io::Value& value);

// A number rounded to twelve digits, so that it reads as its author would write it: 0.1 rather than
// 0.10000000000000002.
io::Value number_value(double number, const SourceLocation& place);

// A hash of the settings, whatever their order: the unique name of a point.
Hash point_id(const Settings& settings);

// A draw from the sweep's seed at the hash of the settings. It has 48 bits, so that every spreadsheet and
// every language reads it exactly. Families without replicas take one for each run.
std::uint64_t point_seed(std::uint64_t sweep_seed, Hash point, std::uint64_t replica = 0);

void apply_settings(const Settings& settings, io::Document& document);

}  // namespace morula::sweep
