// Writes Golly's run-length encoding while the cells arrive. Never more than one line is in memory.
#pragma once

#include <cstdint>
#include <ostream>
#include <span>
#include <string>

#include "core/lattice.h"

namespace morula {

struct RleHeader {
  Index width = 0, height = 0;
  unsigned states = 2;       // cells of two states are written as b and o, of more states as other letters
  std::string rule;          // in Golly's notation, with its grid; not written if empty
  std::string comment = {};  // a comment line before the header; not written if empty
};

class RleWriter {
 public:
  RleWriter(std::ostream& out, const RleHeader& header);

  void add(std::span<const std::uint8_t> cells);  // row by row from the top, in pieces of any length
  void finish();                                  // after the last cell

 private:
  void end_row();
  void put_run();  // writes the cells of one state that have been counted
  void put(Index count, const std::string& tag);
  std::string tag_of(std::uint8_t state) const;

  std::ostream& out_;
  Index width_;
  bool letters_;
  Index x_ = 0;
  Index same_ = 0;          // number of cells of the same state up to x_
  Index rows_ended_ = 0;    // rows ended but not yet written; like Golly, it does not write those at the end
  std::uint8_t state_ = 0;  // the state of these cells
  std::string line_;
};

}  // namespace morula
