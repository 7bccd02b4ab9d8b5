// Implements Device with CUDA's driver API.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/error.h"
#include "gpu/checks.h"
#include "gpu/cuda_buffer.h"
#include "gpu/cuda_copy_queue.h"
#include "gpu/cuda_program.h"
#include "gpu/cuda_stream.h"
#include "gpu/drivers.h"

namespace morula::gpu {

using namespace cuda;

namespace {

class CudaHostMemory : public HostMemory {
 public:
  CudaHostMemory(Shared session, std::uint64_t bytes) : session_(std::move(session)), bytes_(bytes) {
    session_->enter();
    session_->check(session_->driver().allocate_host(&start_, std::max<std::uint64_t>(bytes, 1), 0),
                    "cuMemHostAlloc");
  }
  ~CudaHostMemory() override {
    if (session_->try_enter()) session_->driver().release_host(start_);
  }
  CudaHostMemory(const CudaHostMemory&) = delete;
  CudaHostMemory& operator=(const CudaHostMemory&) = delete;

  std::span<std::byte> bytes() override { return {static_cast<std::byte*>(start_), bytes_}; }

 private:
  Shared session_;
  std::uint64_t bytes_;
  void* start_ = nullptr;
};

// CUDA counts groups in 31 bits along x and in 16 along y and z.
void check_cuda_grid(const DeviceInfo& info, const Grid& grid) {
  check_grid(info, grid);
  const auto& [x, y, z] = grid.groups;
  if (x > 2147483647 || y > 65535 || z > 65535)
    throw Error(
        fmt::format("{}: a grid of {} x {} x {} groups; CUDA takes 2147483647 x 65535 x 65535 at most",
                    describe(info), x, y, z));
}

class CudaDevice : public Device {
 public:
  explicit CudaDevice(Shared session) : session_(std::move(session)), driver_(session_->driver()) {}

  const DeviceInfo& info() const override { return session_->info(); }

  std::uint64_t free_memory() override {
    session_->enter();
    std::size_t free = 0, total = 0;
    check(driver_.memory_info(&free, &total), "cuMemGetInfo");
    return free;
  }

  std::unique_ptr<Buffer> allocate(std::uint64_t bytes) override {
    return std::make_unique<CudaBuffer>(session_, bytes);
  }

  std::unique_ptr<HostMemory> allocate_host(std::uint64_t bytes) override {
    return std::make_unique<CudaHostMemory>(session_, bytes);
  }

  void write(Buffer& to, std::uint64_t offset, std::span<const std::byte> from) override {
    check_range(info(), to.size(), offset, from.size());
    if (from.empty()) return;
    session_->enter();
    check(driver_.copy_in(address_of(to) + offset, from.data(), from.size(), stream()), "cuMemcpyHtoDAsync");
    finish();
  }

  void read(const Buffer& from, std::uint64_t offset, std::span<std::byte> to) override {
    check_range(info(), from.size(), offset, to.size());
    if (to.empty()) return;
    session_->enter();
    check(driver_.copy_out(to.data(), address_of(from) + offset, to.size(), stream()), "cuMemcpyDtoHAsync");
    finish();
  }

  void fill(Buffer& buffer, std::byte value) override {
    if (buffer.size() == 0) return;
    session_->enter();
    check(driver_.fill(address_of(buffer), static_cast<unsigned char>(value), buffer.size(), stream()),
          "cuMemsetD8Async");
  }

  void copy(const Buffer& from, Buffer& to) override {
    check_range(info(), to.size(), 0, from.size());
    if (from.size() == 0) return;
    session_->enter();
    check(driver_.copy(address_of(to), address_of(from), from.size(), stream()), "cuMemcpyDtoDAsync");
  }

  std::unique_ptr<CopyQueue> copy_queue() override { return std::make_unique<CudaCopyQueue>(session_); }

  std::unique_ptr<Program> build(const Source& source) override {
    return build_program(session_, nvrtc_, cache_, source);
  }

  using Device::launch;
  void launch(const Kernel& kernel, const Grid& grid, std::span<const Argument> arguments) override {
    launch_as(kernel, grid, arguments, false);
  }
  using Device::launch_together;
  void launch_together(const Kernel& kernel, const Grid& grid, std::span<const Argument> arguments) override {
    launch_as(kernel, grid, arguments, true);
  }

  void finish() override {
    session_->enter();
    check(driver_.stream_synchronize(stream()), "cuStreamSynchronize");
  }

  double time(const std::function<void()>& work) override {
    session_->enter();
    Event before(*session_), after(*session_);
    before.record(stream());
    work();
    session_->enter();
    after.record(stream());
    finish();
    float milliseconds = 0;
    check(driver_.event_elapsed(&milliseconds, before.handle(), after.handle()), "cuEventElapsedTime");
    return 1e-3 * static_cast<double>(milliseconds);
  }

 private:
  void launch_as(const Kernel& kernel, const Grid& grid, std::span<const Argument> arguments,
                 bool is_together) {
    check_cuda_grid(info(), grid);
    const auto& cuda_kernel = dynamic_cast<const CudaKernel&>(kernel);
    cuda_kernel.check(arguments);
    if (is_empty(grid)) return;
    session_->enter();
    std::vector<std::uint64_t> values(arguments.size());
    std::vector<void*> pointers(arguments.size());
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      store(arguments[i], values[i]);
      pointers[i] = &values[i];
    }
    const auto x = static_cast<unsigned>(grid.groups[0]), y = static_cast<unsigned>(grid.groups[1]),
               z = static_cast<unsigned>(grid.groups[2]);
    const auto& group = grid.group;
    if (!is_together) {
      check(driver_.launch(cuda_kernel.handle(), x, y, z, group[0], group[1], group[2], 0, stream(),
                           pointers.data(), nullptr),
            "cuLaunchKernel");
      return;
    }
    CUlaunchAttribute attribute{CU_LAUNCH_ATTRIBUTE_COOPERATIVE, {}, {1}};
    const CUlaunchConfig config{x, y, z, group[0], group[1], group[2], 0, stream(), &attribute, 1};
    check(driver_.launch_with(&config, cuda_kernel.handle(), pointers.data(), nullptr), "cuLaunchKernelEx");
  }

  CUstream stream() const { return session_->stream(); }
  void check(CUresult result, std::string_view call) const { session_->check(result, call); }

  // The driver reads as many bytes from `place` as the parameter has.
  static void store(const Argument& argument, std::uint64_t& place) {
    if (const auto* buffer = std::get_if<Buffer*>(&argument)) {
      place = address_of(**buffer);
      return;
    }
    std::visit([&](const auto& value) { std::memcpy(&place, &value, sizeof value); }, argument);
  }

  Shared session_;
  const Driver& driver_;
  Nvrtc nvrtc_;
  ProgramCache cache_;
};

}  // namespace

std::vector<DeviceInfo> cuda_devices() {
  const Driver driver;
  auto devices = devices_of(driver);
  const Nvrtc compiler;  // without NVRTC no kernel can be made, so the device counts as missing
  return devices;
}

std::shared_ptr<Device> open_cuda(unsigned index) {
  const auto driver = std::make_shared<const Driver>();
  const auto devices = devices_of(*driver);
  if (index >= devices.size())
    throw DeviceMissing(
        fmt::format("no CUDA device {}: there are {}, counted from 0", index, devices.size()));
  return std::make_shared<CudaDevice>(std::make_shared<const Session>(driver, devices[index]));
}

}  // namespace morula::gpu
