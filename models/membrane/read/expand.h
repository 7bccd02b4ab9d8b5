// Expands calls, parameters, iterators and ranges, so that a System remains.
#pragma once

#include "models/membrane/read/syntax.h"

namespace morula::membrane {

// Limits to the size of an expanded file, so that a typing mistake does not fill the memory.
struct Limits {
  u64 statements = 20'000'000;  // carried out, including every round of every range
  u64 rules = 1u << 22;
  u64 objects = 1u << 24;
  u64 membranes = 1u << 24;
};

struct Expanded {
  System system;
  std::vector<Complaint> problems;
  std::vector<At> rule_places;  // the place of each rule of system.rules
};

Expanded expand(const std::vector<FileText>& files, const Limits& limits);

}  // namespace morula::membrane
