// The algorithms of Muniyandi and Maroosi (2020): their grouping, their equations, and that they compute what
// our engine computes.
#include <gtest/gtest.h>

#include <algorithm>

#include "bench/membrane/membrane_cases.h"
#include "bench/muniyandi/muniyandi_grouping.h"
#include "bench/muniyandi/muniyandi_occupancy.h"
#include "bench/muniyandi/muniyandi_paths.h"
#include "bench/muniyandi/muniyandi_tables.h"
#include "tests/support/backends.h"

namespace morula::muniyandi {
namespace {

std::vector<NetworkLink> links_of(const std::vector<std::tuple<char, char, double>>& named) {
  std::vector<NetworkLink> links;
  for (const auto& [a, b, rate] : named)
    links.push_back({static_cast<std::uint32_t>(a - 'a'), static_cast<std::uint32_t>(b - 'a'), rate});
  return links;
}

std::vector<std::string> names_of(const std::vector<NodeGroup>& groups) {
  std::vector<std::string> names;
  for (const NodeGroup& group : groups) {
    names.emplace_back();
    for (const std::uint32_t node : group) names.back() += static_cast<char>('a' + node);
  }
  return names;
}

TEST(MuniyandiGrouping, IsThatOfFigure5) {
  const auto groups = names_of(grouped_by_rate(26,
                                               links_of({{'a', 'f', 0.95},
                                                         {'f', 'c', 0.9},
                                                         {'b', 'x', 0.9},
                                                         {'d', 'k', 0.85},
                                                         {'f', 'z', 0.8},
                                                         {'c', 'e', 0.8},
                                                         {'b', 'd', 0.75}}),
                                               5));
  ASSERT_GE(groups.size(), 2u);
  EXPECT_EQ(groups[0], "afcze");
  EXPECT_EQ(groups[1], "bxdk");
  for (std::size_t i = 2; i < groups.size(); ++i) EXPECT_EQ(groups[i].size(), 1u) << groups[i];
}

TEST(MuniyandiGrouping, GroupsHaveNoMoreRoomThanTheyHave) {
  const auto links = links_of({{'a', 'b', 0.5}, {'c', 'd', 0.5}, {'b', 'c', 0.4}, {'d', 'e', 0.3}});
  EXPECT_EQ(names_of(grouped_by_rate(5, links, 1)), (std::vector<std::string>{"a", "b", "c", "d", "e"}));
  EXPECT_EQ(names_of(grouped_by_rate(5, links, 2)), (std::vector<std::string>{"ab", "cd", "e"}));
  EXPECT_EQ(names_of(grouped_by_rate(5, links, 3)), (std::vector<std::string>{"ab", "cde"}));
  EXPECT_EQ(names_of(grouped_by_rate(5, links, 5)), (std::vector<std::string>{"abcde"}));
}

TEST(MuniyandiGrouping, ObjectsOfARuleBelongTogether) {
  const membrane::System system = reacting_system(20, 9);
  const auto links = object_network(system, recorded_steps(system, {true, false, 1}, 3));
  const auto groups = grouped_by_rate(9, links, 3);
  ASSERT_EQ(groups.size(), 3u);
  for (const NodeGroup& group : groups) {
    ASSERT_EQ(group.size(), 3u);
    for (const std::uint32_t node : group) EXPECT_EQ(node / 3, group[0] / 3);
  }
}

TEST(MuniyandiEquations, AreAsTheyAreWritten) {
  EXPECT_EQ(least_threads_of_block(gtx_680), 128);
  EXPECT_EQ(threads_of_block(gtx_680, false), 128);
  EXPECT_EQ(threads_of_block(gtx_680, true), 1024);
  EXPECT_DOUBLE_EQ(objects_by_shared(gtx_680, paper_object), 1.2) << "the paper: 2.4 KB";
  EXPECT_DOUBLE_EQ(objects_by_registers(gtx_680, paper_object), 3.2) << "the paper: 32";
  EXPECT_EQ(objects_by_local(gtx_680, paper_object), unbounded);
  EXPECT_DOUBLE_EQ(objects_of_thread_at_most(gtx_680, paper_object), 1.2);
  EXPECT_DOUBLE_EQ(objects_of_thread(gtx_680, paper_object, 3), 1.2) << "the paper: 3";
  EXPECT_DOUBLE_EQ(membranes_of_block(gtx_680, {2560, 1280, 0}, 128), 1.2);
}

TEST(MuniyandiEquations, TakeWhatADriverReports) {
  gpu::DeviceInfo h200;
  h200.max_group = 1024;
  h200.unit = {2048, 32, 65536, 32, 233472};
  const ReportedMultiprocessor cuda = multiprocessor_of(h200);
  EXPECT_TRUE(cuda.assumed.empty());
  EXPECT_EQ(least_threads_of_block(cuda.room), 64);
  EXPECT_EQ(threads_of_block(cuda.room, true), 1024);
  EXPECT_DOUBLE_EQ(objects_by_shared(cuda.room, {8, 16, 0}), 14.25);
  EXPECT_DOUBLE_EQ(objects_by_registers(cuda.room, {8, 16, 0}), 2);
  h200.unit = {{}, {}, {}, {}, 49152};
  const ReportedMultiprocessor opencl = multiprocessor_of(h200);
  EXPECT_EQ(opencl.assumed, (std::vector<std::string>{"threads", "blocks", "threads of a warp"}));
  EXPECT_EQ(least_threads_of_block(opencl.room), 128);
  EXPECT_EQ(objects_by_registers(opencl.room, {8, 0, 0}), unbounded);
}

TEST(MuniyandiEquations, SubMatricesAreThoseOfTable1) {
  // So is the occupancy up to 96 objects; blocks of 192 and 384 threads fill 60 of 64 warps, where it says
  // all.
  const auto threads = static_cast<std::uint32_t>(least_threads_of_block(gtx_680));
  const std::tuple<std::uint32_t, SubMatrix, double> rows[] = {
      {6, {2, 64}, 0.25},  {12, {4, 32}, 0.25},    {24, {8, 16}, 0.25},     {48, {16, 8}, 0.5},
      {96, {32, 4}, 0.75}, {192, {64, 2}, 0.9375}, {384, {128, 1}, 0.9375}, {1536, {128, 1}, 1}};
  for (const auto& [objects, block, share] : rows) {
    EXPECT_EQ(sub_matrix(objects / 3, threads), block) << objects;
    EXPECT_DOUBLE_EQ(occupancy(gtx_680, threads_of_algorithm_1(objects, 1024)), share) << objects;
  }
}

TEST(MuniyandiAlgorithms, ComputeWhatOurEngineComputes) {
  for (const std::uint32_t objects : {6u, 15u, 48u}) {
    const Reactions reactions = drawn_reactions(37, objects);
    const auto threads = std::make_shared<ThreadPool>(2);
    const auto expected = our_path(reactions, {BackendKind::Cpu, threads, nullptr});
    EXPECT_EQ(expected->step(11), 11u);
    const auto sequential = one_core(reactions);
    EXPECT_EQ(sequential->step(11), 11u);
    EXPECT_EQ(sequential->counts(), expected->counts());
    for (const auto& named : test::available_backends()) {
      if (!named.backend.device) continue;
      std::vector<std::unique_ptr<ReactionPath>> paths;
      for (const CountsIn where : {CountsIn::Shared, CountsIn::Global}) {
        for (const SubMatrix block : {SubMatrix{2, 16}, SubMatrix{4, 1}}) {
          const auto kernels = std::make_shared<ReactionKernels>(named.backend.device, objects, block);
          paths.push_back(algorithm_1(reactions, kernels, where));
          paths.push_back(algorithm_2(reactions, kernels, where));
        }
      }
      paths.push_back(our_path(reactions, named.backend));
      for (const auto& path : paths) {
        EXPECT_EQ(path->step(4) + path->step(7), 11u) << named.name;
        EXPECT_EQ(path->counts(), expected->counts()) << named.name << ", " << objects << " objects";
      }
    }
  }
}

TEST(MuniyandiTables, SayWhatWasMeasuredAndWhatThePaperSays) {
  TableRow row{16382, 6, 6, 0.25, 0.25, {2, 32}, SubMatrix{2, 64}, 780'000, {}};
  row.times = {{"one core", 's', 1e-3, 1.282e-3},
               {"Algorithm 1, shared", '1', 100e-6, 9.214e-3},
               {"ours", 'm', 1e-6, {}}};
  const ReactionTable table{"Table 1", "Table 1: 16382 membranes", {row}};
  EXPECT_NE(header_text(table, row).find("(N_Tx, N_Ty)"), std::string::npos);
  const std::string line = row_text(row);
  for (const char* part : {"25% [25%]", "(2, 32) [(2, 64)]", "100 us [9.214 ms]", "x 100"})
    EXPECT_NE(line.find(part), std::string::npos) << part << " is not in " << line;
  const std::string figure = figure_8_text(table);
  EXPECT_NE(figure.find("1e-1 s"), std::string::npos) << figure;
  EXPECT_NE(figure.find("1e4 s"), std::string::npos) << figure;
  EXPECT_EQ(std::ranges::count(figure, '\n'), 5) << figure;
  const std::string footer =
      footer_text({{table}, {"a GPU", {}, paper_object, 3}, {{"Table 3", "membranes", {2, 4}, "why"}}});
  for (const char* part :
       {"(6) is 1.2 and (7) is 3.2", "2.4 KB and 32", "rows of 2, 4 membranes (why)", "3 objects per thread"})
    EXPECT_NE(footer.find(part), std::string::npos) << part << " is not in " << footer;
}

}  // namespace
}  // namespace morula::muniyandi
