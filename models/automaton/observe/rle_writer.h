// Writes Golly's run-length encoding as the cells come: no more than a line is ever held.
#pragma once

#include <cstdint>
#include <ostream>
#include <span>
#include <string>

#include "core/lattice.h"

namespace morula {

struct RleHeader {
  Index width = 0, height = 0;
  unsigned states = 2;       // two are written as b and o, more as letters
  std::string rule;          // as Golly names it, with its grid; empty leaves it out
  std::string comment = {};  // a line before the others; empty leaves it out
};

class RleWriter {
 public:
  RleWriter(std::ostream& out, const RleHeader& header);

  void add(std::span<const std::uint8_t> cells);  // row by row from the top, in pieces of any length
  void finish();                                  // after the last cell

 private:
  void end_row();
  void put_run();  // what has been counted of one state
  void put(Index count, const std::string& tag);
  std::string tag_of(std::uint8_t state) const;

  std::ostream& out_;
  Index width_;
  bool letters_;
  Index x_ = 0;
  Index same_ = 0;          // cells of one state up to x_
  Index rows_ended_ = 0;    // and not yet written: those at the end are left out, as Golly does
  std::uint8_t state_ = 0;  // of those cells
  std::string line_;
};

}  // namespace morula
