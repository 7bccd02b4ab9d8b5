// Systems in which objects only react. Membranes do not change, and the objects of a membrane fall into
// groups that do not influence each other. Such islands of objects are stepped many times without leaving the
// registers.
#pragma once

#include <optional>
#include <vector>

#include "models/membrane/configuration.h"
#include "models/membrane/plan.h"

namespace morula::membrane {

// What the rules of an island take and make. Its objects are in the order in which rules name them: [rule ·
// objects + object].
struct IslandShape {
  u32 objects = 0, rules = 0;
  std::vector<u64> needs, makes;
  friend bool operator==(const IslandShape&, const IslandShape&) = default;
};

// The islands of one shape in membranes of one class.
struct IslandGroup {
  u32 of = 0;  // class
  IslandShape shape;
  std::vector<u32> objects;  // [island · shape.objects + object]
  std::vector<u32> rules;    // [island · shape.rules + rule], in file order

  u32 islands() const { return static_cast<u32>(rules.size() / shape.rules); }
};

// Returns nothing if there are rules of kinds other than evolution, if an island is too large for registers,
// or if islands have too many shapes.
std::optional<std::vector<IslandGroup>> islands_of(const Plan& plan);

// Are enough places of a matrix objects × membranes occupied? A matrix of mostly zeros is larger and slower
// than lists.
bool is_dense(const Plan& plan);

// Where the membranes of a configuration lie in a matrix objects × columns. Membranes of a class lie side by
// side.
struct IslandColumns {
  IslandColumns() = default;
  IslandColumns(const PackedConfiguration& configuration, std::size_t classes);

  u64 columns() const { return numbers.size(); }

  std::vector<u64> by_class;   // number of membranes in each class
  std::vector<u32> first_of;   // the first column of each class
  std::vector<u32> column_of;  // for each membrane
  std::vector<u32> numbers;    // the membrane in each column, or no_membrane
  u64 fixed_hash = 0;          // hash of everything except contents, which never changes
};

}  // namespace morula::membrane
