#include "io/table_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "core/error.h"
#include "core/mix.h"
#include "tests/io/temporary_folder.h"

namespace morula::io {
namespace {

Number whole(std::uint64_t value) { return value; }
Number with_sign(std::int64_t value) { return value; }

TEST(TableFile, HasAHeaderAndItsRows) {
  const TemporaryFolder folder;
  TableFile file(folder / "cells.csv", {"cell", "change", "volume"});
  file.add(std::vector<Number>{whole(1), with_sign(-5), 0.1, whole(2), with_sign(7), 2.5});
  file.add({});
  file.add(std::vector<Number>{whole(3), with_sign(0), -1e300});
  file.commit();
  EXPECT_EQ(read_file(folder / "cells.csv"), "cell,change,volume\n1,-5,0.1\n2,7,2.5\n3,0,-1e+300\n");
}

TEST(TableFile, MayBeWithoutRows) {
  const TemporaryFolder folder;
  TableFile file(folder / "cells.csv", {"cell"});
  file.commit();
  EXPECT_EQ(read_file(folder / "cells.csv"), "cell\n");
}

TEST(TableFile, NamesWithCommasAreQuoted) {
  const TemporaryFolder folder;
  TableFile file(folder / "cells.csv", {"a,b", "say \"c\"", "d"});
  file.commit();
  EXPECT_EQ(read_file(folder / "cells.csv"), "\"a,b\",\"say \"\"c\"\"\",d\n");
}

TEST(TableFile, NumbersAreWrittenAsInTheSeries) {
  const TemporaryFolder folder;
  std::vector<Number> numbers = {whole(0),
                                 whole(~std::uint64_t{0}),
                                 with_sign(std::numeric_limits<std::int64_t>::min()),
                                 with_sign(std::numeric_limits<std::int64_t>::max()),
                                 0.0,
                                 -0.0,
                                 1.0,
                                 1e15,
                                 1e16,
                                 1e-5,
                                 1.0 / 3,
                                 std::numeric_limits<double>::max(),
                                 -std::numeric_limits<double>::max(),
                                 std::numeric_limits<double>::denorm_min(),
                                 std::numeric_limits<double>::infinity(),
                                 std::numeric_limits<double>::quiet_NaN()};
  for (u64 i = 0; i < 1000; ++i) numbers.push_back(static_cast<double>(mix64(i)) / 3e5);
  std::string expected = "n\n";
  const auto text_of = [](auto value) {
    if constexpr (std::is_same_v<decltype(value), Absent>)
      return std::string();
    else
      return fmt::format("{}", value);
  };
  numbers.push_back(Absent{});
  for (const Number& number : numbers) {
    expected += std::visit(text_of, number) + '\n';
    EXPECT_EQ(cell_of(number), std::visit(text_of, number));
  }
  TableFile file(folder / "a.csv", {"n"});
  file.add(numbers);
  file.commit();
  EXPECT_EQ(read_file(folder / "a.csv"), expected);
}

// More text than is held in memory at once, in blocks of any size.
TEST(TableFile, IsTheSameFromBlocksOfAnySize) {
  const TemporaryFolder folder;
  std::vector<Number> rows;
  std::string expected = "cell,volume\n";
  for (u64 i = 0; i < 100'000; ++i) {
    const double volume = static_cast<double>(mix64(i)) / 7;
    rows.insert(rows.end(), {whole(i), volume});
    expected += fmt::format("{},{}\n", i, volume);
  }
  ASSERT_GT(expected.size(), std::size_t{2} << 20);
  for (const std::size_t block : {std::size_t{1}, std::size_t{777}, std::size_t{100'000}}) {
    TableFile file(folder / "a.csv", {"cell", "volume"});
    for (std::size_t row = 0; row < 100'000; row += block)
      file.add(std::span(rows).subspan(2 * row, 2 * std::min(block, 100'000 - row)));
    file.commit();
    EXPECT_TRUE(read_file(folder / "a.csv") == expected) << block;
  }
}

TEST(TableFile, AppearsWhenItIsCommitted) {
  const TemporaryFolder folder;
  write_file(folder / "a.csv", "before\n");
  {
    TableFile file(folder / "a.csv", {"n"});
    file.add(std::vector<Number>{whole(1)});
    EXPECT_EQ(read_file(folder / "a.csv"), "before\n");
  }
  EXPECT_EQ(read_file(folder / "a.csv"), "before\n") << "not committed";
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1) << "nothing beside it";
}

TEST(TableFile, AMissingFolderIsAnError) {
  const TemporaryFolder folder;
  EXPECT_THROW(TableFile(folder / "none/a.csv", {"n"}), FileError);
}

}  // namespace
}  // namespace morula::io
