// Variables for the states around a site and for counts of them, as statements for formula_kernels.h. Each
// state is read once.
#pragma once

#include <map>
#include <string>
#include <tuple>

#include "models/automaton/formula/device/formula_text.h"

namespace morula {

class CellsRead {
 public:
  explicit CellsRead(const FormulaShape& shape) : shape_(shape) {}

  // The names of variables that hold, for one site, the state at an offset, and a count. The site's number in
  // its quad is `lane`. statements() declares the variables.
  std::string state(const Neighbour& offset);
  std::string count(const SiteInput& count);
  const std::string& statements() const { return statements_; }

  // The same for all four sites of a quad at once, as words with one byte per site. go_to_row() sets how many
  // rows above the first the quad lies.
  void go_to_row(i32 row) { row_ = row; }
  std::string quad(const Neighbour& offset);
  std::string quad_of_counts(const SiteInput& count);
  std::string quad_statements() const;

 private:
  std::string word(const Neighbour& row, i32 place);
  std::string variable(const std::string& text);  // for the quad; declared once for each text
  std::string is_counted(const std::string& quad, const StateSet& states) const;
  std::string in_lane(const std::string& quad);
  std::string ranges_counted(const SiteInput& count);
  std::string ranges_counted_by_own(const SiteInput& count);
  std::string count_of_cell(const SiteInput& count);

  using Offset = std::tuple<i32, i32, i32>;
  const FormulaShape& shape_;
  i32 row_ = 0;
  std::map<Offset, std::string> states_, words_;
  std::map<std::string, std::string> variables_, lanes_;  // names of variables, by the text they hold
  std::size_t counts_of_cell_ = 0;
  std::string statements_;
  std::string declared_, inside_, outside_, computed_;  // for quads
};

}  // namespace morula
