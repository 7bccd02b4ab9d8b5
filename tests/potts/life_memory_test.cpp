// A run ends with a checkpoint if memory does not suffice for more cells.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <fstream>

#include "core/bytes.h"
#include "gpu/forwarding_device.h"
#include "models/potts/engine/potts_engine.h"
#include "tests/potts/living_model.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

// A device whose memory can be declared full at any time.
class FullDevice final : public gpu::ForwardingDevice {
 public:
  using ForwardingDevice::ForwardingDevice;
  std::uint64_t free_memory() override { return is_full ? 0 : ForwardingDevice::free_memory(); }

  bool is_full = false;
};

// 9 cells and the medium fill all rows, so the first division needs another row.
const std::string dividing_at_once = living("{stem: {divide: {when: \"step == 3\"}}}");

void expect_end(Model& model, const std::string& name) {
  EXPECT_EQ(model.step(5), 4u) << name << ": the step is finished";
  EXPECT_EQ(volumes_in(model).size(), 9u) << name;
  ASSERT_EQ(model.remarks().size(), 1u) << name;
  EXPECT_EQ(model.remarks().front(),
            "a cell should have divided in step 4, and there is no memory for more than the present 9 cells; "
            "resume on a machine with more memory, or let fewer cells live")
      << name;
}

TEST(LifeMemory, EndsTheRunOnAFullDevice) {
  const Spec spec = read_model({{"life.yaml", dividing_at_once}, {}, {}});
  for (auto [name, backend] : available_backends()) {
    if (!backend.device) continue;
    const auto device = std::make_shared<FullDevice>(backend.device);
    backend.device = device;
    device->is_full = true;
    const auto model = make_model(spec, backend, Start::Initial);
    expect_end(*model, name);
  }
}

// The device has room for twice the 10 initial rows, and its memory is full after that.
TEST(LifeMemory, SpareRowsOfADeviceAreUsedBeforeItIsFull) {
  const std::string twice = living("{stem: {divide: {when: \"step == 3 or step == 5\"}}}");
  const Spec spec = read_model({{"life.yaml", twice}, {}, {}});
  const auto on_host = make_model(spec, one_thread, Start::Initial);
  on_host->step(5);
  for (auto [name, backend] : available_backends()) {
    if (!backend.device) continue;
    const auto device = std::make_shared<FullDevice>(backend.device);
    backend.device = device;
    const auto model = make_model(spec, backend, Start::Initial);
    device->is_full = true;
    EXPECT_EQ(model->step(5), 5u) << name;
    EXPECT_EQ(volumes_in(*model).size(), 18u) << name;
    EXPECT_EQ(model->hash(), on_host->hash()) << name;
    EXPECT_EQ(model->step(5), 1u) << name;
    EXPECT_EQ(volumes_in(*model).size(), 19u) << name;
    ASSERT_EQ(model->remarks().size(), 1u) << name;
    EXPECT_NE(model->remarks().front().find("there is no memory for more than the present 19 cells"),
              std::string::npos)
        << name;
  }
}

// A device that adds up all allocated memory.
class CountingDevice final : public gpu::ForwardingDevice {
 public:
  using ForwardingDevice::ForwardingDevice;
  std::unique_ptr<gpu::Buffer> allocate(std::uint64_t bytes) override {
    allocated += bytes;
    return ForwardingDevice::allocate(bytes);
  }

  u64 allocated = 0;
};

// The memory that a model with divisions needs beyond one without: it is allocated at the start, and almost
// nothing is added in a wave of divisions.
TEST(LifeMemory, TheMemoryOfCutsIsCounted) {
  const std::string division = ", divide: {when: \"step == 3\", axis: random}",
                    life = "{stem: {target: {volume: {next: \"target_volume\", most: 30}}" + division + "}}";
  for (const std::string more : {"", "  connected: [stem]\n"}) {
    std::string text = living(life, more, "{size: [200, 200]}");
    const Spec dividing = read_model({{"life.yaml", text}, {}, {}});
    const Spec growing =
        read_model({{"life.yaml", text.erase(text.find(division), division.size())}, {}, {}});
    for (auto [name, backend] : available_backends()) {
      if (!backend.device) continue;
      const auto needs = [&](const Spec& spec) {
        return family_of(spec).footprint(spec, Backend{backend.kind, backend.threads, nullptr}).device_bytes;
      };
      const auto allocated = [&](const Spec& spec) {
        const auto device = std::make_shared<CountingDevice>(backend.device);
        const auto model = make_model(spec, {backend.kind, backend.threads, device}, Start::Initial);
        const u64 at_first = device->allocated;
        model->step(4);
        EXPECT_LT(device->allocated - at_first, 200 * 200) << name << ": less than a byte of a site";
        return at_first;
      };
      const u64 counted = needs(dividing) - needs(growing),
                measured = allocated(dividing) - allocated(growing);
      EXPECT_GE(counted, measured) << name << text;
      EXPECT_LE(counted, measured + 20'000) << name << text;
      EXPECT_GT(counted, 200u * 200u * (more.empty() ? 5 : 13)) << name << text;
    }
  }
}

// Limits the address space to the present size of the program, plus less than the reserve that is left free.
class AddressSpaceLimit {
 public:
  AddressSpaceLimit() {
    getrlimit(RLIMIT_AS, &before_);
    std::uint64_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    rlimit limit = before_;
    limit.rlim_cur = pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) + potts::memory_left_free / 2;
    setrlimit(RLIMIT_AS, &limit);
  }
  ~AddressSpaceLimit() { setrlimit(RLIMIT_AS, &before_); }
  AddressSpaceLimit(const AddressSpaceLimit&) = delete;
  AddressSpaceLimit& operator=(const AddressSpaceLimit&) = delete;

 private:
  rlimit before_{};
};

TEST(LifeMemory, EndsTheRunOnAFullMachine) {
  const auto model = living_model(dividing_at_once, one_thread);
  {
    const AddressSpaceLimit limit;
    ASSERT_LT(available_memory(), potts::memory_left_free);
    expect_end(*model, "threads");
  }
  EXPECT_EQ(model->step(5), 0u);
  const auto free = living_model(dividing_at_once, one_thread);
  free->step(5);
  EXPECT_EQ(volumes_in(*free).size(), 18u);
}

}  // namespace
}  // namespace morula::test
