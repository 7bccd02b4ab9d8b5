// Any bytes are either a SpecError or a table. The header of a table reads back after it has been written,
// and each column either holds a finite number for each row or is a SpecError.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "io/csv_table.h"

namespace {

using namespace morula;

void check_column(const io::CsvTable& table, const std::string& name) {
  try {
    const std::vector<double> values = table.numbers(name);
    if (values.size() != table.rows()) std::abort();
    for (const double value : values)
      if (!std::isfinite(value)) std::abort();
  } catch (const SpecError& error) {
    if (error.problems().empty()) std::abort();
  }
}

void check_header(const io::CsvTable& table) {
  std::string header;
  for (const std::string& name : table.names()) header += (header.empty() ? "" : ",") + io::csv_cell(name);
  if (io::CsvTable(header, "written").names() != table.names()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const io::CsvTable table(std::string(reinterpret_cast<const char*>(data), size), "fuzz");
    for (const std::string& name : table.names()) check_column(table, name);
    check_header(table);
  } catch (const SpecError& error) {
    if (error.problems().empty()) std::abort();
  }
  return 0;
}
