// Models that cannot be spread over ranks are refused, with a message that says what would fit.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/bytes.h"
#include "models/catalogue.h"
#include "models/ranks/node_memory.h"
#include "models/ranks/rank_part.h"
#include "runner/run.h"
#include "tests/ranks/spread.h"

namespace morula::test {
namespace {

std::string refusal(const Spec& spec, int ranks) try {
  with_ranks(ranks, spec, [](Model&) {});
  return "";
} catch (const SpecError& error) {
  return error.what();
}

TEST(RefusedRanks, MoreThanThereAreRows) {
  const Spec low = spec_from(soup("[500, 3]", "periodic", "moore", "B3/S23"));
  EXPECT_EQ(
      refusal(low, 4),
      "test.yaml:4:17: lattice.size: is 500 x 3, whose 3 rows can be divided among at most 3 ranks, not 4; "
      "start fewer, or turn the lattice so that its longest side is the last one");
  EXPECT_EQ(refusal(low, 3), "");
}

TEST(RefusedRanks, SlabsThinnerThanTheRange) {
  const Spec wide = spec_from(
      "model: automaton\nsteps: 9\nlattice: {size: [20, 20, 7]}\nautomaton: {tissue: {range: 3, activated: "
      "1, refractory: 1, threshold: 2}}\n");
  EXPECT_EQ(
      refusal(wide, 3),
      "test.yaml:3:17: lattice.size: is 20 x 20 x 7, whose 7 planes can be divided among at most 2 ranks, "
      "not 3; start fewer, or turn the lattice so that its longest side is the last one");
}

// Each part fits into memory, but all parts together do not: nothing is allocated.
TEST(RefusedRanks, WhatTheRanksOfAMachineCannotHoldTogether) {
  const auto of_rows = [](std::uint64_t rows) {
    return spec_from(soup(fmt::format("[65536, {}]", rows), "periodic", "moore", "B3/S23"));
  };
  std::uint64_t rows = 1024;
  const auto needed = [&] { return footprint_of(of_rows(rows), on_one_thread()).host_bytes; };
  while (needed() < memory_of_machine() / 4 * 5) rows += rows / 2;
  ASSERT_LT(needed(), memory_of_machine() * 2);
  const Spec large = of_rows(rows);
  const std::string message = refusal(large, 4);
  EXPECT_NE(message.find("of memory for the 4 ranks on this machine where there is"), std::string::npos)
      << message;
}

// Slabs of 64 rows with halos of 64: the messages need more memory than the lattice.
TEST(RefusedRanks, MessagesThatDoNotFitBesideTheLattice) {
  constexpr int ranks = 2;
  constexpr Index halo = 64;
  const Backend backend = on_one_thread();
  const auto of_columns = [](std::uint64_t columns) {
    return spec_from(soup(fmt::format("[{}, 128]", columns), "periodic", "moore", "B3/S23"));
  };
  const auto needed = [&](const Spec& whole) {
    const Spec part = family_of(whole).division->part(whole, decomposition_of(whole, ranks).part(0, halo));
    return ranks * (footprint_of(part, backend).host_bytes + most_message_bytes(part, backend, halo));
  };
  std::uint64_t columns = 1024;
  while (needed(of_columns(columns)) < memory_of_machine() / 10 * 11) columns += columns / 2;
  const Spec wide = of_columns(columns);
  run_thread_ranks(ranks, [&](Communicator& communicator) {
    const Spec part = RankPart::spec_of(wide, communicator, halo);
    EXPECT_FALSE(misfit_on_ranks(part, backend, communicator, 0));
    EXPECT_TRUE(misfit_on_ranks(part, backend, communicator, most_message_bytes(part, backend, halo)));
  });
}

// Halos wait in one of two places on a device until it is known which quiet tiles they wake. Their messages
// lie in the host's memory.
TEST(RefusedRanks, HalosOnDevicesAreCounted) {
  constexpr Index halo = 8;
  const Backend backend{BackendKind::Cuda, std::make_shared<ThreadPool>(1), nullptr};
  const auto part_of = [&](const std::string& quiet_regions) {
    const Spec whole = spec_from(
        "model: automaton\nsteps: 1\nlattice: {size: [4096, 400]}\nautomaton: {rule: B3/S23, "
        "quiet_regions: " +
        quiet_regions + "}\ninitial: {random: {density: 0.3}}\n");
    return family_of(whole).division->part(whole, decomposition_of(whole, 2).part(0, halo));
  };
  constexpr std::uint64_t halos = 2 * halo * 4096 / 8;
  EXPECT_EQ(footprint_of(part_of("skip"), backend).device_bytes,
            footprint_of(part_of("compute"), backend).device_bytes + 2 * halos);
  EXPECT_GE(most_message_bytes(part_of("skip"), backend, halo), 2 * halos);
}

TEST(RefusedRanks, AFamilyThatCannotBeDividedIsNamed) {
  const std::filesystem::path examples = std::filesystem::path(MORULA_SOURCE_DIR) / "examples";
  const Spec cells = read_model(load_model_file(examples / "cell-sorting.yaml"), {});
  EXPECT_NE(refusal(cells, 2).find("'potts'"), std::string::npos) << refusal(cells, 2);
}

// A state that is wrong on any rank is refused by the whole model.
TEST(RefusedRanks, AStateThatIsNoStateIsRefused) {
  const Spec spec = spec_from(soup("[8, 8]", "fixed", "moore", "B3/S23"));
  with_ranks(3, spec, [](Model& model) {
    const Field field = model.fields().front();
    std::vector<std::byte> states(64, std::byte{1});
    for (const std::size_t wrong : {0u, 63u}) {
      states[wrong] = std::byte{2};
      EXPECT_THROW(model.restore(field, {0, 64}, states), StateError);
      states[wrong] = std::byte{1};
    }
    model.restore(field, {0, 64}, states);
    EXPECT_EQ(observe(model), (std::vector<Row>{{std::uint64_t{0}, std::uint64_t{64}}}));
  });
}

}  // namespace
}  // namespace morula::test
