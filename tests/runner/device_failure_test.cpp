// A device fails during a run: the typed error is thrown, the last checkpoint is intact, and the CPU
// continues the run to the right end.
#include <gtest/gtest.h>

#include <fstream>

#include "core/error.h"
#include "gpu/forwarding_device.h"
#include "runner/run.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

namespace fs = std::filesystem;

// A real device that fails after a given number of calls.
class FailingDevice final : public gpu::ForwardingDevice {
 public:
  using gpu::ForwardingDevice::ForwardingDevice;

  std::uint64_t launches_left = never, allocations_left = never;
  std::uint64_t launches = 0, allocations = 0;

  std::unique_ptr<gpu::Buffer> allocate(std::uint64_t bytes) override {
    ++allocations;
    if (allocations_left-- == 0) throw OutOfDeviceMemory("no room for " + std::to_string(bytes) + " bytes");
    return gpu::ForwardingDevice::allocate(bytes);
  }
  using gpu::Device::launch;
  void launch(const gpu::Kernel& kernel, const gpu::Grid& grid,
              std::span<const gpu::Argument> arguments) override {
    ++launches;
    if (launches_left-- == 0) throw DeviceLost("the device fell off the bus");
    gpu::ForwardingDevice::launch(kernel, grid, arguments);
  }
  using gpu::Device::launch_together;
  void launch_together(const gpu::Kernel& kernel, const gpu::Grid& grid,
                       std::span<const gpu::Argument> arguments) override {
    launch(kernel, grid, arguments);
  }

 private:
  static constexpr std::uint64_t never = ~std::uint64_t{0};
};

class DeviceFailure : public testing::Test {
 protected:
  void SetUp() override {
    std::ofstream(folder_ / "soup.yaml")
        << "model: automaton\nsteps: 100\nlattice: {size: [61, 43]}\nautomaton: {rule: B3/S23}\n"
           "initial: {random: {density: 0.3}}\noutput: {series: {every: 7}, frames: {every: 30}}\n"
           "checkpoint: {every: 20}\n";
    for (const NamedBackend& named : available_backends())
      if (named.backend.device) devices_.push_back(named);
    if (devices_.empty()) GTEST_SKIP() << gpu::find_devices(gpu::Api::OpenCl).missing;
    whole_ = start("whole", cpu());
  }

  Backend cpu() const { return {BackendKind::Cpu, std::make_shared<ThreadPool>(2), nullptr}; }
  Manifest start(const std::string& out, const Backend& backend) const {
    return start_run({load_model_file(folder_ / "soup.yaml"), {}, folder_ / out, IfExists::Replace}, backend,
                     {});
  }
  Manifest resume(const std::string& out, const Backend& backend) const {
    return resume_run(folder_ / out, std::nullopt, backend, {});
  }
  static std::pair<Backend, std::shared_ptr<FailingDevice>> failing(const NamedBackend& named) {
    auto device = std::make_shared<FailingDevice>(named.backend.device);
    return {Backend{named.backend.kind, named.backend.threads, device}, device};
  }
  std::string series(const std::string& out) const {
    std::ostringstream text;
    text << std::ifstream(folder_ / out / "series.csv").rdbuf();
    return text.str();
  }

  io::TemporaryFolder folder_;
  std::vector<NamedBackend> devices_;
  Manifest whole_;
};

TEST_F(DeviceFailure, LostAtAnyLaunchLeavesNoRunOrOneThatTheCpuResumes) {
  for (const NamedBackend& named : devices_) {
    SCOPED_TRACE(named.name);
    const auto [counting, counter] = failing(named);
    EXPECT_EQ(start("out", counting).state_hash, whole_.state_hash);
    int begun = 0;
    for (std::uint64_t at = 0; at < counter->launches; at += 13) {
      const auto [backend, device] = failing(named);
      device->launches_left = at;
      const std::string out = "lost-" + std::to_string(at);
      EXPECT_THROW(start(out, backend), DeviceLost) << at;
      if (!fs::exists(folder_ / out)) continue;  // it failed while the initial state was written
      ++begun;
      EXPECT_EQ(load_manifest(folder_ / out).status, "failed");
      EXPECT_EQ(resume(out, cpu()).state_hash, whole_.state_hash) << at;
      EXPECT_EQ(series(out), series("whole")) << at;
    }
    EXPECT_GE(begun, 3);
  }
}

TEST_F(DeviceFailure, WithoutMemoryAtAnyAllocationLeavesNoRunOrOneToResume) {
  for (const NamedBackend& named : devices_) {
    SCOPED_TRACE(named.name);
    const auto [counting, counter] = failing(named);
    start("out", counting);
    EXPECT_GE(counter->allocations, 2u);
    for (std::uint64_t at = 0; at < counter->allocations; ++at) {
      const auto [backend, device] = failing(named);
      device->allocations_left = at;
      const std::string out = "failed-" + std::to_string(at);
      EXPECT_THROW(start(out, backend), OutOfDeviceMemory) << at;
      const bool begun = fs::exists(folder_ / out);
      EXPECT_TRUE(!begun || resume(out, cpu()).state_hash == whole_.state_hash) << at;
    }
  }
}

TEST_F(DeviceFailure, WithoutMemoryAtAResumeLeavesTheRunAsItWas) {
  for (const NamedBackend& named : devices_) {
    SCOPED_TRACE(named.name);
    const auto [dying, device] = failing(named);
    device->launches_left = 60;
    EXPECT_THROW(start("out", dying), DeviceLost);
    const auto [full, no_room] = failing(named);
    no_room->allocations_left = 1;
    EXPECT_THROW(resume("out", full), OutOfDeviceMemory);
    EXPECT_EQ(load_manifest(folder_ / "out").state_hash.has_value(), true) << "a checkpoint stands";
    EXPECT_EQ(resume("out", named.backend).state_hash, whole_.state_hash);
    EXPECT_EQ(series("out"), series("whole"));
  }
}

}  // namespace
}  // namespace morula::test
