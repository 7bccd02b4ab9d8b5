// Evaluates formulas for the cells of a replica.
#pragma once

#include <memory>
#include <vector>

#include "core/draw.h"
#include "models/formula/interpreter.h"
#include "models/potts/properties/property_spec.h"

namespace morula::potts {

// The inputs of formulas for a list of cells: [number of a field, type or property][place in the list].
struct CellNumbers {
  std::vector<u32> rows;     // rows of the table of cells, counted from the first of the replica
  std::vector<u32> numbers;  // numbers of the cells, used in messages and for random numbers
  std::vector<i64> volumes, surfaces, ages, types;
  std::vector<std::vector<f64>> sums;  // sums of fields
  std::vector<std::vector<i64>> contacts, neighbours;
  std::vector<std::vector<f64>> properties, around;
  std::vector<std::vector<f64>> targets;  // of volume and surface; each empty if all cells of a type share it
};

class CellEvaluator {
 public:
  // `parameters` are the bits of the model's parameters.
  CellEvaluator(const CellProgram& program, std::vector<u64> parameters);

  // All results for all cells, [result][place in the list]. Throws Error if a formula has no value for a
  // cell; `when` is part of the message, such as "after step 7".
  std::vector<std::vector<f64>> evaluate(const CellNumbers& cells, u32x2 key, u64 step,
                                         const std::string& when);

 private:
  void fill(std::size_t input, const CellNumbers& cells, std::size_t first, std::size_t count, u32x2 key,
            u64 step);
  [[noreturn]] void fail(const CellNumbers& cells, std::size_t first, std::size_t count, u32x2 key, u64 step,
                         const std::string& when);

  CellProgram program_;
  std::vector<u64> parameters_;
  formula::Interpreter interpreter_;
};

}  // namespace morula::potts
