// Text written as RLE is read back unchanged, whatever the states are and in whatever pieces the cells
// arrive.
#include "models/automaton/observe/rle_writer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "core/mix.h"
#include "models/automaton/read/rle_reader.h"

namespace morula::test {
namespace {

using Cells = std::vector<std::uint8_t>;

std::string written(const RleHeader& header, const Cells& cells, std::size_t piece = 1'000'000) {
  std::ostringstream out;
  RleWriter writer(out, header);
  for (std::size_t done = 0; done < cells.size(); done += piece)
    writer.add(std::span(cells).subspan(done, std::min(piece, cells.size() - done)));
  writer.finish();
  return out.str();
}

Cells cells_of(const Pattern& pattern) {
  Cells cells(pattern.width * pattern.height);
  for (const Run& run : pattern.runs)
    std::fill_n(cells.begin() + static_cast<std::ptrdiff_t>(run.y * pattern.width + run.x), run.length,
                run.state);
  return cells;
}

Cells some_cells(std::size_t count, unsigned states, std::uint64_t sparseness) {
  Cells cells(count);
  for (std::size_t i = 0; i < count; ++i)
    if (mix64(i + 1) % sparseness == 0)
      cells[i] = static_cast<std::uint8_t>(mix64(mix64(i + 1) / 1000) % states);
  return cells;
}

TEST(RleWriter, WritesAGliderAsGollyDoes) {
  const Cells glider = {0, 1, 0, 0, 0, 1, 1, 1, 1};
  EXPECT_EQ(written({3, 3, 2, "B3/S23"}, glider), "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n");
}

TEST(RleWriter, LeavesOutWhatIsDeadAtTheEndOfRowsAndOfThePattern) {
  const Cells cells = {0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0};
  EXPECT_EQ(written({3, 6, 2, ""}, cells), "x = 3, y = 6\n$2o3$o!\n");
  EXPECT_EQ(written({2, 2, 2, ""}, Cells(4)), "x = 2, y = 2\n!\n");
}

TEST(RleWriter, NamesEveryStateAsGollyDoes) {
  const Cells cells = {0, 1, 24, 25, 48, 49, 255};
  EXPECT_EQ(written({7, 1, 256, "many"}, cells), "x = 7, y = 1, rule = many\n.AXpApXqAyO!\n");
  EXPECT_EQ(written({3, 1, 3, ""}, {1, 1, 0}), "x = 3, y = 1\n2A!\n")
      << "letters, though states 0 and 1 only";
}

TEST(RleWriter, WhatIsWrittenReadsBackInPiecesOfAnyLength) {
  for (const unsigned states : {2u, 3u, 25u, 256u})
    for (const std::uint64_t sparseness : {1u, 3u, 50u})
      for (const std::size_t piece : {1u, 10u, 97u, 100000u}) {
        const Cells cells = some_cells(97 * 61, states, sparseness);
        const std::string text = written({97, 61, states, "B3/S23"}, cells, piece);
        const Pattern back = parse_rle(text, "back.rle");
        EXPECT_EQ(back.rule, "B3/S23");
        EXPECT_EQ(std::pair(back.width, back.height), std::pair(Index{97}, Index{61}));
        ASSERT_EQ(cells_of(back), cells) << states << " states, one cell in " << sparseness;
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) ASSERT_LE(line.size(), 70u);
      }
}

}  // namespace
}  // namespace morula::test
