// A column of the series that formulas can use.
#pragma once

#include <string>
#include <vector>

namespace morula {

struct SeriesColumn {
  std::string name;
  bool is_real = false;  // otherwise its values are whole numbers
};

// Columns of one type.
inline std::vector<SeriesColumn> columns_of(const std::vector<std::string>& names, bool are_real = false) {
  std::vector<SeriesColumn> columns;
  for (const std::string& name : names) columns.push_back({name, are_real});
  return columns;
}

}  // namespace morula
