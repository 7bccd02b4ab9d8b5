// Where memory would not do for more cells, a run ends with a checkpoint.
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

// A device whose memory is full from some moment on.
class FullDevice final : public gpu::ForwardingDevice {
 public:
  using ForwardingDevice::ForwardingDevice;
  std::uint64_t free_memory() override { return is_full ? 0 : ForwardingDevice::free_memory(); }

  bool is_full = false;
};

// 9 cells and the medium fill the rows that there are: the first division needs another.
const std::string dividing_at_once = living("{stem: {divide: {when: \"step == 3\"}}}");

void expect_end(Model& model, const std::string& name) {
  EXPECT_EQ(model.step(5), 4u) << name << ": the step is finished";
  EXPECT_EQ(volumes_in(model).size(), 9u) << name;
  ASSERT_EQ(model.remarks().size(), 1u) << name;
  EXPECT_EQ(
      model.remarks().front(),
      "a cell should have divided in step 4, and there is no memory for more than the 9 cells that there "
      "are; resume on a machine with more memory, or let fewer cells live")
      << name;
}

TEST(LifeMemory, EndsTheRunOnAFullDevice) {
  const Spec spec = read_model({{"life.yaml", dividing_at_once}, {}, {}});
  for (auto [name, backend] : available_backends()) {
    if (!backend.device) continue;
    const auto device = std::make_shared<FullDevice>(backend.device);
    backend.device = device;
    const auto model = make_model(spec, backend, Start::Initial);
    device->is_full = true;
    expect_end(*model, name);
  }
}

// Room for the program as it is, and for less than what is left free.
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
