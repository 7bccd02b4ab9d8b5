// Counts by sorting and counts by atomics are the counts.
#include "bench/pereira/pereira_counting.h"

#include <gtest/gtest.h>

#include "tests/support/backends.h"

namespace morula::test {
namespace {

void expect_counted(const PereiraCells& cells, const std::string& what) {
  PereiraCounts expected{};
  for (const u32 state : cells) ++expected[state];
  for (const NamedBackend& named : available_backends()) {
    const auto& device = named.backend.device;
    if (!device) continue;
    const auto buffer = device->allocate(cells.size() * sizeof(u32));
    device->write(*buffer, 0, std::as_bytes(std::span(cells)));
    for (const MakeCounter make : {count_by_sorting, count_by_atomics}) {
      const auto counter = make(static_cast<u32>(cells.size()), device);
      EXPECT_EQ(counter->count(*buffer), expected) << what << " on " << named.name;
      EXPECT_EQ(counter->count(*buffer), expected) << what << ", again, on " << named.name;
    }
    PereiraCells after(cells.size());
    device->read(*buffer, 0, std::as_writable_bytes(std::span(after)));
    EXPECT_EQ(after, cells) << "the lattice itself was sorted: " << what << " on " << named.name;
  }
}

PereiraCells mixture(std::size_t count, const std::vector<u32>& states) {
  PereiraCells cells(count);
  for (std::size_t i = 0; i < count; ++i)
    cells[i] = states[i * 2654435761u % 4294967291u / 7 % states.size()];
  return cells;
}

// Powers of two and others, one cell, more than a group has work-items.
TEST(PereiraCounting, EveryNumberOfCells) {
  for (const std::size_t count : {1, 3, 1024, 37 * 37, 5000})
    expect_counted(mixture(count, {0, 1, 2, 3, 1, 1}), std::to_string(count) + " cells");
}

TEST(PereiraCounting, StatesThatNoCellHas) {
  expect_counted(mixture(300, {0}), "all empty");
  expect_counted(mixture(300, {3}), "the last species alone");
  expect_counted(mixture(300, {0, 2}), "a gap");
  expect_counted(mixture(300, {1, 2}), "no last, no first");
}

}  // namespace
}  // namespace morula::test
