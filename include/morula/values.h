// The arrays, tables and pictures that the library returns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "morula/export.h"

namespace morula {

enum class ElementType { U8, U16, U32, U64, I32, I64, F64 };

constexpr std::uint64_t bytes_of(ElementType type) {
  if (type == ElementType::U8) return 1;
  if (type == ElementType::U16) return 2;
  return type == ElementType::U32 || type == ElementType::I32 ? 4 : 8;
}

// A field of the state: a row-major array. Its axes are the replica (if the model has replicas), z (in 3D), y
// and x; a list has one axis.
struct FieldInfo {
  std::string name;
  ElementType type = ElementType::U8;
  std::vector<std::uint64_t> shape;
  std::vector<std::string> axes;  // "replica", "z", "y", "x"; "index" for a list
  bool resizes = false;           // its shape changes while the model runs
  std::string meaning;            // of its values, if the name is not enough

  std::uint64_t bytes() const {
    std::uint64_t bytes = bytes_of(type);
    for (const std::uint64_t side : shape) bytes *= side;
    return bytes;
  }
};

// A column of a table. Its numbers are either all integers or all real. A missing number is NaN, which makes
// the column real.
struct Column {
  std::string name;
  bool is_whole = false;
  std::vector<std::int64_t> wholes;
  std::vector<double> reals;

  std::size_t size() const { return is_whole ? wholes.size() : reals.size(); }
  double value(std::size_t row) const { return is_whole ? static_cast<double>(wholes[row]) : reals[row]; }
};

struct DataTable {
  std::vector<Column> columns;
};

struct Picture {
  std::uint32_t width = 0, height = 0;
  std::vector<std::uint8_t> rgb;  // three bytes a pixel, row by row from the top
};

}  // namespace morula
