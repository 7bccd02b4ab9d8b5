// Variables and the values of expressions.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "models/membrane/read/syntax.h"

namespace morula::membrane {

// The variables that are visible at one place: those of a call, then the global ones.
class Scope {
 public:
  explicit Scope(const Scope* global = nullptr) : global_(global) {}

  const i64* find(const std::string& name) const;
  void set(const std::string& name, i64 value);
  // Iterators hide variables of the same name until they are popped.
  void push(const std::string& name, i64 value) { variables_.emplace_back(name, value); }
  void assign_last(i64 value) { variables_.back().second = value; }
  void pop() { variables_.pop_back(); }

 private:
  const Scope* global_;
  std::vector<std::pair<std::string, i64>> variables_;
};

// Throws a Complaint for a name without a value, a division by zero, or a number that does not fit in 64
// bits.
i64 value_of(const Expression& expression, const Scope& scope);

}  // namespace morula::membrane
