#include "models/automaton/observe/rle_writer.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace morula {
namespace {

constexpr std::size_t longest_line = 70;  // the limit of the format

}  // namespace

RleWriter::RleWriter(std::ostream& out, const RleHeader& header)
    : out_(out), width_(header.width), letters_(header.states > 2) {
  if (!header.comment.empty()) out_ << "#C " << header.comment << '\n';
  out_ << "x = " << header.width << ", y = " << header.height;
  if (!header.rule.empty()) out_ << ", rule = " << header.rule;
  out_ << '\n';
}

void RleWriter::add(std::span<const std::uint8_t> cells) {
  assert(width_ > 0 || cells.empty());
  while (!cells.empty()) {
    const auto row = cells.first(std::min<Index>(cells.size(), width_ - x_));
    for (auto cell = row.begin(); cell != row.end();) {
      const auto next = std::find_if(cell, row.end(), [&](std::uint8_t other) { return other != *cell; });
      if (*cell != state_) put_run();
      state_ = *cell;
      same_ += static_cast<Index>(next - cell);
      cell = next;
    }
    x_ += row.size();
    if (x_ == width_) end_row();
    cells = cells.subspan(row.size());
  }
}

void RleWriter::end_row() {
  if (state_ != 0) put_run();
  same_ = x_ = 0;  // dead cells at the end of a row are left out
  state_ = 0;
  ++rows_ended_;
}

void RleWriter::put_run() {
  if (same_ == 0) return;
  if (rows_ended_ > 0) put(std::exchange(rows_ended_, 0), "$");
  put(std::exchange(same_, 0), tag_of(state_));
}

void RleWriter::put(Index count, const std::string& tag) {
  const std::string run = (count > 1 ? std::to_string(count) : "") + tag;
  if (line_.size() + run.size() > longest_line) {
    out_ << line_ << '\n';
    line_.clear();
  }
  line_ += run;
}

std::string RleWriter::tag_of(std::uint8_t state) const {
  if (!letters_) return state == 0 ? "b" : "o";
  if (state == 0) return ".";
  const char letter = static_cast<char>('A' + (state - 1) % 24);
  if (state <= 24) return {letter};
  return {static_cast<char>('p' + (state - 25) / 24), letter};
}

void RleWriter::finish() {
  put(1, "!");
  out_ << line_ << '\n';
}

}  // namespace morula
