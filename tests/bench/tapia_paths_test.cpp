// The paper's algorithm does what it says. Atomic operations decide which of two copies that share a cell
// happens; everything else has one answer.
#include "bench/tapia/tapia_paths.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "bench/counted_device.h"
#include "bench/tapia/tapia_bench.h"
#include "gpu/nvrtc.h"
#include "tests/bench/tapia_reference.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

std::vector<NamedBackend> devices_found() {
  std::vector<NamedBackend> found = available_backends();
  std::erase_if(found, [](const NamedBackend& named) { return !named.backend.device; });
  return found;
}

// The proposals that are joined by the cells they share, the medium apart: a number for each group.
class Conflicts {
 public:
  explicit Conflicts(const std::vector<Proposal>& proposals) : group_(proposals.size()) {
    std::iota(group_.begin(), group_.end(), std::size_t{0});
    std::map<u32, std::size_t> first;
    for (std::size_t i = 0; i < proposals.size(); ++i)
      for (const u32 cell : {proposals[i].loses, proposals[i].gains})
        if (cell != 0) join(i, first.try_emplace(cell, i).first->second);
  }
  std::size_t group(std::size_t i) { return group_[i] == i ? i : group_[i] = group(group_[i]); }

 private:
  void join(std::size_t a, std::size_t b) { group_[group(a)] = group(b); }
  std::vector<std::size_t> group_;
};

// What one iteration may have made of `before`.
void expect_iteration(const std::vector<u32>& before, const std::vector<u32>& after,
                      const std::vector<Proposal>& proposals) {
  std::vector<u32> expected = before;
  std::set<u32> changed;
  std::set<std::size_t> all_groups, groups_with_one;
  Conflicts conflicts(proposals);
  for (std::size_t i = 0; i < proposals.size(); ++i) {
    const Proposal& proposal = proposals[i];
    all_groups.insert(conflicts.group(i));
    if (after[proposal.site] == before[proposal.site]) continue;
    groups_with_one.insert(conflicts.group(i));
    expected[proposal.site] = proposal.gains;
    for (const u32 cell : {proposal.loses, proposal.gains})
      EXPECT_TRUE(cell == 0 || changed.insert(cell).second) << "cell " << cell << " changed twice";
  }
  EXPECT_EQ(after, expected) << "a copy that no thread proposed";
  EXPECT_EQ(groups_with_one, all_groups) << "of those who want the same cells one has its way";
}

TEST(TapiaPaths, AnIterationCopiesWhatIsProposedAndChangesACellOnce) {
  const std::vector<std::pair<Extent, Extent>> tissues = {
      {{16, 8, 16}, {2, 2, 5}}, {{24, 16, 32}, {3, 4, 5}}, {{8, 8, 16}, {8, 4, 4}}};
  for (const NamedBackend& named : devices_found())
    for (const auto& [size, tile] : tissues) {
      const TapiaTissue tissue = tapia_tiles(size, tile);
      const u32 seed = 5;
      const auto path = tapia_on_device(tissue, seed, named.backend.device);
      for (const u32 run : {0u, 1u}) {
        const TapiaParameters parameters = tapia_drawn_parameters(run);
        const TapiaReference reference(tissue, parameters, tapia_key(seed));
        path->upload(parameters);
        std::vector<u32> cells = path->download();
        ASSERT_EQ(cells, tissue.cells);
        for (u64 iteration = 0; iteration < 12; ++iteration) {
          const auto proposals =
              reference.proposals(cells, iteration, tapia_class(tapia_key(seed), iteration));
          path->iterate(1);
          const std::vector<u32> after = path->download();
          expect_iteration(cells, after, proposals);
          EXPECT_EQ(path->volumes(), reference.volumes(after)) << named.name;
          cells = after;
        }
        EXPECT_NE(cells, tissue.cells) << named.name;
      }
    }
}

// One cell in the medium: all who want to change it want the same cell.
TEST(TapiaPaths, ALoneCellChangesByOneSiteAnIteration) {
  TapiaTissue tissue = tapia_tiles({16, 16, 16}, {16, 16, 16});
  std::ranges::fill(tissue.cells, 0u);
  for (std::size_t z = 6; z < 10; ++z)
    for (std::size_t y = 6; y < 10; ++y)
      for (std::size_t x = 6; x < 10; ++x) tissue.cells[(z * 16 + y) * 16 + x] = 1;
  for (const NamedBackend& named : devices_found()) {
    const auto path = tapia_on_device(tissue, 1, named.backend.device);
    path->upload(tapia_parameters(1, 31, 200, 31));  // far from its target: every copy is accepted
    for (u32 iteration = 1; iteration <= 20; ++iteration) {
      path->iterate(1);
      EXPECT_EQ(path->volumes()[1], 64 + iteration) << named.name;
    }
  }
}

TEST(TapiaPaths, VolumesAreThoseOfTheLatticeAfterLongRuns) {
  const TapiaTissue tissue = tapia_tiles({32, 32, 32}, {2, 2, 5});
  const TapiaParameters parameters = tapia_drawn_parameters(3);
  for (const NamedBackend& named : devices_found()) {
    const auto path = tapia_on_device(tissue, 1, named.backend.device);
    path->upload(parameters);
    path->iterate(400);
    const std::vector<u32> cells = path->download();
    EXPECT_EQ(path->volumes(), TapiaReference(tissue, parameters, tapia_key(1)).volumes(cells)) << named.name;
  }
}

