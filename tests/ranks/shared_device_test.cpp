// The memory of ranks that share a device is added up, since the device has its memory only once.
#include <gtest/gtest.h>

#include "core/error.h"
#include "models/ranks/node_memory.h"
#include "models/ranks/rank_part.h"
#include "tests/ranks/spread.h"

namespace morula::test {
namespace {

// A device that is only used for the description of itself.
class DescribedDevice final : public gpu::Device {
 public:
  DescribedDevice(std::string identity, std::uint64_t free) : free_(free) {
    info_.name = "Card";
    info_.identity = std::move(identity);
    info_.memory = info_.max_buffer = free;
  }

  const gpu::DeviceInfo& info() const override { return info_; }
  std::uint64_t free_memory() override { return free_; }
  std::unique_ptr<gpu::Buffer> allocate(std::uint64_t) override { throw Error("not a device"); }
  void write(gpu::Buffer&, std::uint64_t, std::span<const std::byte>) override {}
  void read(const gpu::Buffer&, std::uint64_t, std::span<std::byte>) override {}
  void fill(gpu::Buffer&, std::byte) override {}
  void copy(const gpu::Buffer&, gpu::Buffer&) override {}
  std::unique_ptr<gpu::Program> build(const gpu::Source&) override { throw Error("not a device"); }
  using gpu::Device::launch;
  void launch(const gpu::Kernel&, const gpu::Grid&, std::span<const gpu::Argument>) override {}
  void finish() override {}
  double time(const std::function<void()>&) override { return 0; }

 private:
  gpu::DeviceInfo info_;
  std::uint64_t free_;
};

class OnMachine final : public WrappedCommunicator {
 public:
  OnMachine(Communicator& ranks, const std::string& host)
      : WrappedCommunicator(ranks), node_{host, ranks.rank(), ranks.size()} {}
  const Node& node() const override { return node_; }

 private:
  Node node_;
};

struct SharedCard {
  std::string host, identity;
};

// The problem that is reported if the device of every rank has one and a half times the memory that the rank
// needs.
std::string problem_with(const std::vector<SharedCard>& cards) {
  constexpr Index halo = 4;
  const Spec whole = spec_from(soup("[4096, 4096]", "periodic", "moore", "B3/S23"));
  std::vector<std::string> problems(cards.size());
  run_thread_ranks(static_cast<int>(cards.size()), [&](Communicator& threads) {
    const auto rank = static_cast<std::size_t>(threads.rank());
    OnMachine ranks(threads, cards[rank].host);
    Backend backend{BackendKind::Cuda, std::make_shared<ThreadPool>(1), nullptr};
    const Spec part = RankPart::spec_of(whole, ranks, halo);
    const std::uint64_t needed = footprint_of(part, backend, Pictures::NotMade).device_bytes;
    backend.device = std::make_shared<DescribedDevice>(cards[rank].identity, needed * 3 / 2);
    if (const auto problem = misfit_on_ranks(part, backend, ranks, 0)) problems[rank] = problem->what;
  });
  for (const std::string& problem : problems) EXPECT_EQ(problem, problems.front());
  return problems.front();
}

TEST(SharedDevices, AreAddedUp) {
  EXPECT_EQ(problem_with({{"a", "uuid 1"}, {"a", "uuid 2"}, {"a", "uuid 3"}}), "");
  const std::string problem = problem_with({{"a", "uuid 1"}, {"a", "uuid 2"}, {"a", "uuid 1"}});
  EXPECT_NE(problem.find("for the 2 ranks that share Card on a where there is"), std::string::npos)
      << problem;
}

// Equal addresses in two machines belong to two devices.
TEST(SharedDevices, AreThoseOfOneMachine) {
  EXPECT_EQ(problem_with({{"a", "pci 0:1:0.0"}, {"b", "pci 0:1:0.0"}}), "");
  EXPECT_NE(problem_with({{"a", "pci 0:1:0.0"}, {"a", "pci 0:1:0.0"}}), "");
}

// If drivers do not identify their devices, each rank is checked on its own.
TEST(SharedDevices, ThatCannotBeToldApartAreNot) {
  EXPECT_EQ(problem_with({{"a", ""}, {"a", ""}, {"a", ""}}), "");
}

}  // namespace
}  // namespace morula::test