TEST(TapiaPaths, OursRunsTheSameTissue) {
  const TapiaTissue tissue = tapia_tiles({16, 24, 32}, {2, 2, 5});
  for (const NamedBackend& named : available_backends()) {
    const auto path = tapia_ours(tissue, 1, named.backend);
    path->upload(tapia_drawn_parameters(2));
    EXPECT_EQ(path->download(), tissue.cells) << named.name;
    path->iterate(16);
    const std::vector<u32> after = path->download();
    EXPECT_NE(after, tissue.cells) << named.name;
    EXPECT_LT(*std::ranges::max_element(after), tissue.types.size()) << named.name;
  }
}

TEST(TapiaPaths, CopiesAreCounted) {
  const TapiaTissue tissue = tapia_tiles({16, 8, 16}, {2, 2, 5});
  for (const NamedBackend& named : devices_found()) {
    const auto path = tapia_on_device(tissue, 1, named.backend.device);
    path->upload(tapia_drawn_parameters(1));
    path->iterate(5);
    const std::vector<u32> before = path->download();
    const double counted = path->copies_an_attempt() * static_cast<double>(tissue.cells.size());
    const std::vector<u32> after = path->download();
    u32 differ = 0;
    for (std::size_t site = 0; site < after.size(); ++site) differ += after[site] != before[site];
    EXPECT_GE(counted, differ) << named.name << ": a site may change and change back";
    EXPECT_GT(counted, 0) << named.name;
    EXPECT_LT(counted, static_cast<double>(8 * tissue.types.size())) << "one change of a cell an iteration";
  }
  for (const NamedBackend& named : available_backends()) {
    const auto path = tapia_ours(tissue, 1, named.backend);
    path->upload(tapia_drawn_parameters(1));
    const double copies = path->copies_an_attempt();
    EXPECT_GT(copies, 0) << named.name;
    EXPECT_LT(copies, 1) << named.name;
  }
}

TEST(TapiaPaths, ParametersAreDrawnFromTheWholeRange) {
  std::set<i32> seen;
  for (u32 run = 0; run < 100; ++run) {
    const TapiaParameters drawn = tapia_drawn_parameters(run);
    EXPECT_EQ(drawn.adhesion[0], 0);
    EXPECT_EQ(drawn.adhesion[1], drawn.adhesion[tapia_kinds]);
    seen.insert({drawn.temperature, drawn.adhesion[1], drawn.adhesion[4], drawn.adhesion[5],
                 drawn.strength[1], drawn.target[2]});
  }
  EXPECT_EQ(seen.size(), 31u);
  EXPECT_EQ(*seen.begin(), 1);
  EXPECT_EQ(*seen.rbegin(), 31);
}

TEST(TapiaPaths, ClassesAreDrawnWithReplacementAllAsOften) {
  std::array<int, tapia_classes> counts{};
  for (u64 iteration = 0; iteration < 8000; ++iteration) ++counts[tapia_class(tapia_key(1), iteration)];
  for (const int count : counts) EXPECT_NEAR(count, 1000, 150);
}

// The table says 0.1, 0.2, 0.4, 0.8 million.
TEST(TapiaPaths, TissuesHaveAsManyCellsAsThePaperSays) {
  const auto cells = [](Extent size) {
    return std::round(static_cast<double>(tapia_tiles(size, {2, 2, 5}).types.size()) / 1e5);
  };
  EXPECT_EQ(cells({128, 128, 128}), 1);
  EXPECT_EQ(cells({128, 128, 256}), 2);
  EXPECT_EQ(cells({128, 256, 256}), 4);
  EXPECT_EQ(cells({256, 256, 256}), 8);
}

TEST(TapiaPaths, WhatCannotBeSaysWhy) {
  for (const NamedBackend& named : devices_found()) {
    EXPECT_EQ(why_not_tapia(tapia_tiles({8, 8, 16}, {2, 2, 5}), *named.backend.device), "");
    EXPECT_EQ(why_not_tapia(tapia_tiles({8, 8, 8}, {2, 2, 5}), *named.backend.device),
              "its blocks are of 8 x 8 x 16 sites");
  }
}

TEST(TapiaPaths, TheLineOfTheFigureIsTheLeastSquaresOne) {
  TapiaScaling scaling;
  scaling.points.push_back({{10, 1, 1}, TapiaTime{20, 0, 0}});
  scaling.points.push_back({{20, 1, 1}, TapiaTime{50, 0, 0}});
  EXPECT_DOUBLE_EQ(scaling.slope(&TapiaPoint::theirs).value(), 1200.0 / 500);
  EXPECT_FALSE(scaling.slope(&TapiaPoint::ours));
}

TEST(TapiaPaths, ACountedDeviceCountsLaunches) {
  const TapiaTissue tissue = tapia_tiles({8, 8, 16}, {2, 2, 5});
  for (const NamedBackend& named : devices_found()) {
    const auto counted = std::make_shared<CountedDevice>(named.backend.device);
    const auto path = tapia_on_device(tissue, 1, counted);
    path->upload(tapia_parameters(8, 1, 20, 20));
    EXPECT_EQ(counted->launches(), 1u);
    path->iterate(7);
    EXPECT_EQ(counted->launches(), 8u);
  }
}

TEST(TapiaPaths, NvrtcCompilesTheKernelsForHopper) {
  if (const auto found = gpu::find_nvrtc(); found.version.empty()) GTEST_SKIP() << found.missing;
  const gpu::Nvrtc nvrtc;
  for (const Extent& size : {Extent{24, 16, 32}, Extent{256, 256, 256}})
    EXPECT_FALSE(nvrtc.compile(tapia_source(size), 90u).empty());
}

}  // namespace
}  // namespace morula::test
